import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { sentenceOfFinding, type ListFindingMessages } from './list-findings.ts'
import { wordReason, type ReasonMessages } from './reason-words.ts'
import type { Reason } from './screening.ts'

/** Messages that show the values they received. */
const shown =
  (name: string) =>
  (given: unknown): string =>
    `${name} ${JSON.stringify(given)}`
const messages: ReasonMessages = {
  list: shown('list'),
  'personal-email': shown('personal-email'),
  'disposable-email': shown('disposable-email'),
  domain: shown('domain'),
  'country-look': shown('country-look'),
  region: shown('region'),
  unscreened: 'not screened',
  unfinished: 'not finished',
  unreadable: 'not readable',
  withdrawn: 'withdrawn',
  correction: shown('correction'),
}
const textOf = (reason: Partial<Reason>) => wordReason({ holds: true, key: '', ...reason } as Reason, messages).text

describe('the sentence of a reason', () => {
  it('states the entry of a match, its list, whether the names are equal, and when the order ended', () => {
    const match = { kind: 'list', key: 'list:SDN:17', list: 'SDN', entry: '17' } as const
    assert.equal(textOf({ ...match, score: 1 }), 'list {"whole":true,"entry":"17","list":"SDN"}')
    assert.equal(
      textOf({ ...match, score: 0.99, expired: '2020-01-31' }),
      'list {"whole":false,"entry":"17","list":"SDN","expired":"2020-01-31"}',
    )
  })

  it('states the domain of an address, the code of a country or region, and the changes of a correction', () => {
    for (const kind of ['personal-email', 'disposable-email', 'domain'] as const)
      assert.equal(textOf({ kind, key: `${kind}:gmail.com:northwind` }), `${kind} {"domain":"gmail.com"}`)
    assert.equal(
      textOf({ kind: 'country-look', key: 'country-look:UA', compared: 'Kyiv Oblast' }),
      'country-look {"country":"UA","region":"Kyiv Oblast"}',
    )
    assert.equal(textOf({ kind: 'region', key: 'region:crimea' }), 'region {"region":"crimea"}')
    const changes = [{ field: 'company', before: 'A', after: 'B' }] as const
    assert.equal(textOf({ kind: 'correction', changes: [...changes] }), `correction ${JSON.stringify({ changes })}`)
  })

  it('exists for each cause of a missing comparison', () => {
    const kinds = ['unscreened', 'unfinished', 'unreadable', 'withdrawn'] as const
    assert.deepEqual(
      kinds.map((kind) => textOf({ kind })),
      ['not screened', 'not finished', 'not readable', 'withdrawn'],
    )
  })

  it('is empty if a recorded reason lacks one of its values', () => {
    const match = { kind: 'list', list: 'SDN', entry: '17', score: 1 } as const
    const { list: _, ...withoutList } = match
    const { entry: __, ...withoutEntry } = match
    const { score: ___, ...withoutScore } = match
    for (const reason of [withoutList, withoutEntry, withoutScore, { kind: 'correction' } as const])
      assert.equal(textOf(reason), '', JSON.stringify(reason))
    for (const kind of ['personal-email', 'disposable-email', 'domain', 'country-look', 'region'] as const)
      for (const key of ['', kind, `${kind}:`, `${kind}::x`]) assert.equal(textOf({ kind, key }), '', key)
  })

  it('is shown beside all other recorded reasons', () => {
    const reason = { kind: 'unscreened', key: 'unscreened', holds: true } as const
    assert.deepEqual(wordReason(reason, messages), { ...reason, text: 'not screened' })
  })
})

describe('the sentence of a finding about list files', () => {
  it('is the message of its code with the recorded values', () => {
    const found = { notAFolder: 'no folder', shrunk: shown('shrunk') } as unknown as ListFindingMessages
    assert.equal(sentenceOfFinding({ code: 'notAFolder' }, found), 'no folder')
    const shrunk = { code: 'shrunk', file: 'sdn.csv', before: 10, now: 3 } as const
    assert.equal(sentenceOfFinding(shrunk, found), `shrunk ${JSON.stringify(shrunk)}`)
  })
})
