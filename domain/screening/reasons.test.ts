import { createNameScreener, defaultThresholds, type EntryKind, type ListEntry } from 'name-screening'
import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { entry, jane, list } from '../../test/support/screening/given-facts.ts'
import { regionsOf } from '../lists/regions.ts'
import { recogniseRegions, sanctionedRegions } from './regions.ts'
import { addressKey, createScreener, nameKey, unfinished, unscreened, type ScreeningFacts } from './screening.ts'

const today = '2026-11-20'
const matchesIn = (
  entries: ListEntry[],
  names: { person?: string; company?: string; country?: string },
  thresholds = defaultThresholds,
) => createNameScreener([list('L', entries)], thresholds)({ person: '', company: '', ...names }, today)

describe('a match with a list', () => {
  const zoltan = entry('1', 'person', ['KARNOVAK, Zoltan', 'BRONTAR, Quillam'])

  it('states the entry’s primary name if another one matched, and both names without surrounding blanks', () => {
    const [byAlias] = matchesIn([zoltan], { person: ' Quillam Brontar ' })
    assert.deepEqual(
      [byAlias?.alias, byAlias?.entryName, byAlias?.compared],
      ['BRONTAR, Quillam', 'KARNOVAK, Zoltan', 'Quillam Brontar'],
    )
    const [byFirst] = matchesIn([zoltan], { person: 'Zoltan Karnovak' })
    assert.equal(byFirst?.alias, 'KARNOVAK, Zoltan')
    assert.ok(byFirst)
    assert.equal('entryName' in byFirst, false)
  })

  it('lists each entry once, by its most similar name', () => {
    for (const names of [
      ['Zoltan Karnovitz', 'Zoltan Karnovak'],
      ['Zoltan Karnovak', 'Zoltan Karnovitz'],
    ]) {
      const twice = matchesIn([entry('1', 'person', names)], { person: 'Zoltan Karnovak' })
      assert.deepEqual(
        twice.map(({ alias, score }) => [alias, score]),
        [['Zoltan Karnovak', 1]],
      )
    }
  })

  it('lists all that cause a hold, the most similar first, and a hundred of those only flagged', () => {
    const letters = Array.from('abcdefghijklmn')
    const endings = letters.flatMap((one) => letters.map((other) => `${one}${other}`)).slice(0, 110)
    const names = endings.map((ending) => `Zoltan Karnov${ending}`)
    const many = (more: Partial<ListEntry> = {}) => names.map((name) => entry(name, 'person', [name], more))
    const asked = { person: 'Zoltan Karnovak' }
    const held = matchesIn(many(), asked, { hold: 0.5, look: 0.5 })
    assert.equal(held.length, names.length)
    const flagged = matchesIn(many(), asked, { hold: 1.01, look: 0.5 })
    for (const found of [held, flagged]) {
      const scores = found.map(({ score }) => score)
      assert.deepEqual(
        scores,
        scores.toSorted((one, other) => other - one),
      )
    }
    // This also holds if flagged people wait, and if the orders have ended.
    const waiting = matchesIn(many(), asked, { hold: 1.01, look: 0.5, lookHolds: true })
    const ended = matchesIn(many({ expires: '2020-01-31' }), asked, { hold: 0.5, look: 0.5 })
    assert.deepEqual([flagged.length, waiting.length, ended.length], [100, 100, 100])
    // An approval is for each entry, so a person's matches must not hide a company's.
    const both = [...many(), entry('company', 'company', ['Zorvex Quillamm'])]
    const found = matchesIn(both, { ...asked, company: 'Zorvex Quillam' }, { hold: 1.01, look: 0.5 })
    assert.deepEqual([found.length, found.some((match) => match.entry === 'company')], [101, true])
  })

  it('lists the most similar first, whether the person’s or the company’s', () => {
    const both = [entry('1', 'person', ['Zoltan Karnovac']), entry('2', 'company', ['Zorvex Quillam'])]
    const order = (person: string, company: string) => matchesIn(both, { person, company }).map((match) => match.entry)
    assert.deepEqual(order('Zoltan Karnovak', 'Zorvex Quillam'), ['2', '1'])
    assert.deepEqual(order('Zoltan Karnovac', 'Zorvex Quilam'), ['1', '2'])
  })

  it('states the publisher’s data on the entry, whether it includes the person’s country, and how many entries do', () => {
    const details = { countries: ['IR', 'AE'], remarks: 'a remark' }
    const entries = [
      { ...zoltan, details },
      entry('2', 'person', ['Somebody Else'], { details: { countries: ['IR'] } }),
      entry('3', 'person', ['Another One'], { details: { countries: ['SY'] } }),
      entry('4', 'person', ['Without Countries'], { details: { remarks: 'none' } }),
      entry('5', 'person', ['Without Details']),
    ]
    const placeIn = (country?: string) => {
      const [match] = matchesIn(entries, { person: 'Zoltan Karnovak', ...(country === undefined ? {} : { country }) })
      assert.ok(match)
      assert.deepEqual(match.details, details)
      return match.place
    }
    assert.deepEqual(placeIn('IR'), { agrees: true, share: 0.667 })
    assert.deepEqual(placeIn('AE'), { agrees: true, share: 0.333 })
    assert.deepEqual(placeIn('GB'), { agrees: false, share: 0 })
    assert.equal(placeIn(), undefined)
    const [bare] = matchesIn([zoltan], { person: 'Zoltan Karnovak', country: 'IR' })
    assert.ok(bare)
    assert.equal('details' in bare || 'place' in bare, false)
  })

  it('states how a name in another script was read, and nothing where both are in Latin letters', () => {
    const [cyrillic] = matchesIn([zoltan], { person: 'Золтан Карновак' })
    assert.deepEqual(cyrillic?.readings, { compared: 'zoltan karnovak' })
    const [listed] = matchesIn([entry('1', 'person', ['Золтан Карновак'])], { person: 'Zoltan Karnovak' })
    assert.deepEqual(listed?.readings, { listed: 'zoltan karnovak' })
    const [latin] = matchesIn([zoltan], { person: 'Zoltán Karnovak' })
    assert.ok(latin && !('readings' in latin))
  })

  it('causes a hold at its threshold or above, and is none below the threshold of a review', () => {
    const [match] = matchesIn([zoltan], { person: 'Zoltan Karnovac' })
    const { score = 0 } = match ?? {}
    assert.ok(score > 0.8 && score < 1)
    const holdsAt = (hold: number, look = 0.5) =>
      matchesIn([zoltan], { person: 'Zoltan Karnovac' }, { hold, look })[0]?.holds
    assert.deepEqual([holdsAt(score - 0.001), holdsAt(score + 0.001)], [true, false])
    assert.deepEqual([holdsAt(1, score - 0.001), holdsAt(1, score + 0.001)], [false, undefined])
  })
})

