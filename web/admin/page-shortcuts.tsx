import { useEffect, useState } from 'react'
import { adminWords } from '#words/admin/admin.ts'
import { lazyScreen } from '../ui/loading/lazy-screen.tsx'
import type { ShortcutSheetProps } from './shortcut-sheet.tsx'
import { haveSingleKeys } from './single-keys.ts'
import { focusSearch } from './users/filters/users-search.tsx'

const t = adminWords.list
const shortcutSheet = lazyScreen(
  'web/admin/shortcut-sheet.tsx',
  async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet,
)

const isTypedInto = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null

type PageShortcutsProps = Pick<ShortcutSheetProps, 'list'> & {
  /** Selects the element that receives the focus when the list is entered. */
  entry: string
}

/**
 * Handles the keys of a page with a search and a list: `/` focuses the search, J and K move in the list, `?` opens a
 * sheet of all keys. People who use speech input can trigger single keys by mistake, so the sheet can turn them off
 * (https://www.w3.org/TR/WCAG22/#character-key-shortcuts).
 */
export function PageShortcuts({ list, entry }: PageShortcutsProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    const show = () => setOpen(true)
    void shortcutSheet.ready().then(show, show)
  }

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { key, target } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTypedInto(target)) return
      if (document.querySelector('dialog[open], :popover-open:not(.toasts, .tooltip)')) return
      const entered = document.querySelector<HTMLElement>(entry)
      const within = target instanceof Element && target.closest('table') !== null
      if (!within && !haveSingleKeys()) return
      if (key === '?') open()
      else if (key === '/') focusSearch()
      else if ((key === 'j' || key === 'k') && entered && !within) entered.focus()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [entry])

  return (
    <>
      <button type="button" className="link small fine-pointer" onClick={open}>
        {t.shortcuts}
      </button>
      {isOpen ? <shortcutSheet.Screen list={list} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
