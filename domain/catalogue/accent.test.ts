import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { accentOf } from './accent.ts'

test('a colour code has a hue and a chroma, however it is written', () => {
  assert.deepEqual(accentOf('#ff0000'), { accentHue: 29, accentChroma: 0.25 })
  assert.deepEqual(accentOf('#3b5bdb'), accentOf(' 3B5BDB '))
  assert.deepEqual(accentOf('#3bd'), accentOf('#33bbdd'))
})

test('every six-digit code is a valid accent, except the greys', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (colour) => {
      const { accentHue, accentChroma } = accentOf(`#${colour.toString(16).padStart(6, '0')}`) ?? {}
      assert.ok(accentHue !== undefined && accentHue >= 0 && accentHue < 360)
      assert.ok(accentChroma !== undefined && accentChroma >= 0 && accentChroma <= 0.25)
    }),
  )
  for (const grey of ['#000', '#777777', '#fff']) assert.deepEqual(accentOf(grey), { accentHue: 0, accentChroma: 0 })
})

test('text that is not a colour code is rejected', () => {
  for (const text of ['', '#', 'blue', '#12', '#1234', '#12345', '#1234567', 'ggg', '#3b5bdb;'])
    assert.equal(accentOf(text), null, text)
})
