import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { secretText, signedHeaders } from './signature.ts'

const body = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify({ type: 'trial.started', text }))

test('the reference implementation verifies what is signed, with either secret during a rotation', () => {
  fc.assert(
    fc.property(body, (text) => {
      const [secret, old] = [secretText(randomBytes(32)), secretText(randomBytes(32))]
      const headers = signedHeaders('msg_1', text, [secret, old], new Date())
      assert.deepEqual(new Webhook(secret).verify(text, headers), JSON.parse(text))
      assert.deepEqual(new Webhook(old).verify(text, headers), JSON.parse(text))
      assert.throws(() => new Webhook(secretText(randomBytes(32))).verify(text, headers))
      assert.throws(() => new Webhook(secret).verify(`${text} `, headers))
    }),
    { numRuns: 20 },
  )
})
