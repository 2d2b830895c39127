import assert from 'node:assert/strict'
import { test } from 'vitest'
import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { emailKey } from './email-key.ts'

test('the two spellings of a domain, and letters in either case, give the same key', () => {
  for (const spelling of [
    'jane@bücher.example',
    'Jane@BÜCHER.example',
    'jane@xn--bcher-kva.example',
    ' JANE@bu\u0308cher.example ',
  ])
    assert.equal(emailKey(spelling), 'jane@xn--bcher-kva.example')
})

test('look-alike letters before the @ give different keys', () => {
  assert.notEqual(emailKey('ａdmin@shop.example'), emailKey('admin@shop.example'))
  assert.notEqual(emailKey('ﬁona@shop.example'), emailKey('fiona@shop.example'))
})

test('every domain is normalised as Node does it', () => {
  const label = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => /^[\p{L}\p{N}]+$/u.test(text))
  fc.assert(
    fc.property(label, (name) => {
      const domain = `a${name}.example`
      assert.equal(emailKey(`x@${domain}`), `x@${domainToASCII(domain.toLowerCase()) || domain.toLowerCase()}`)
    }),
  )
})
