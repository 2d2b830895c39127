import { findTyped, stillTyping, typeKey } from './type-ahead.ts'
import type { TypeAhead } from './type-ahead.ts'

const pageOf = 10

export type KeyPressed = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; timeStamp: number }

export type PickerState = {
  open: boolean
  /** The active option while open, the chosen one while closed; -1 for none. */
  current: number
  labels: readonly string[]
  typing: TypeAhead
  /** In ms. */
  reset: number
}

export type ToDo = { prevent: boolean; typing?: TypeAhead } & (
  | { act: 'move' | 'choose'; index: number }
  | { act: 'close' | 'nothing' }
)

/**
 * Returns what a key does in a select-only combobox; undefined if it is left to the browser. 'move' also opens the
 * list.
 */
export function keyToDo(event: KeyPressed, state: PickerState): ToDo | undefined {
  const { open, current, labels, typing, reset } = state
  const { key, timeStamp } = event
  const last = labels.length - 1
  const move = (index: number): ToDo => ({ prevent: true, act: 'move', index: Math.max(0, Math.min(last, index)) })

  if (event.ctrlKey || event.metaKey) return undefined
  if (key === ' ' && !stillTyping(typing, timeStamp, reset)) return confirm(true)
  if (key.length === 1 && !event.altKey) {
    const typed = typeKey(typing, key, timeStamp, reset)
    const found = findTyped(labels, typed.typed, current)
    return found === -1 ? { prevent: true, act: 'nothing', typing: typed } : { ...move(found), typing: typed }
  }
  if (key === 'Enter') return confirm(true)
  if (key === 'Home') return move(0)
  if (key === 'End') return move(last)
  if (open) {
    if (key === 'ArrowUp' && event.altKey) return confirm(true)
    if (key === 'ArrowDown') return move(current + 1)
    if (key === 'ArrowUp') return move(current - 1)
    if (key === 'PageDown') return move(current + pageOf)
    if (key === 'PageUp') return move(current - pageOf)
    if (key === 'Tab') return confirm(false)
    if (key === 'Escape') return { prevent: true, act: 'close' }
  } else if (key === 'ArrowDown' || key === 'ArrowUp') return move(current)
  return undefined

  function confirm(prevent: boolean): ToDo {
    return open ? { prevent, act: 'choose', index: current } : move(current)
  }
}
