import { useRef, useState } from 'react'
import type { KeyboardEvent, ToggleEvent } from 'react'
import { flushSync } from 'react-dom'
import { usePopover } from '../overlays/use-popover.ts'
import { groupOptions, type GroupLabels } from './option-groups.ts'
import { keyToDo } from './option-keys.ts'
import type { PickerOption } from './option-list.tsx'
import { searchOptions } from './search-options.ts'
import { nothingTyped } from './type-ahead.ts'

/** Returns further names by which a value is found. */
export type OtherNames = (value: string) => readonly string[]

export type PickerChoice = {
  value: string
  onChange: (value: string) => void
  options: readonly PickerOption[]
  /** Values that are listed first, in this order, above a line. */
  preferred?: readonly string[] | undefined
  groupLabels: GroupLabels
  disabled?: boolean | undefined
  /** A search field above the open list; `otherNames` are loaded when it first opens. */
  search?: { label: string; none: string; otherNames: () => Promise<OtherNames> } | undefined
  /** Pause in ms after which typing begins a new search. */
  typeAheadReset: number
}

export type OptionPickerState = ReturnType<typeof useOptionPicker>

/** Manages the list of a picker: whether it is open, which option is active, what is searched, and what keys do. */
export function useOptionPicker(props: PickerChoice) {
  const { value, onChange, options, preferred = [], groupLabels, disabled, search, typeAheadReset } = props
  const { open, anchor, popover, show, hide, onToggle } = usePopover<HTMLButtonElement>({ matchWidth: true })
  const typing = useRef(nothingTyped)
  const [active, point] = useState(-1)
  // Hundreds of options are rendered only when the pointer or focus comes near them.
  const [drawn, setDrawn] = useState(false)
  const draw = () => setDrawn(true)
  const searchField = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [otherNames, setOtherNames] = useState<OtherNames | null>(null)

  const all = groupOptions(options, preferred, groupLabels)
  const found = query.trim() === '' ? null : searchOptions(options, query, otherNames ?? (() => []))
  const groups = found ? [{ label: groupLabels.others, options: found }] : all
  const inOrder = groups.flatMap((group) => group.options)
  const chosenIndex = () => inOrder.findIndex((option) => option.value === value)

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
      point(index)
    })
    show()
    if (open) return
    const searches = !typed && window.matchMedia('(hover: hover)').matches
    const target = searches ? (searchField.current ?? anchor.current) : anchor.current
    target?.focus({ preventScroll: true })
  }

  function close() {
    anchor.current?.focus({ preventScroll: true })
    hide()
  }

  function choose(index: number) {
    const option = inOrder[index]
    if (option && option.value !== value) onChange(option.value)
    close()
  }

  function press(event: KeyboardEvent) {
    const current = open ? active : chosenIndex()
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

  return {
    /** The options in groups, whatever is searched. */
    all,
    groups: drawn ? groups : [],
    noneFound: inOrder.length === 0,
    open,
    active,
    query,
    anchor,
    popover,
    searchField,
    draw,
    point,
    choose,
    press,
    /** Letters, and in a text also Home and End, are left to the search field. */
    pressInSearch(event: KeyboardEvent) {
      if (event.key.length > 1 && (query === '' || (event.key !== 'Home' && event.key !== 'End'))) press(event)
    },
    searchFor(text: string) {
      setQuery(text)
      point(0)
    },
    clicked: () => (open ? close() : openAt(chosenIndex())),
    toggled(event: ToggleEvent<HTMLElement>) {
      if (event.newState === 'closed') setQuery('')
      onToggle(event)
    },
  }
}
