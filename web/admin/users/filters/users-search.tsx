import { useEffect, useRef, useState } from 'react'
import { searchProblem } from '../../acts/admin-problems.ts'
import { interfaceLimits } from '../../../../domain/limits.ts'
import { adminWords } from '#words/admin/admin.ts'
import { useFilledBefore } from '../../../ui/loading/hydrated.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useSingleKeys } from '../../single-keys.ts'

const t = adminWords.list

/** Moves the focus to the search field and selects its text. */
export function focusSearch(): void {
  const box = document.getElementById('users-search')
  if (!(box instanceof HTMLInputElement)) return
  box.focus()
  box.select()
}

type UsersSearchProps = {
  /** The current search. */
  value: string
  onSearch: (text: string) => void
  /** The server's message about the search. */
  error: string | null
}

/** Searches 300 ms after the last key, and shows errors below. Only this component is rendered again at each key. */
export function UsersSearch({ value, onSearch, error }: UsersSearchProps) {
  const box = useRef<HTMLInputElement>(null)
  const { text, type, searchNow, clear } = useSearchText(value, onSearch)
  const single = useSingleKeys()
  const problem = searchProblem(text) ?? (text.trim() === value ? error : null)
  useFilledBefore(box, (input) => {
    if (input.value !== text) type(input.value)
  })
  useSearchKey()

  function clearAll() {
    clear()
    focusSearch()
  }

  return (
    <search className="users-search">
      <label className="visually-hidden" htmlFor="users-search">
        {t.search}
      </label>
      <div className="users-search__box">
        <Icon name="search" />
        <input
          ref={box}
          id="users-search"
          className="input"
          type="text"
          inputMode="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={t.searchHint}
          value={text}
          aria-keyshortcuts={single ? 'Control+K Meta+K /' : 'Control+K Meta+K'}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : 'users-search-error'}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') searchNow()
            if (event.key === 'Escape' && text !== '') clearAll()
            if (event.key === 'ArrowDown') {
              event.preventDefault()
              document.querySelector<HTMLElement>('.users-table__body td[tabindex="0"]')?.focus()
            }
          }}
        />
        {single && text === '' && (
          <kbd className="users-search__key fine-pointer" aria-hidden>
            /
          </kbd>
        )}
        {text !== '' && (
          <button type="button" className="icon-button" aria-label={t.clearSearch} onClick={clearAll}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <div role="alert">
        {problem === null ? null : (
          <p className="field__error" id="users-search-error">
            <Icon name="error" />
            <span>{problem}</span>
          </p>
        )}
      </div>
    </search>
  )
}

/** Manages the text of the search: it is searched 300 ms after the last key, or immediately, unless it is invalid. */
function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value)
  const asked = useRef(value)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The search may also change by the URL, or by *Clear all*.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(waiting.current), [])

  function search(wanted: string) {
    clearTimeout(waiting.current)
    if (searchProblem(wanted) !== null || wanted.trim() === asked.current) return
    asked.current = wanted.trim()
    onSearch(asked.current)
  }

  return {
    text,
    type(typed: string) {
      setText(typed)
      clearTimeout(waiting.current)
      waiting.current = setTimeout(() => search(typed), interfaceLimits.searchDebounce)
    },
    searchNow: () => search(text),
    clear() {
      setText('')
      search('')
    },
  }
}

/** Ctrl or ⌘ and K move the focus to the search. Single keys, which can be turned off, belong to PageShortcuts. */
function useSearchKey(): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const ours =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!ours || document.querySelector('dialog[open]')) return
      event.preventDefault()
      focusSearch()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
