import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { isEmailAddress } from '../person/field-rules.ts'
import { fieldFault, type FieldName, type Values } from './registration.ts'
import { sentenceOf } from './field-faults.ts'
import { fieldMessages } from '#words/forms/fields.ts'

function fieldError(name: FieldName, values: Values): string | undefined {
  const fault = fieldFault(name, values)
  return fault && sentenceOf(fault, fieldMessages)
}

/** Addresses with the expected result for each. */
const good = [
  'jane@example.com',
  'JANE.DOE@EXAMPLE.COM',
  'jane+trial@example.com',
  'jane.doe@mail.example.co.uk',
  'j@example.io',
  "o'brien@example.com",
  'a!b#c$d%e&f*g@example.com',
  'a/b=c?d^e_f`g{h|i}j@example.com',
  '~tilde-~@example.com',
  '1234567890@example.com',
  'jane@123.com',
  'jane@exa-mple.com',
  'jane@a.b.c.d.e.example',
  'jane@x--y.example.com',
  'jane@example.museum',
  'jane@bücher.example',
  'jane@xn--bcher-kva.example',
  'jane@例え.テスト',
  'jane@пример.рф',
  `jane@${'a'.repeat(63)}.com`,
]

const bad = {
  'no at sign': ['jane', 'example.com', 'jane.example.com', 'jane at example.com'],
  'more than one at sign': ['a@b@example.com', 'jane@@example.com', '"a@b"@example.com'],
  'nothing before it, or after': ['@example.com', 'jane@', '@', ' @example.com'],
  'dots at an edge, or two': [
    '.jane@example.com',
    'jane.@example.com',
    'jane@.example.com',
    'jane@example.com.',
    'ja..ne@example.com',
    'jane@example..com',
    '.@example.com',
  ],
  'no top-level domain': ['jane@localhost', 'jane@example', 'jane@com'],
  'a top-level domain that is none': ['jane@example.c', 'jane@example.1', 'jane@example.123', 'jane@example.-com'],
  'an address literal': ['jane@[127.0.0.1]', 'jane@127.0.0.1', 'jane@[IPv6:::1]', 'jane@::1', 'jane@1.2.3'],
  'a quoted local part': ['"jane"@example.com', '"jane doe"@example.com', '"\\""@example.com', '""@example.com'],
  'a comment': ['jane(comment)@example.com', 'jane@(comment)example.com', 'jane@example.com(comment)'],
  'a display name': ['Jane <jane@example.com>', '<jane@example.com>', 'mailto:jane@example.com'],
  'several addresses': ['a@example.com,b@example.com', 'a@example.com;b@example.com', 'a@example.com b@example.com'],
  'blanks within': ['jane doe@example.com', 'jane@exam ple.com', 'jane @example.com', 'jane@ example.com'],
  'characters outside the basic ones': [
    'jané@example.com',
    '王@example.com',
    'jane\\@example.com',
    'ja,ne@example.com',
    'ja:ne@example.com',
    'ja[ne@example.com',
  ],
  'hyphens at an edge of a label': ['jane@-example.com', 'jane@example-.com', 'jane@-.com'],
  'something odd in the domain': [
    'jane@exam_ple.com',
    'jane@example.com/x',
    'jane@example.com:25',
    'jane@exam!ple.com',
    'jane@example.com?x',
    'jane@exam%70le.com',
    'jane@example。com',
    'jane@＠.com',
  ],
  'a label of more than 63': [`jane@${'a'.repeat(64)}.com`],
  'what is no text': [
    'ja\u0000ne@example.com',
    'jane@example.com\u0000',
    'jane@exa\nmple.com',
    'jane@example.com\r\nBcc: x@example.com',
    'jane@exam\ud800ple.com',
    'jane@exam\u200bple.com',
    'jane@exam\u202eple.com',
    '\ufeffjane@example.com\u0000',
  ],
}

describe('an e-mail address', () => {
  it('is valid in each of these forms', () => {
    for (const address of good) assert.equal(fieldError('email', { email: address }), undefined, address)
  })

  for (const [what, addresses] of Object.entries(bad))
    it(`is refused with ${what} [5.1]`, () => {
      for (const address of addresses) {
        assert.equal(isEmailAddress(address), false, JSON.stringify(address))
        assert.equal(fieldError('email', { email: address }), 'Email address is not valid', JSON.stringify(address))
      }
    })

  it('a second at sign, two dots, or a dot beside the at sign never makes an address valid [5.1]', () => {
    const spoilt = good.flatMap((address) => {
      const [local = '', domain = ''] = address.split('@')
      return [
        `${local}.@${domain}`,
        `${local}@.${domain}`,
        `.${address}`,
        `${address}.`,
        `${local}@@${domain}`,
        `${local}..x@${domain}`,
      ]
    })
    fc.assert(
      fc.property(fc.constantFrom(...spoilt), (address) => {
        assert.equal(isEmailAddress(address), false, address)
      }),
    )
  })

  it('an accepted address has no control character, no blank and exactly one at sign', () => {
    const unit = fc.constantFrom(...Array.from('aZ09.@-_+ "\\[]()<>,;:\u0000\n\u00a0éß'), 'com', '.de')
    const looksLike = fc
      .tuple(fc.string({ unit, maxLength: 12 }), fc.string({ unit, maxLength: 12 }))
      .map(([a, b]) => `${a}@${b}`)
    fc.assert(
      fc.property(looksLike, (address) => {
        if (!isEmailAddress(address)) return
        assert.match(address, /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+\.[^@\s\p{Cc}]+$/u)
        assert.ok(address.length < 256)
      }),
    )
  })
})
