import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ToggleEvent } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../class-names.ts'
import type { ControlAttributes } from '../fields/field.tsx'
import { labelId } from '../fields/field.tsx'
import { useFilledBefore, useHydrated } from '../hydrated.ts'
import { Icon } from '../icon.tsx'
import { OptionImage, OptionList } from './option-list.tsx'
import type { OptionGroup, PickerOption } from './option-list.tsx'
import { keyToDo } from './option-keys.ts'
import { searchOptions } from './search-options.ts'
import { nothingTyped } from './type-ahead.ts'
import { usePopover } from '../overlays/use-popover.ts'

/** Returns further names by which a value is found. */
export type OtherNames = (value: string) => readonly string[]

export type OptionPickerProps = {
  /** From the surrounding Field: `{(control) => <OptionPicker control={control} … />}`. */
  control: ControlAttributes
  name: string
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  options: readonly PickerOption[]
  /** Values that are listed first, in this order, above a line. */
  preferred?: readonly string[] | undefined
  groupLabels: { preferred: string; others: string }
  /** The option for no choice, e.g. 'Please select'. */
  placeholder: string
  autoComplete?: string | undefined
  disabled?: boolean | undefined
  /** The text of the closed picker beside the image; 'secondary' makes it narrow. */
  shows?: 'label' | 'secondary' | undefined
  /** A search field above the open list; `otherNames` are loaded when it first opens. */
  search?: { label: string; none: string; otherNames: () => Promise<OtherNames> } | undefined
  /** Pause in ms after which typing begins a new search. */
  typeAheadReset?: number | undefined
}

/**
 * A select-only combobox (WAI-ARIA APG) with images. A native select below it is submitted to the server, works without
 * scripts, and receives the browser's autofill.
 */
