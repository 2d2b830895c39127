import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { createSealing } from './sealing.ts'
import { deriveKeys } from './secrets.ts'

const sealing = (...secrets: string[]) => createSealing(deriveKeys(secrets, 'a test'))
const today = sealing('the secret of today')

test('any text opens under its own name, and never seals to the same value twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, about) => {
      const sealed = today.seal(about, text)
      assert.equal(today.open(about, sealed), text)
      assert.notEqual(today.seal(about, text), sealed)
    }),
  )
})

test('it does not open in another row, with another secret, or after one bit has changed', () => {
  const sealed = today.seal('jobs 1', 'a link')
  assert.equal(today.open('jobs 2', sealed), undefined)
  assert.equal(sealing('another secret').open('jobs 1', sealed), undefined)
  assert.equal(today.open('jobs 1', ''), undefined)
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.equal(today.open('jobs 1', changed.toString('base64url')), undefined, `byte ${at}`)
  }
})

test('a replaced secret still opens what it sealed', () => {
  const sealed = today.seal('jobs 1', 'a link')
  assert.equal(sealing('the secret of tomorrow', 'the secret of today').open('jobs 1', sealed), 'a link')
})

test('what a replaced secret sealed is sealed with the newest, and nothing else', () => {
  const sealed = today.seal('jobs 1', 'a link')
  const both = sealing('the secret of tomorrow', 'the secret of today')
  const renewed = both.renew('jobs 1', sealed) ?? assert.fail('not renewed')
  assert.equal(sealing('the secret of tomorrow').open('jobs 1', renewed), 'a link')
  assert.deepEqual([both.renew('jobs 1', renewed), both.renew('jobs 2', sealed)], [undefined, undefined])
})
