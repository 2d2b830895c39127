import assert from 'node:assert/strict'
import { test } from 'vitest'
import { rowActOf } from './row-keys.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const act = (key: string, held: Partial<typeof none> = {}, inCell = true) => rowActOf({ key, ...none, ...held }, inCell)

test('opens the menu by its key, or by Shift and F10', () => {
  assert.equal(act('ContextMenu'), 'menu')
  assert.equal(act('F10', { shiftKey: true }), 'menu')
  assert.equal(act('F10'), undefined)
})

test('follows the link by Enter, also into another tab, and selects the row by the space bar', () => {
  assert.equal(act('Enter'), 'follow')
  assert.equal(act('Enter', { ctrlKey: true }), 'follow')
  assert.equal(act(' '), 'select')
  assert.equal(act(' ', { ctrlKey: true }), undefined)
})

test('leaves Enter and the space bar to a control in a cell', () => {
  assert.equal(act('Enter', {}, false), undefined)
  assert.equal(act(' ', {}, false), undefined)
})

test('moves to the search by a slash or Escape, unless another key is held', () => {
  for (const key of ['/', 'Escape']) {
    assert.equal(act(key), 'search')
    assert.equal(act(key, {}, false), 'search')
    for (const held of ['ctrlKey', 'metaKey', 'altKey']) assert.equal(act(key, { [held]: true }), undefined)
  }
})

test('leaves the keys that move to another cell', () => {
  for (const key of ['ArrowDown', 'j', 'Home', 'PageUp']) assert.equal(act(key), undefined)
})
