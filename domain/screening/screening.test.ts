import { defaultThresholds, normaliseName, steps, type ListEntry } from 'name-screening'
import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { entry, jane, list } from '../../test/support/screening/given-facts.ts'
import { createScreener, nameKey, withExceptions, type Reason, type ScreeningFacts } from './screening.ts'

const countries = { denied: new Set(['KP']), look: new Set(['UA']) }
const today = '2026-11-20'

const lists = [
  list('Sample', [
    entry('S-1', 'person', ['Zoltan Karnovak', 'Karnovak, Zoltan']),
    entry('S-2', 'company', ['Blackwater Meridian']),
  ]),
  list('Second', [entry('T-9', 'person', ['Zoltán Karnovák'])]),
]
const screen = createScreener(lists, countries)
const outcomeOf = (facts: Partial<ScreeningFacts>) => screen({ ...jane, ...facts }, today)
const kinds = (facts: Partial<ScreeningFacts>) => outcomeOf(facts).reasons.map(({ kind }) => kind)

describe('screening', () => {
  it('passes a person without findings', () => {
    assert.deepEqual(outcomeOf({}), { dplStatus: 'PASS', deniedCountry: false, reasons: [] })
  })

  it('puts a person with a listed name on hold and states the entry, once for each list', () => {
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

  it('finds a name in any letter case, accents, width, punctuation and order', () => {
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

  it('does not put a name on hold that only shares a word', () => {
    assert.deepEqual(kinds({ firstName: 'Zoltan', lastName: 'Doe' }), [])
    assert.deepEqual(kinds({ company: 'Blackwater Bottling', emailDomainName: 'blackwater' }), [])
  })

  it('puts a personal address, a disposable one, and a domain that does not fit the company on hold [5.4]', () => {
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

  it('reports a denied country, whatever the names are', () => {
    assert.deepEqual(outcomeOf({ country: 'KP' }), { dplStatus: 'PASS', deniedCountry: true, reasons: [] })
    assert.equal(outcomeOf({ country: 'KP', personalEmail: true }).dplStatus, 'PENDING')
  })

  it('records a country with regional sanctions, and passes the person', () => {
    const { dplStatus, deniedCountry, reasons } = outcomeOf({ country: 'UA' })
    assert.deepEqual([dplStatus, deniedCountry, reasons.map(({ kind }) => kind)], ['PASS', false, ['country-look']])
  })
})

describe('names for comparison', () => {
  it('are the same after repeated normalisation, and in any order of their words', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(words, (list) => {
        const name = list.join(' ')
        assert.equal(normaliseName(normaliseName(name)), normaliseName(name))
        assert.equal(nameKey(list.toReversed().join(' ')), nameKey(name))
      }),
    )
  })
})

describe('a name', () => {
  const people = [
    entry('P-1', 'person', ['AL-ZAWAHIRI, Aiman Muhammad Rabi']),
    entry('P-2', 'person', ['QADHAFI, Muammar']),
    entry('P-3', 'person', ['PATRUSHEV, Nikolai Platonovich']),
    entry('P-4', 'person', ['XI, Jinping']),
    entry('P-5', 'person', ['HASSAN, Muhammad']),
    entry('P-6', 'person', ['HOROWITZENSTEIN, Ludovika Annegret']),
    entry('P-7', 'person', ['TSIPRAS, Alexis']),
    entry('P-8', 'person', ['KIM, Chong Un']),
    entry('P-9', 'person', ['EMMA, Daria']),
  ]
  const companies = [
    entry('C-1', 'company', ['JOINT-STOCK COMPANY CONCERN ALMAZ-ANTEY']),
    entry('C-2', 'company', ['11420 CORP']),
    entry('C-3', 'company', ['EMMA LLC']),
    entry('C-4', 'company', ['GAZPROMBANK OAO']),
    entry('C-5', 'company', ['HUAWEI TECHNOLOGIES CO., LTD.']),
    entry('C-6', 'company', ['OBSHCHESTVO S OGRANICHENNOI OTVETSTVENNOSTYU LADOGA MENEDZHMENT']),
    entry('C-7', 'company', ['GLOBAL TRADING GROUP NV']),
    entry('V-1', 'vessel', ['SABRINA']),
    entry('V-2', 'vessel', ['PERSIAN ORCHID']),
    entry('A-1', 'aircraft', ['YK-ANG']),
    entry('O-1', 'other', ['ABDULAMIR MAHDI']),
  ]
  // Common names beside them, so that rarity has an effect.
  const crowd = [
    'Ivan Petrov',
    'Ali Hassan',
    'Omar Ali',
    'Muhammad Ali',
    'Jose Garcia',
    'Maria Lopez',
    'Hassan Ahmad',
    'Ahmad Ali',
  ]
  const others = crowd.map((name, at) => entry(`X-${at}`, 'person', [name]))
  const world = createScreener([list('World', [...people, ...companies, ...others])], countries)
  const found = (firstName: string, lastName: string, company = 'Northwind Bottling'): Reason[] =>
    world({ ...jane, firstName, lastName, company }, today).reasons.filter(({ kind }) => kind === 'list')
  const entries = (reasons: Reason[]) => reasons.map((reason) => reason.entry)

  const same: [what: string, first: string, last: string, entry: string][] = [
    ['in its usual order', 'Aiman Muhammad Rabi', 'al-Zawahiri', 'P-1'],
    ['without a middle name', 'Aiman', 'al-Zawahiri', 'P-1'],
    ['with an initial', 'Ludovika A.', 'Horowitzenstein', 'P-6'],
    ['with its words in another order', 'Rabi Zawahiri', 'Aiman Muhammad', 'P-1'],
    ['with a doubled letter', 'Ludovikka Annegret', 'Horowitzenstein', 'P-6'],
    ['with a letter missing', 'Ludovika Annegret', 'Horowitzenstin', 'P-6'],
    ['with two letters changed over', 'Ludovika Annegret', 'Horowitzesntein', 'P-6'],
    ['with a wrong letter', 'Ludovika Annegret', 'Horovitzenstein', 'P-6'],
    ['with its words written as one', 'Ludovika', 'AnnegretHorowitzenstein', 'P-6'],
    ['as Gadhafi', 'Moammar', 'Gadhafi', 'P-2'],
    ['as Kadafi', 'Muammar', 'Kadafi', 'P-2'],
    ['as Qaddafi', 'Muammar', 'al-Qaddafi', 'P-2'],
    ['as Mohammed', 'Mohammed', 'Hassan', 'P-5'],
    ['as Mohamad, with one s', 'Mohamad', 'Hasan', 'P-5'],
    ['in Arabic letters', 'معمر', 'القذافي', 'P-2'],
    ['in Cyrillic letters', 'Николай', 'Патрушев', 'P-3'],
    ['in Greek letters', 'Αλέξης', 'Τσίπρας', 'P-7'],
    ['in Chinese characters', '近平', '习', 'P-4'],
    ['of an entry that does not say what it is', 'Abdul Amir', 'Mahdi', 'O-1'],
  ]
  for (const [what, first, last, entry] of same)
    it(`${what} is found: ${first} ${last}`, () => assert.ok(entries(found(first, last)).includes(entry), entry))

  const companySame: [what: string, company: string, entry: string][] = [
    ['that says more of what it does', 'Almaz Antey Telecom', 'C-1'],
    ['written as one word', 'Almazantey JSC', 'C-1'],
    ['written as two words', 'Gazprom Bank', 'C-4'],
    ['in Chinese characters', '华为技术有限公司', 'C-5'],
    ['of another form', 'Ladoga Menedzhment LLC', 'C-6'],
    ['of another form, misspelt', 'Ladoga Menedzhment Limitedd', 'C-6'],
    ['of an entry that does not say what it is', 'Mahdi Abdulamir Ltd', 'O-1'],
  ]
  for (const [what, company, entry] of companySame)
    it(`of a company ${what} is found: ${company}`, () =>
      assert.ok(entries(found('Jane', 'Doe', company)).includes(entry), entry))

  const different: [first: string, last: string, company: string][] = [
    ['Jane', 'Doe', 'BELLETECH CORP'],
    ['emma', 'daniels', 'Northwind Bottling'],
    ['Jane', 'Doe', 'Acme Trading Group'],
    ['Jane', 'Doe', 'Sabrina Fashion Ltd'],
    ['Ludwig', 'Horowitz', 'Northwind Bottling'],
    ['Ivan', 'Zawahiri', 'Northwind Bottling'],
    ['Maria', 'Garcia', 'Northwind Bottling'],
    ['', '', ''],
    ['-', '...', '!!!'],
  ]
  for (const [first, last, company] of different)
    it(`of another person is not found: ${first} ${last}, ${company}`, () =>
      assert.deepEqual(entries(found(first, last, company)), []))

  it('of a person does not match a company, and the reverse', () => {
    assert.deepEqual(entries(found('Emma', 'Emma')), [])
    assert.ok(!entries(found('Jane', 'Doe', 'Emma')).includes('P-9'))
  })

  it('of a listed person or ship flags a company that contains it whole, and puts no one on hold', () => {
    const rows = [...found('Jane', 'Doe', 'Persian Orchid LLC'), ...found('Jane', 'Doe', 'Alexis Tsipras GmbH')]
    assert.deepEqual(
      rows.map((reason) => [reason.entry, reason.holds]),
      [
        ['V-2', false],
        ['P-7', false],
      ],
    )
  })

  it('that matches records the matching words in both spellings, and the parts of the score', () => {
    const [reason] = found('Moammar', 'al-Gadhafi')
    assert.equal(reason?.entry, 'P-2')
    assert.equal(reason.compared, 'Moammar al-Gadhafi')
    assert.equal(reason.alias, 'QADHAFI, Muammar')
    assert.deepEqual([reason.programmes, reason.listDate, reason.entryKind], [['TEST'], '2026-11-01', 'person'])
    const pairs = reason.matched?.map(({ compared, listed }) => [compared, listed])
    assert.deepEqual(pairs?.toSorted(), [
      [['Gadhafi'], ['QADHAFI']],
      [['Moammar'], ['Muammar']],
    ])
    const {
      unlike = 0,
      contradicting = 0,
      askedOnly = 0,
      listedOnly = 0,
      common = 0,
      spelling = 0,
    } = reason.breakdown ?? {}
    const left = 1 - unlike - contradicting - askedOnly - listedOnly - common + spelling
    assert.ok(Math.abs(left - (reason.score ?? 0)) < 0.001)
  })

  it('that is common needs more to match than a rare one', () => {
    const two = [
      entry('1', 'person', ['LOPEZ, Maria Isabel']),
      entry('2', 'person', ['HOROWITZENSTEIN, Ludovika Isabel']),
    ]
    const any = createScreener([list('L', [...two, ...others])], countries, { hold: 1, look: 0.5 })
    const score = (firstName: string, lastName: string, wanted: string) =>
      any({ ...jane, firstName, lastName }, today).reasons.find(({ entry }) => entry === wanted)?.score ?? 0
    assert.ok(score('Ludovika', 'Horowitzenstein', '2') > score('Maria', 'Lopez', '1') + 0.05)
  })
})

describe('an entry', () => {
  const weak: ListEntry = { ...entry('W-1', 'company', []), names: [{ name: 'Zephyrion', quality: 'weak' }] }
  const ended = entry('E-1', 'person', ['Karnovak, Zoltan'], { expires: '2026-11-19' })
  const runs = entry('E-2', 'person', ['Karnovak, Zoltan'], { expires: today })
  const held = (entries: ListEntry[], facts: Partial<ScreeningFacts>, thresholds = defaultThresholds) => {
    const reasons = createScreener([list('L', entries)], countries, thresholds)({ ...jane, ...facts }, today).reasons
    return reasons.filter(({ kind }) => kind === 'list').map((reason) => [reason.entry, reason.holds, reason.expired])
  }

  it('with a weak alias is flagged by that alias, and puts no one on hold', () => {
    assert.deepEqual(held([weak], { company: 'Zephyrion' }), [['W-1', false, undefined]])
  })

  it('with a more similar weak alias is still on hold by a strong one', () => {
    const also = (name: string) => [{ ...weak, names: [...weak.names, { name, quality: 'strong' as const }] }]
    assert.deepEqual(held(also('Zephyrion Trading House'), { company: 'Zephyrion' }, { hold: 0.5, look: 0.5 }), [
      ['W-1', true, undefined],
    ])
    assert.deepEqual(held(also('Zephyrion Ltd'), { company: 'Zephyrion' }), [['W-1', true, undefined]])
  })

  it('whose order has ended is shown with the last day and puts no one on hold; on the last day itself it still does', () => {
    const zoltan = { firstName: 'Zoltan', lastName: 'Karnovak' }
    assert.deepEqual(held([ended], zoltan), [['E-1', false, '2026-11-19']])
    assert.deepEqual(held([runs], zoltan), [['E-2', true, undefined]])
  })

  it('is not reported again for a person who was cleared of it; a different entry is', () => {
    const zoltan = { ...jane, firstName: 'Zoltan', lastName: 'Karnovak' }
    const before = createScreener([list('L', [entry('E-1', 'person', ['Zoltan Karnovak'])])], countries)(zoltan, today)
    const cleared = new Set(before.reasons.map(({ key }) => key))
    assert.equal(withExceptions(before, cleared).dplStatus, 'PASS')
    const more = [entry('E-1', 'person', ['Zoltan Karnovak']), entry('E-5', 'person', ['Zoltan A. Karnovak'])]
    const after = withExceptions(createScreener([list('L', more)], countries)(zoltan, today), cleared)
    assert.deepEqual([after.dplStatus, after.reasons.map((reason) => reason.entry)], ['PENDING', ['E-5']])
  })

  it('is reported again under another name of the person or company, and not for another letter case or accents', () => {
    const screened = createScreener([list('L', [entry('E-1', 'other', ['Zoltan Karnovak'])])], countries)
    const named = (facts: Partial<ScreeningFacts>) => screened({ ...jane, ...facts }, today)
    const near = named({ firstName: 'Zlotan', lastName: 'Karnovkak' })
    const cleared = new Set(near.reasons.map(({ key }) => key))
    const left = (facts: Partial<ScreeningFacts>) =>
      withExceptions(named(facts), cleared).reasons.map((reason) => reason.compared)
    assert.equal(cleared.size, 1)
    assert.deepEqual(left({ firstName: 'ZLOTAN ', lastName: 'Karnovkák' }), [])
    assert.deepEqual(left({ firstName: 'Zoltan', lastName: 'Karnovak' }), ['Zoltan Karnovak'])
    const company = { company: 'Zoltan Karnovak', emailDomainName: 'zoltan-karnovak' }
    assert.deepEqual(left(company), ['Zoltan Karnovak'])
  })
})

describe('any name', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.stringMatching(/^[A-Za-zА-Яа-яα-ωا-ي一-龥 .,'-]{1,40}$/),
  )

  it('matches itself on a list, as a person and as a company, unless it has no distinctive word', () => {
    fc.assert(
      fc.property(text, (name) => {
        fc.pre(nameKey(name) !== '')
        const both = createScreener([list('L', [entry('I', 'other', [name])])], countries)
        const asCompany = both({ ...jane, firstName: 'Q', lastName: 'Q', company: name }, today)
        assert.ok(
          asCompany.reasons.some((reason) => reason.entry === 'I' && reason.holds),
          'as a company',
        )
        const one = createScreener([list('L', [entry('I', 'person', [name])])], countries)
        const asPerson = one({ ...jane, firstName: name, lastName: '' }, today)
        assert.ok(
          asPerson.reasons.some((reason) => reason.entry === 'I' && reason.holds),
          'as a person',
        )
      }),
      // Words of one and two letters, some of them alike in pairs.
      { examples: [['خ偊Юa,']] },
    )
  })

  const strange: [what: string, name: string][] = [
    ['of 10,000 letters', 'Zoltan'.repeat(1667)],
    ['of 5,000 words', 'ab '.repeat(5000)],
    [
      'of 10,000 different characters',
      Array.from({ length: 10_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(''),
    ],
    ['of punctuation alone', '.,-/&()!?'.repeat(1000)],
    ['of lone surrogates', '\uD800\uDC00\uD800'.repeat(500)],
    ['of combining marks', `a${'\u0301'.repeat(9999)}`],
    ['in mixed scripts', 'Ζoltаn كarnoваk 金'],
    ['of nothing', ''],
  ]
  for (const [what, name] of strange)
    it(`${what} is screened in a number of steps that grows with its length alone`, () => {
      const before = steps.taken
      screen({ ...jane, firstName: name, lastName: name, company: name }, today)
      const taken = steps.taken - before
      // Measured: at most 26 per letter, and 1,000 for a short name.
      assert.ok(taken <= 5_000 + 100 * name.length, `${taken} steps`)
    })

  it('matches the same with and without marks that change the direction of writing', () => {
    const outcome = outcomeOf({ firstName: '\u202EZol\u200Ftan', lastName: '\u2066Karno\u200Bvak\u2069' })
    assert.equal(outcome.dplStatus, 'PENDING')
  })
})

describe('a name flagged for review', () => {
  const weak: ListEntry = { ...entry('W-1', 'company', []), names: [{ name: 'Zephyrion', quality: 'weak' }] }
  const ended = entry('E-1', 'person', ['Karnovak, Zoltan'], { expires: '2026-11-19' })
  const statusWith = (lookHolds: boolean, one: ListEntry, facts: Partial<ScreeningFacts>) => {
    const any = createScreener([list('L', [one])], countries, { ...defaultThresholds, lookHolds })
    return any({ ...jane, emailDomainName: 'zephyrion', ...facts }, today).dplStatus
  }

  it('is put on hold until reviewed if the operator sets this, otherwise it passes', () => {
    assert.equal(statusWith(true, weak, { company: 'Zephyrion' }), 'PENDING')
    assert.equal(statusWith(false, weak, { company: 'Zephyrion' }), 'PASS')
  })

  it('does not wait because of an ended order, nor a country with regional sanctions', () => {
    const zoltan = { firstName: 'Zoltan', lastName: 'Karnovak', company: 'Zephyrion' }
    assert.equal(statusWith(true, ended, zoltan), 'PASS')
    assert.equal(statusWith(true, ended, { company: 'Zephyrion', country: 'UA' }), 'PASS')
  })
})

describe('a name that cannot be read', () => {
  const unread = (facts: Partial<ScreeningFacts>) =>
    outcomeOf(facts)
      .reasons.filter(({ kind }) => kind === 'unreadable')
      .map(({ compared, holds }) => [compared, holds])

  it('waits for review, and the reason names it', () => {
    assert.deepEqual(unread({ firstName: '𐎀𐎁', lastName: 'Doe' }), [['𐎀𐎁 Doe', true]])
    assert.deepEqual(unread({ firstName: '🙂', lastName: '…' }), [['🙂 …', true]])
    assert.equal(outcomeOf({ firstName: '𐎀𐎁' }).dplStatus, 'PENDING')
  })

  it('does not exist in the scripts in which people write names', () => {
    const names =
      'Jane Ɓello|Žižek|Ольга|Αλέξης|محمد|ایوب|בנימין|अजय|নরেন্দ্র|ਮਨਮੋਹਨ|મોદી|ଓଡ଼ିଆ|கருணாநிதி|నరేంద్ర|ಕನ್ನಡ|മലയാളം|ශ්‍රී|ทักษิณ|ລາວ|བོད|မင်း|ოთარ|Հայկ|ኃይለ|ហ៊ុន|ᠮᠣᠩᠭᠣᠯ|김정은|しんぞう|ショウコウ|习近平|ހަސަން'
    for (const firstName of names.split('|')) assert.deepEqual(unread({ firstName }), [], firstName)
  })
})
