import assert from 'node:assert/strict'
import { test } from 'vitest'
import { countryOfLanguages, countryOfTimeZone } from './suggested-country.ts'

test('the country is taken from the browser’s preferred language', () => {
  const cases: [given: string | undefined, country: string | undefined][] = [
    ['de-DE,de;q=0.9,en-US;q=0.8', 'DE'],
    ['zh-Hant-TW;q=1', 'TW'],
    ['EN-gb', 'GB'],
    ['\tde-DE ;q=0.9', 'DE'],
    ['de,en-US;q=0.7', undefined],
    ['en;x=de-DE', undefined],
    ['de-DE-1996', undefined],
    ['de-DEU', undefined],
    ['es-419,es;q=0.9', undefined],
    ['en-XX', undefined],
    ['*', undefined],
    ['', undefined],
    [undefined, undefined],
  ]
  for (const [given, country] of cases) assert.equal(countryOfLanguages(given), country, given)
})

test('a time zone determines its country, and UTC none', () => {
  const countries = ['US', 'DE', 'GB'] as const
  assert.equal(countryOfTimeZone('Europe/Berlin', countries), 'DE')
  assert.equal(countryOfTimeZone('America/Chicago', countries), 'US')
  assert.equal(countryOfTimeZone('Asia/Tokyo', countries), undefined)
  assert.equal(countryOfTimeZone('UTC', countries), undefined)
})

test('a browser that cannot list time zones suggests no country', () => {
  const prototype = Intl.Locale.prototype as { getTimeZones?: unknown }
  const { getTimeZones } = prototype
  assert.ok(delete prototype.getTimeZones)
  try {
    assert.equal(countryOfTimeZone('Europe/Berlin', ['DE']), undefined)
  } finally {
    prototype.getTimeZones = getTimeZones
  }
})
