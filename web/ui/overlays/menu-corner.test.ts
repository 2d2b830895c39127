import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { menuCorner } from './menu-corner.ts'

const view = { clientWidth: 800, clientHeight: 600 }
const menu = { width: 200, height: 150 }

test('opens at the position, and upward if there is no room below', () => {
  assert.deepEqual(menuCorner({ left: 100, top: 100 }, menu, view), { left: 100, top: 100 })
  assert.deepEqual(menuCorner({ left: 100, top: 580 }, menu, view), { left: 100, top: 430 })
})

test('is moved to the left at the right edge', () => {
  assert.deepEqual(menuCorner({ left: 790, top: 100 }, menu, view), { left: 592, top: 100 })
})

test('a menu that fits into the window is whole, and never above or left of it', () => {
  const pixels = fc.integer({ min: 0, max: 600 })
  const size = fc.record({ width: fc.integer({ min: 1, max: 300 }), height: fc.integer({ min: 1, max: 280 }) })
  fc.assert(
    fc.property(pixels, pixels, size, (left, top, menu) => {
      const corner = menuCorner({ left, top }, menu, view)
      assert.ok(corner.left >= 8 && corner.left + menu.width <= view.clientWidth - 8)
      assert.ok(corner.top >= 8 && corner.top + menu.height <= view.clientHeight)
    }),
  )
})