describe('the comparison across kinds', () => {
  const name = 'Zorvex Quillam'
  const found = (kind: EntryKind, asked: { person?: string; company?: string }) =>
    matchesIn([entry('1', kind, [name])], asked).map(({ holds }) => (holds ? 'held' : 'flagged'))

  it('is of people with people, companies with companies, and both with entries of neither kind', () => {
    for (const kind of ['person', 'other'] as const) assert.deepEqual(found(kind, { person: name }), ['held'], kind)
    for (const kind of ['company', 'other'] as const) assert.deepEqual(found(kind, { company: name }), ['held'], kind)
  })

  it('flags a company that matches people, ships or aircraft, and a person that matches companies', () => {
    for (const kind of ['person', 'vessel', 'aircraft'] as const)
      assert.deepEqual(found(kind, { company: name }), ['flagged'], kind)
    assert.deepEqual(found('company', { person: name }), ['flagged'])
  })

  it('excludes a person with ships or aircraft', () => {
    for (const kind of ['vessel', 'aircraft'] as const) assert.deepEqual(found(kind, { person: name }), [], kind)
  })

  it('puts a person on hold whose whole name is listed, even if another name of the entry is a company’s', () => {
    const owner = entry('6', 'other', ['Petra Novotna', 'Novotna Export Consulting'])
    const holdOf = (person: string) => matchesIn([owner], { person }).map(({ alias, holds }) => [alias, holds])
    assert.deepEqual(holdOf('Petra Novotna'), [['Petra Novotna', true]])
    assert.deepEqual(holdOf('Novotna Export Consulting'), [['Novotna Export Consulting', false]])
    assert.deepEqual(holdOf('Jana Novotna'), [])
  })

  it('flags other kinds only if the whole name of two words or more matches', () => {
    assert.deepEqual(found('person', { company: 'Zorvex' }), [])
    assert.deepEqual(found('person', { company: 'Zorvex Quillam Brontar' }), [])
    assert.deepEqual(found('person', { company: 'Zorvex Kellam' }), [])
    const single = matchesIn([entry('1', 'person', ['Zorvex'])], { company: 'Zorvex' })
    assert.deepEqual(single, [])
  })
})

