import assert from 'node:assert/strict'
import { test } from 'vitest'
import { keyToDo } from './option-keys.ts'
import type { PickerState } from './option-keys.ts'
import { nothingTyped } from './type-ahead.ts'

const labels = Array.from({ length: 30 }, (_, index) => `Option ${String.fromCodePoint(97 + (index % 26))}${index}`)
const state = (changes: Partial<PickerState> = {}): PickerState => ({
  open: true,
  current: 5,
  labels,
  typing: nothingTyped,
  reset: 500,
  ...changes,
})
const press = (key: string, changes: Partial<PickerState> = {}, more: { altKey?: boolean; ctrlKey?: boolean } = {}) =>
  keyToDo({ key, altKey: false, ctrlKey: false, metaKey: false, timeStamp: 1000, ...more }, state(changes))

test('arrows, page keys, Home and End move within an open list and stop at its ends', () => {
  const to = (key: string, current = 5) => {
    const todo = press(key, { current })
    return todo?.act === 'move' ? todo.index : todo
  }
  assert.equal(to('ArrowDown'), 6)
  assert.equal(to('ArrowUp'), 4)
  assert.equal(to('ArrowUp', 0), 0)
  assert.equal(to('ArrowDown', 29), 29)
  assert.equal(to('PageDown'), 15)
  assert.equal(to('PageUp'), 0)
  assert.equal(to('PageDown', 25), 29)
  assert.equal(to('Home'), 0)
  assert.equal(to('End'), 29)
})

test('Enter and Space open a closed list at the chosen option, and choose in an open one', () => {
  assert.deepEqual(press('Enter', { open: false }), { prevent: true, act: 'move', index: 5 })
  assert.deepEqual(press(' ', { open: false, current: -1 }), { prevent: true, act: 'move', index: 0 })
  assert.deepEqual(press('Enter'), { prevent: true, act: 'choose', index: 5 })
  assert.deepEqual(press(' '), { prevent: true, act: 'choose', index: 5 })
})

test('while the user types, Space is part of the text; after the reset time it chooses', () => {
  const typing = { typed: 'option', at: 600 }
  assert.equal(press(' ', { typing })?.typing?.typed, 'option ')
  assert.equal(press(' ', { typing: { typed: 'option', at: 400 } })?.act, 'choose')
})

test('Tab chooses and moves the focus on, Escape closes, and a closed list leaves both to the page', () => {
  assert.deepEqual(press('Tab'), { prevent: false, act: 'choose', index: 5 })
  assert.deepEqual(press('Escape'), { prevent: true, act: 'close' })
  assert.equal(press('Tab', { open: false }), undefined)
  assert.equal(press('Escape', { open: false }), undefined)
  assert.equal(press('c', {}, { ctrlKey: true }), undefined)
})

test('a letter opens the list at the first match, and one without a match changes nothing', () => {
  const found = press('o', { open: false, current: -1 })
  assert.equal(found?.act === 'move' && found.index, 0)
  assert.equal(press('?')?.act, 'nothing')
})
