import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { domainFitsCompany, nameKey, normaliseName, screen, unscreened, type ScreeningFacts } from './screening.ts'

const countries = { denied: new Set(['KP']), look: new Set(['UA']) }
const lists = [
  {
    name: 'Sample',
    hash: 'h1',
    entries: [
      { id: 'S-1', names: ['Zoltan Karnovak', 'Karnovak, Zoltan'] },
      { id: 'S-2', names: ['Blackwater Meridian'] },
    ],
  },
  { name: 'Second', hash: 'h2', entries: [{ id: 'T-9', names: ['Zoltán Karnovák'] }] },
]
const jane: ScreeningFacts = {
  firstName: 'Jane',
  lastName: 'Doe',
  company: 'Northwind Bottling',
  country: 'GB',
  emailDomain: 'northwind-bottling.com',
  emailDomainName: 'northwind-bottling',
  personalEmail: false,
  disposableEmail: false,
}
const outcomeOf = (facts: Partial<ScreeningFacts>) => screen({ ...jane, ...facts }, lists, countries)
const kinds = (facts: Partial<ScreeningFacts>) => outcomeOf(facts).reasons.map(({ kind }) => kind)

describe('screening', () => {
  it('lets somebody pass of whom nothing speaks', () => {
    assert.deepEqual(outcomeOf({}), { dplStatus: 'PASS', deniedCountry: false, reasons: [] })
  })

  it('holds a listed name and says which entry of which list, once for each list', () => {
    const { dplStatus, reasons } = outcomeOf({ firstName: 'Zoltan', lastName: 'Karnovak' })
    assert.equal(dplStatus, 'PENDING')
    assert.deepEqual(
      reasons.map(({ kind, list, entry, alias }) => ({ kind, list, entry, alias })),
      [
        { kind: 'list', list: 'Sample', entry: 'S-1', alias: 'Zoltan Karnovak' },
        { kind: 'list', list: 'Second', entry: 'T-9', alias: 'Zoltán Karnovák' },
      ],
    )
  })

  it('finds a name whatever its letter case, accents, width, punctuation and order', () => {
    const written = [
      ['zoltan', 'karnovak'],
      ['ZOLTÁN', 'KARNOVÁK'],
      ['Karnovak', 'Zoltan'],
      ['Ｚoltan', 'Karnovak'],
      ['Zoltan,', '“Karnovak”'],
      ['Zolta\u0301n', ' Karnovak '],
    ] as const
    for (const [firstName, lastName] of written)
      assert.equal(outcomeOf({ firstName, lastName }).dplStatus, 'PENDING', `${firstName} ${lastName}`)
    for (const company of ['Blackwater Meridian', 'The Meridian Blackwater Co., Ltd.', 'BLACKWATER-MERIDIAN GmbH'])
      assert.ok(kinds({ company, emailDomainName: 'blackwater' }).includes('list'), company)
  })

  it('does not hold a name that only shares a word', () => {
    assert.deepEqual(kinds({ firstName: 'Zoltan', lastName: 'Doe' }), [])
    assert.deepEqual(kinds({ company: 'Blackwater Bottling', emailDomainName: 'blackwater' }), [])
  })

  it('holds a personal address, a throw-away one, and a domain that does not fit the company', () => {
    assert.deepEqual(kinds({ personalEmail: true }), ['personal-email'])
    assert.deepEqual(kinds({ disposableEmail: true, personalEmail: true }), ['disposable-email'])
    assert.deepEqual(kinds({ emailDomainName: 'contoso' }), ['domain'])
    for (const facts of [
      { personalEmail: true },
      { disposableEmail: true },
      { emailDomainName: 'contoso' },
      { emailDomainName: '' },
    ])
      assert.equal(outcomeOf(facts).dplStatus, 'PENDING')
  })

  it('says that a country is denied, beside whatever the names say', () => {
    assert.deepEqual(outcomeOf({ country: 'KP' }), { dplStatus: 'PASS', deniedCountry: true, reasons: [] })
    assert.equal(outcomeOf({ country: 'KP', personalEmail: true }).dplStatus, 'PENDING')
  })

  it('notes a country whose sanctions go by region, and lets it pass', () => {
    const { dplStatus, deniedCountry, reasons } = outcomeOf({ country: 'UA' })
    assert.deepEqual([dplStatus, deniedCountry, reasons.map(({ kind }) => kind)], ['PASS', false, ['country-look']])
  })

  it('holds whoever could not be checked, and still knows a denied country', () => {
    assert.equal(unscreened('GB', countries).dplStatus, 'PENDING')
    assert.deepEqual(
      unscreened('GB', countries).reasons.map(({ kind }) => kind),
      ['unscreened'],
    )
    assert.equal(unscreened('KP', countries).deniedCountry, true)
    assert.equal(unscreened('GB', countries).deniedCountry, false)
  })
})

describe('an e-mail domain', () => {
  const fitting = [
    ['northwind-bottling', 'Northwind Bottling'],
    ['northwindbottling', 'Northwind Bottling Ltd'],
    ['northwind', 'Northwind Bottling'],
    ['nb', 'Northwind Bottling'],
    ['ibm', 'International Business Machines'],
    ['muller', 'Müller GmbH & Co. KG'],
    ['sap', 'SAP SE'],
    ['3m', '3M Company'],
    ['bp', 'BP plc'],
    ['hpe', 'HP'],
  ] as const
  for (const [domain, company] of fitting)
    it(`${domain} fits ${company}`, () => assert.ok(domainFitsCompany(domain, company)))

  const strange = [
    ['contoso', 'Northwind Bottling'],
    ['', 'Northwind'],
    ['gmbh', 'Müller GmbH'],
    ['x', 'Xylem Water'],
    ['contoso', 'O'],
    ['contoso', 'NT Ltd'],
    ['example', '!!!'],
  ] as const
  for (const [domain, company] of strange)
    it(`${domain || 'none at all'} does not fit ${company}`, () =>
      assert.equal(domainFitsCompany(domain, company), false))
})

describe('names for comparison', () => {
  it('are the same however often they are normalised, and whatever the order of their words', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(words, (list) => {
        const name = list.join(' ')
        assert.equal(normaliseName(normaliseName(name)), normaliseName(name))
        assert.equal(nameKey(list.toReversed().join(' ')), nameKey(name))
      }),
    )
  })

  it('keep a company whose name is nothing but such words', () => {
    assert.equal(nameKey('The Company'), 'company the')
    assert.notEqual(nameKey('Holding AG'), '')
  })
})