describe('the recorded reasons other than names', () => {
  const denied = { denied: new Set(['KP']), look: new Set(['UA', 'RU']) }
  const screen = createScreener([], denied)
  const reasonsOf = (facts: Partial<ScreeningFacts>) => screen({ ...jane, ...facts }, today).reasons

  it('state the company for a domain that does not fit, unless that pair was cleared, but none for a personal address', () => {
    const other = { emailDomain: 'fabrikam.com', emailDomainName: 'fabrikam', company: ' Northwind Bottling ' }
    assert.deepEqual(reasonsOf(other), [
      { kind: 'domain', key: 'domain:fabrikam.com:bottling northwind', holds: true, compared: 'Northwind Bottling' },
    ])
    assert.deepEqual(reasonsOf({ ...other, domainCleared: true }), [])
    assert.deepEqual(reasonsOf({ ...other, personalEmail: true }), [
      { kind: 'personal-email', key: 'personal-email:fabrikam.com:bottling northwind', holds: true },
    ])
    assert.deepEqual(reasonsOf({ ...other, personalEmail: true, disposableEmail: true }), [
      { kind: 'disposable-email', key: 'disposable-email:fabrikam.com:bottling northwind', holds: true },
    ])
  })

  it('treat company names as equal in any word order, letter case and legal form', () => {
    const keys = ['Northwind Bottling Ltd', 'bottling NORTHWIND', 'Northwind  Bottling, GmbH'].map(nameKey)
    assert.deepEqual(new Set(keys), new Set(['bottling northwind']))
    assert.equal(nameKey('GmbH'), 'gmbh', 'where there is nothing else, the form is the name')
    assert.equal(addressKey('domain', 'a.example', 'Northwind Ltd'), 'domain:a.example:northwind')
  })

  it('state the region for a country with regional sanctions, in Ukraine only', () => {
    const look = (country: string, state?: string) =>
      reasonsOf({ country, ...(state === undefined ? {} : { state }) }).map(({ key, holds, ...rest }) => [
        key,
        holds,
        'compared' in rest ? rest.compared : 'none',
      ])
    const kyiv = regionsOf('UA').find(({ code }) => code === '32')?.name
    assert.deepEqual(look('UA', '32'), [['country-look:UA', false, kyiv]])
    assert.deepEqual(look('UA'), [['country-look:UA', false, '']])
    assert.deepEqual(look('UA', '99'), [['country-look:UA', false, '']])
    assert.deepEqual(look('RU', '32'), [['country-look:RU', false, 'none']])
    assert.deepEqual(look('GB'), [])
  })

  it('state how a sanctioned region was recognised', () => {
    const region = (facts: Partial<ScreeningFacts>) =>
      reasonsOf({ country: 'UA', ...facts })
        .filter(({ kind }) => kind === 'region')
        .map(({ key, holds, compared }) => [key, holds, compared])
    assert.deepEqual(region({ state: '43' }), [['region:crimea', true, 'Crimea']])
    const recognise = recogniseRegions(sanctionedRegions)
    assert.equal(recognise({ country: 'RU', state: ' Крым ', city: '', postcode: '' })?.by, 'Крым')
    const posts = {
      Crimea: { state: '43', starts: ['95', '96', '97', '98'] },
      Sevastopol: { state: '40', starts: ['99'] },
      Donetsk: { state: '14', starts: ['83', '84', '85', '86', '87'] },
      Luhansk: { state: '09', starts: ['91', '92', '93', '94'] },
    }
    for (const [name, { state, starts }] of Object.entries(posts)) {
      assert.equal(recognise({ country: 'UA', state, city: '', postcode: '' })?.by, name)
      for (const start of starts)
        for (const postcode of [`${start}777`, `2${start}777`]) {
          assert.equal(recognise({ country: 'UA', state: '', city: '', postcode })?.region.name, name, postcode)
          for (const wrong of [`1${postcode}`, `${postcode}1`])
            assert.equal(recognise({ country: 'UA', state: '', city: '', postcode: wrong }), null, wrong)
        }
    }
  })

  it('state a name in unreadable characters; a company without letters has no fitting address anyway', () => {
    const kinds = (facts: Partial<ScreeningFacts>) => reasonsOf(facts).map(({ kind, key }) => `${kind} ${key}`)
    assert.deepEqual(kinds({ firstName: '𐎀', lastName: '' }), ['unreadable unreadable:𐎀'])
    assert.deepEqual(kinds({ company: '𐎀 Northwind' }), ['unreadable unreadable:𐎀 Northwind'])
    assert.deepEqual(kinds({ firstName: '', lastName: '' }), [])
    assert.deepEqual(
      kinds({ company: '…' }).filter((one) => one.startsWith('unreadable')),
      [],
    )
  })

  it('list reasons for a hold before reasons to flag', () => {
    const order = createScreener(
      [list('L', [entry('1', 'vessel', ['Zorvex Quillam']), entry('2', 'person', ['Jane Doe'])])],
      denied,
    )({ ...jane, company: 'Zorvex Quillam', country: 'UA', city: 'Yalta' }, today).reasons.map(({ kind, entry: id }) =>
      id === undefined ? kind : `${kind} ${id}`,
    )
    assert.deepEqual(order, ['list 2', 'region', 'domain', 'list 1', 'country-look'])
  })

  it('put the person on hold if a check failed, and state the lists', () => {
    assert.deepEqual(unscreened('GB', denied), {
      dplStatus: 'PENDING',
      deniedCountry: false,
      reasons: [{ kind: 'unscreened', key: 'unscreened', holds: true }],
    })
    assert.equal(unscreened('KP', denied).deniedCountry, true)
    assert.deepEqual(unfinished('KP', denied, 'abc'), {
      dplStatus: 'PENDING',
      deniedCountry: true,
      reasons: [{ kind: 'unfinished', key: 'unfinished:abc', holds: true }],
    })
    assert.equal(unfinished('GB', denied, 'abc').deniedCountry, false)
  })
})
