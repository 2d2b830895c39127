import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { cleanAnswer, explainFailure, unusableMail } from './failure.ts'

const error = (facts: object) => Object.assign(new Error('It failed'), facts)
const atRecipient = (response: string) => ({
  code: 'EENVELOPE',
  command: 'RCPT TO',
  responseCode: Number(response.slice(0, 3)),
  response,
})

describe('the failure of an email', () => {
  const rows: [what: string, facts: object, fault: string, permanent: boolean][] = [
    ['a recipient refused', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'recipient', true],
    ['a recipient put off', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 }, 'recipient', false],
    [
      'a sender refused with the recipient',
      atRecipient('553 5.7.1 <a@shop.example>: not owned by user'),
      'sender',
      false,
    ],
    ['a relay refused', atRecipient('554 5.7.1 <a@example.com>: Relay access denied'), 'sender', false],
    ['a sender’s domain refused', atRecipient('550 5.1.8 <a@shop.example>: Domain not found'), 'sender', false],
    ['no sign-in', atRecipient('530 Authentication required'), 'sender', false],
    ['an unknown recipient', atRecipient('550-5.1.1 No such\r\n550 5.1.1 mailbox'), 'recipient', true],
    ['a sender refused', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }, 'sender', false],
    ['a message refused', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, 'message', true],
    ['a message too early', { code: 'EMESSAGE', command: 'DATA', responseCode: 503 }, 'message', false],
    ['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'sign-in', false],
    ['no STARTTLS', { code: 'ETLS', command: 'STARTTLS', responseCode: 502 }, 'encryption', false],
    [
      'a certificate of nobody’s',
      { code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT', command: 'CONN' },
      'encryption',
      false,
    ],
    ['no server', { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }, 'unreachable', false],
    ['no such name', { code: 'EDNS', command: 'CONN' }, 'unreachable', false],
    ['a connection cut off in the message', { code: 'ECONNECTION', command: 'DATA' }, 'unreachable', false],
    ['no answer', { code: 'ETIMEDOUT', command: 'CONN' }, 'silent', false],
    ['a mail that takes too long', { name: 'AbortError', code: 'EABORT' }, 'silent', false],
    ['a server that lets nobody in', { code: 'EPROTOCOL', command: 'CONN', responseCode: 554 }, 'other', false],
    ['something else', {}, 'other', false],
  ]
  for (const [what, facts, fault, permanent] of rows)
    it(`${what}: ${fault}, ${permanent ? 'permanent' : 'temporary'}`, () => {
      const explained = explainFailure(error(facts))
      assert.deepEqual([explained.fault, explained.permanent], [fault, permanent])
    })

  it('is permanent if no server could accept the email', () => {
    const { fault, permanent, answer, status } = explainFailure(unusableMail('No address'))
    assert.deepEqual([fault, permanent, answer, status], ['unusable', true, null, null])
  })

  it('is reported with the server’s own words and status, if it sent any', () => {
    const { answer, status } = explainFailure(error({ response: '451 4.7.1 Try later', responseCode: 451 }))
    assert.deepEqual([answer, status], ['451 4.7.1 Try later', 451])
  })
})

describe('the words of a mail server', () => {
  const token = 'vWq3_9kD-0pXz7LmN2aBcYtR5uHsE8gJfKQi1oZxVwM'
  const rows: [what: string, said: string, shown: string | null][] = [
    ['lines come as one', '550-No such\r\n550 mailbox', '550-No such 550 mailbox'],
    ['control characters and what turns text round go', '550 \u0000no\u001B[31m \u202Eeman\u200B', '550 no [31m eman'],
    [
      'a link goes',
      `554 Blocked https://shop.example/identity/activate?token=${token} as spam`,
      '554 Blocked … as spam',
    ],
    ['a link without its beginning goes', '554 See www.example.org/why?x=1', '554 See …'],
    [
      'a token that was broken off its link goes',
      `554 Blocked activate?token=\r\n ${token}`,
      '554 Blocked activate?token= …',
    ],
    ['a token broken in two goes', `554 ${token.slice(0, 21)}\r\n${token.slice(21)}`, '554 … …'],
    ['an address stays', '550 <jane.doe@example.com>: unknown', '550 <jane.doe@example.com>: unknown'],
    ['nothing is nothing', '\r\n', null],
  ]
  for (const [what, said, shown] of rows) it(what, () => assert.equal(cleanAnswer(said), shown))

  it('are cut to 300 characters, between characters', () => {
    assert.equal(cleanAnswer('no '.repeat(200)), `${'no '.repeat(100).trimEnd()}…`)
    assert.equal(cleanAnswer(`a${'😀'.repeat(200)}`), `a${'😀'.repeat(149)}…`)
  })

  it('contain no line break, control character or link, for any input', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '\r\n',
      '\u0000',
      '\u202E',
      'https://x.example/',
      '://',
      'www.',
      token,
      '5',
      '…',
    )
    const anything = fc.array(fc.integer({ min: 0, max: 0x10_ff_ff })).map((points) => String.fromCodePoint(...points))
    fc.assert(
      fc.property(fc.oneof(anything, fc.string({ unit })), (said) => {
        const shown = cleanAnswer(said) ?? ''
        assert.doesNotMatch(shown, /[\p{C}\u2028\u2029]|[a-z][a-z\d+.-]+:\/\//u)
        assert.ok(!shown.includes(token) && shown.length <= 301)
      }),
    )
  })
})