export function OptionPicker(props: OptionPickerProps) {
  const { control, name, value, onChange, onBlur, options, preferred = [], groupLabels, placeholder } = props
  const { autoComplete, disabled, shows = 'label', typeAheadReset = 500, search } = props
  const hydrated = useHydrated()
  const listId = useId()
  const typing = useRef(nothingTyped)
  const select = useRef<HTMLSelectElement>(null)
  const { open, anchor, popover, show, hide, onToggle } = usePopover<HTMLButtonElement>({ matchWidth: true })
  const [active, setActive] = useState(-1)
  // Hundreds of options are rendered only when the pointer or focus comes near them.
  const [drawn, setDrawn] = useState(false)
  const draw = () => setDrawn(true)
  const searchField = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [otherNames, setOtherNames] = useState<OtherNames | null>(null)
  const focusedBefore = useRef(false)
  useFilledBefore(select, (native) => {
    focusedBefore.current = native === document.activeElement
    if (native.value !== value) onChange(native.value)
  })

  // If the native select has the focus, the focus moves to the button that replaces it.
  useLayoutEffect(() => {
    if (hydrated && focusedBefore.current) anchor.current?.focus({ preventScroll: true })
  }, [hydrated, anchor])

  const all = grouped(options, preferred, groupLabels)
  const found = query.trim() === '' ? null : searchOptions(options, query, otherNames ?? (() => []))
  const groups = found ? [{ label: groupLabels.others, options: found }] : all
  const inOrder = groups.flatMap((group) => group.options)
  const chosen = options.find((option) => option.value === value)

  /**
   * Opens the list. Typing on the closed picker continues there; otherwise a search field takes the focus, unless that
   * would open a screen keyboard.
   */
  function openAt(index: number, typed = false) {
    if (disabled) return
    if (search && !otherNames) void search.otherNames().then((names) => setOtherNames(() => names))
    // The list is placed by its size.
    flushSync(() => {
      draw()
      setActive(index)
    })
    show()
    if (open) return
    const searches = !typed && window.matchMedia('(hover: hover)').matches
    const target = searches ? (searchField.current ?? anchor.current) : anchor.current
    target?.focus({ preventScroll: true })
  }

  function choose(index: number) {
    const option = inOrder[index]
    if (option && option.value !== value) onChange(option.value)
    close()
  }

  function close() {
    anchor.current?.focus({ preventScroll: true })
    hide()
  }

  function toggled(event: ToggleEvent<HTMLElement>) {
    if (event.newState === 'closed') setQuery('')
    onToggle(event)
  }

  function press(event: KeyboardEvent) {
    const current = open ? active : inOrder.findIndex((option) => option.value === value)
    const labels = inOrder.map((option) => option.label)
    const todo = keyToDo(event, { open, current, labels, typing: typing.current, reset: typeAheadReset })
    if (!todo) return
    if (todo.prevent) event.preventDefault()
    // Any other key ends the typed search.
    typing.current = todo.typing ?? nothingTyped
    if (todo.act === 'move') openAt(todo.index, todo.typing !== undefined)
    if (todo.act === 'choose') choose(todo.index)
    if (todo.act === 'close') close()
  }

  /** Letters, and in a text also Home and End, are left to the field. */
  function pressInSearch(event: KeyboardEvent) {
    if (event.key.length > 1 && (query === '' || (event.key !== 'Home' && event.key !== 'End'))) press(event)
  }

  return (
    <div className={classNames('picker', shows === 'secondary' && 'picker--narrow')}>
      <select
        {...(hydrated ? { id: `${control.id}-native`, tabIndex: -1, 'aria-hidden': true } : control)}
        {...{ ref: select, name, value, autoComplete, disabled }}
        className={classNames('select', hydrated && 'picker__native')}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {all
          .flatMap((group) => group.options)
          .map((option) => (
            <option key={option.value} value={option.value}>
              {nativeText(option, shows)}
            </option>
          ))}
      </select>
      {!hydrated && (
        <span className="select-arrow">
          <Icon name="chevron-down" />
        </span>
      )}
      {hydrated && (
        <>
          <button
            id={control.id}
            ref={anchor}
            type="button"
            className="select picker__button"
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={open}
            aria-controls={listId}
            aria-labelledby={labelId(control.id)}
            aria-describedby={control['aria-describedby']}
            aria-invalid={control['aria-invalid']}
            aria-required={control.required}
            aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
            disabled={disabled}
            onFocus={draw}
            onPointerEnter={draw}
            onKeyDown={press}
            onPointerDown={(event) => {
              // Runs before the popover's own light dismissal, which would close the popover only for the click to open
              // it again.
              if (open) event.preventDefault()
            }}
            onClick={() => (open ? close() : openAt(inOrder.findIndex((option) => option.value === value)))}
            onBlur={onBlur}
          >
            {chosen?.image !== undefined && <OptionImage address={chosen.image} />}
            <span className={classNames('picker__label truncate', !chosen && 'picker__label--empty')}>
              {chosen ? (shows === 'secondary' ? chosen.secondary : chosen.label) : placeholder}
            </span>
            <Icon name="chevron-down" />
          </button>
          <OptionList
            {...{ id: listId, labelledBy: labelId(control.id), groups: drawn ? groups : [], value, active, open }}
            {...{ popover, onToggle: toggled, onChoose: choose, onPoint: setActive }}
            search={
              search && (
                <div className="picker__search">
                  <input
                    ref={searchField}
                    className="input"
                    type="search"
                    role="combobox"
                    aria-label={search.label}
                    aria-autocomplete="list"
                    aria-expanded={open}
                    aria-controls={listId}
                    aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
                    placeholder={search.label}
                    autoComplete="off"
                    disabled={disabled}
                    spellCheck={false}
                    value={query}
                    onChange={(event) => {
                      setQuery(event.target.value)
                      setActive(0)
                    }}
                    onKeyDown={pressInSearch}
                  />
                  <p className="picker__none" role="status">
                    {inOrder.length === 0 && search.none}
                  </p>
                </div>
              )
            }
          />
        </>
      )}
    </div>
  )
}

function grouped(
  options: readonly PickerOption[],
  preferred: readonly string[],
  labels: OptionPickerProps['groupLabels'],
): OptionGroup[] {
  const first = preferred.flatMap((value) => options.find((option) => option.value === value) ?? [])
  const others = options.filter((option) => !preferred.includes(option.value))
  return [
    { label: labels.preferred, options: first },
    { label: labels.others, options: others },
  ].filter((group) => group.options.length > 0)
}

/** Returns the native select's text for an option: first the part that the picker itself would show. */
function nativeText({ label, secondary }: PickerOption, shows: 'label' | 'secondary'): string {
  if (secondary === undefined) return label
  return shows === 'secondary' ? `${secondary} ${label}` : `${label} ${secondary}`
}
