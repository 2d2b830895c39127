import { defaultThresholds, steps, type ListEntry } from 'name-screening'
import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { isEmailAddress } from '../person/field-rules.ts'
import { fieldFault } from '../registration/registration.ts'
import { createScreener } from './screening.ts'
import { domainFitsCompany } from './domain.ts'

/** The letters of the generated names: each script, and letters that normalization turns into several. */
const scripts = [
  'a',
  'ab',
  'abcdefghijklmnopqrstuvwxyz',
  'ltdcoincgmbh',
  'åéîøüßœæłđþ',
  'абвгдежзийклмнопрстуфхцчшщ',
  'αβγδεουμπντγκς',
  'ابتثجحخدذرزسشصعل',
  'אבגדהוזחטיכלמנ',
  'աբգդեզէըթժ',
  '中国公司有限技术贸易王小明欧阳',
  '가나다라마바사김이박',
  'เกขคงจฉ',
  'कखगघङच',
  'क्षत्रिय़ंँः',
  'မင်းအောင်လှိုငျြွှ့္',
  'ოთარფხალძე',
  'しんぞうゃゅょっーアサハラ',
  'កខគហ៊ុនសែ្',
  'நமிழ்ொ',
  'ኃይለማርያም',
  'ایوبکژآئھہ',
  '0123456789',
  '\u{FDFA}',
  '\u{20BB7}\u{1F469}',
  'e\u0301\u0302\u0303',
]
const separators = [' ', '', '-', '.', ' & ', ', ']

/** A text of every allowed length: a repeated pattern of letters of one script, split into words of equal length. */
const text = fc
  .tuple(
    fc.constantFrom(...scripts),
    fc.constantFrom(...separators),
    fc.integer({ min: 1, max: 99 }),
    fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 99 })),
    fc.oneof(fc.constant([0]), fc.array(fc.nat(25), { minLength: 1, maxLength: 9 })),
  )
  .map(([script, separator, length, wordLength, pattern]) => {
    const letters = Array.from(script)
    const parts: string[] = []
    for (let at = 0; at < length; at += 1) {
      if (at > 0 && at % wordLength === 0) parts.push(...Array.from(separator))
      parts.push(letters[(pattern[at % pattern.length] ?? 0) % letters.length] ?? '')
    }
    return parts.slice(0, length).join('').trim() || 'a'
  })

/** Words that occur in many entries, with a letter omitted, doubled or changed. */
const listed = 'muhammad ahmad hassan ali khan bank trading company korea shipping general petroleum'.split(' ')
const near = fc
  .array(fc.tuple(fc.constantFrom(...listed), fc.nat(9), fc.constantFrom('', 'x', 'aa', 'ü')), {
    minLength: 1,
    maxLength: 20,
  })
  .map((words) =>
    words
      .map(([word, at, change]) => word.slice(0, at) + change + word.slice(at + 1))
      .join(' ')
      .slice(0, 99)
      .trim(),
  )
const name = fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: near })

/**
 * A domain's name in ASCII that consists of the company's letters, or of beginnings of its words, except for the last
 * letter.
 */
const domainOf = (company: string, length: number, each: number, last: string) =>
  company
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, each))
    .join('')
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, length) + last

const person = fc
  .tuple(
    name,
    name,
    name,
    fc.integer({ min: 1, max: 62 }),
    fc.integer({ min: 1, max: 9 }),
    fc.constantFrom('', 'b', 'z'),
    fc.option(fc.stringMatching(/^[a-c][a-c0-9-]{0,62}$/)),
  )
  .map(([firstName, lastName, company, length, each, last, other]) => ({
    firstName,
    lastName,
    company,
    emailDomainName: other ?? domainOf(company, length, each, last),
  }))

const entry = (id: number, kind: ListEntry['kind'], names: string[]): ListEntry => ({
  id: String(id),
  kind,
  names: names.map((one) => ({ name: one, quality: 'strong' })),
  programmes: [],
})
const people = listed.slice(0, 5)
const entries = people.flatMap((one, first) =>
  people.flatMap((other, second) => [
    entry(first * 10 + second, 'person', [`${one} ${other}`, `${other} ${one} ${'a'.repeat(first + 3)}`]),
    entry(100 + first * 10 + second, 'company', [`${listed[5 + first]} ${listed[6 + second]} ${one}`, 'a b c d e f g']),
  ]),
)
const lists = [{ name: 'List', hash: '', date: '2026-11-01', entries }]
const screen = createScreener(lists, { denied: new Set(), look: new Set() }, defaultThresholds)
const rest = { country: 'GB', emailDomain: 'one.example', personalEmail: false, disposableEmail: false }

const stepsOf = (work: () => unknown): number => {
  const before = steps.taken
  work()
  return steps.taken - before
}

/** The maximum cost of one person against these lists of 50 entries. Measured: 22,000. */
const budget = 60_000
/** The maximum cost of the domain and the company alone, whatever the lists. Measured: 8,100. */
const domainBudget = 25_000

describe('screening', () => {
  it('takes a bounded number of steps for 10,000 names, companies and domains of every allowed length and script', () => {
    fc.assert(
      fc.property(person, (one) => {
        for (const field of ['firstName', 'lastName', 'company'] as const)
          assert.equal(fieldFault(field, one), undefined, one[field])
        isEmailAddress(`jane@${one.emailDomainName}.example`)
        const taken = stepsOf(() => screen({ ...rest, ...one }, '2026-11-20'))
        const ofDomain = stepsOf(() => domainFitsCompany(one.emailDomainName, one.company))
        assert.ok(taken <= budget && ofDomain <= domainBudget, `${taken} steps, ${ofDomain} of them for the domain`)
      }),
      // Two names, a company and a domain each.
      { numRuns: 2_500 },
    )
  })

  it('takes few steps for a domain that consists mostly of prefixes of its company’s words', () => {
    for (const letters of [4, 5, 6, 8]) {
      const company = `${`${'a'.repeat(letters)} `.repeat(10)}zz`
      const taken = stepsOf(() => domainFitsCompany(`${'a'.repeat(38)}b`, company))
      assert.ok(taken <= domainBudget, `${taken} steps`)
    }
  })

  it('matches a domain made of the beginnings of words exactly as an exhaustive search does', () => {
    const word = fc.stringMatching(/^[ab]{1,3}$/)
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 2, maxLength: 5 }),
        fc.stringMatching(/^[abc]{5,8}$/),
        (words, domain) => {
          const search = (at: number, next: number, used: number): boolean =>
            (at === domain.length && used > 1) ||
            words.some((one, place) => {
              if (place < next || (next === 0 && place > 0)) return false
              return Array.from(one, (_, length) => length + 1).some(
                (length) => domain.startsWith(one.slice(0, length), at) && search(at + length, place + 1, used + 1),
              )
            })
          if (search(0, 0, 0)) assert.equal(domainFitsCompany(domain, words.join(' ')), true)
        },
      ),
      { numRuns: 5000 },
    )
  })
})
