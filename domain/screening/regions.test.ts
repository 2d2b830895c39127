import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { jane } from '../../test/support/screening/given-facts.ts'
import { countryCodes } from '../lists/countries.ts'
import { regionsOf } from '../lists/regions.ts'
import { asksForRegion } from '../person/field-rules.ts'
import { recogniseRegions, sanctionedRegions, type StatedPlace } from './regions.ts'
import { createScreener } from './screening.ts'

const recognise = recogniseRegions(sanctionedRegions)
const keyOf = (place: Partial<StatedPlace>) =>
  recognise({ country: 'UA', state: '', city: '', postcode: '', ...place })?.region.key ?? null

describe('a region under sanctions', () => {
  it('is recognised by the code that the form asks for', () => {
    const found = regionsOf('UA').flatMap(({ code }) => keyOf({ state: code }) ?? [])
    assert.deepEqual(found.toSorted(), ['crimea', 'donetsk', 'luhansk', 'sevastopol'])
  })

  it('is recognised by its place names, in any script and case, with other words around them', () => {
    const cities: [string, string][] = [
      ['Simferopol', 'crimea'],
      ['м. Сімферополь', 'crimea'],
      ['КЕРЧЬ', 'crimea'],
      ['Sewastopol', 'sevastopol'],
      ['Севастополь', 'sevastopol'],
      ['Donezk', 'donetsk'],
      ['Донецька область', 'donetsk'],
      ['Mariupol, Donetsk Oblast', 'donetsk'],
      ['г. Луганск', 'luhansk'],
    ]
    for (const [city, key] of cities) assert.equal(keyOf({ city }), key, city)
    for (const city of ['Kyiv', 'Львів', 'Yaltushkiv', 'Dnipro', '']) assert.equal(keyOf({ city }), null, city)
  })

  it('is recognised by Ukrainian and Russian postal codes, and by no others', () => {
    for (const postcode of ['95000', '98 600', '295000', '98-600'])
      assert.equal(keyOf({ postcode }), 'crimea', postcode)
    assert.equal(keyOf({ postcode: '83001' }), 'donetsk')
    assert.equal(keyOf({ postcode: '291000', country: 'RU' }), 'luhansk')
    for (const postcode of ['01001', '79000', '88000', '950001', '9500', '']) assert.equal(keyOf({ postcode }), null)
  })

  it('is not recognised in other countries', () => {
    assert.equal(keyOf({ country: 'FR', postcode: '95000' }), null)
    assert.equal(keyOf({ country: 'US', city: 'Sevastopol', state: '40' }), null)
  })

  it('is shown with what it was recognised by: its name for a code, otherwise the input', () => {
    const shownBy = (place: Partial<StatedPlace>) =>
      recognise({ country: 'UA', state: '', city: '', postcode: '', ...place })?.by
    assert.equal(shownBy({ state: '43', city: 'Kerch' }), 'Crimea')
    assert.equal(shownBy({ state: ' Krym ', city: ' Kerch ' }), 'Kerch')
    assert.equal(shownBy({ state: ' Krym ' }), 'Krym')
    assert.equal(shownBy({ city: 'Kyiv', postcode: ' 95 000 ' }), '95 000')
    assert.equal(shownBy({ postcode: '９５０００' }), '９５０００')
  })

  it('is recognised in either field, by whole words only', () => {
    assert.equal(keyOf({ state: 'Donetsk', city: 'Kyiv' }), 'donetsk')
    for (const city of ['Sakiville', 'Nowosaki']) assert.equal(keyOf({ city }), null, city)
  })

  it('can be added by the operator', () => {
    const own = {
      key: 'north',
      name: 'The North',
      countries: ['CY'],
      codes: ['CY-06'],
      names: ['Kyrenia'],
      postcodes: [],
    }
    const screen = createScreener([], { denied: new Set(), look: new Set(), regions: [own] })
    const person = { ...jane, country: 'CY' }
    const { dplStatus, reasons } = screen({ ...person, city: 'Kyrenia' }, '2026-11-22')
    assert.deepEqual([dplStatus, reasons.map(({ key }) => key)], ['PENDING', ['region:north']])
    assert.equal(screen(person, '2026-11-22').dplStatus, 'PASS')
  })
})

it('the countries whose form asks for a region are those with known regions, each with a unique name', () => {
  for (const country of countryCodes) {
    const regions = regionsOf(country)
    assert.equal(regions.length > 0, asksForRegion(country), country)
    assert.equal(new Set(regions.map(({ name }) => name)).size, regions.length)
    assert.ok(regions.every(({ code }) => /^\d\d$/.test(code)))
  }
})
