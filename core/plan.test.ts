import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { currencyDigits, decodeText, encodeText, longDate, majorUnits, priceText, viewPlan, type Plan } from './plan.ts'

const annual: Plan = {
  name: 'analytics-annual',
  title: 'Parallax Analytics, annual',
  product: 'analytics',
  type: 'subscription',
  priceMinor: 118_800,
  currency: 'usd',
  recurringInterval: 'year',
  recurringIntervalCount: 1,
  durationInDays: null,
  description: 'All of it – für ein Jahr ✓',
  conditions: 'For one named user\nRenews <b>every</b> year',
  requiresAffirmation: true,
}

describe('a plan', () => {
  it('is answered with its price in major units and its texts as base64 of UTF-8, and nothing that is kept inside', () => {
    const { priceMinor: _, ...rest } = annual
    const view = viewPlan(annual)
    assert.deepEqual(view, {
      ...rest,
      id: 'analytics-annual',
      price: 1188,
      description: view.description,
      conditions: view.conditions,
    })
    assert.equal(Buffer.from(view.description, 'base64').toString(), annual.description)
    assert.equal(Buffer.from(view.conditions, 'base64').toString(), annual.conditions)
  })

  it('has a price in the units of its currency', () => {
    assert.deepEqual(['usd', 'jpy', 'kwd', 'eur'].map(currencyDigits), [2, 0, 3, 2])
    assert.equal(majorUnits(118_800, 'usd'), 1188)
    assert.equal(majorUnits(1005, 'usd'), 10.05)
    assert.equal(majorUnits(4900, 'jpy'), 4900)
    assert.equal(majorUnits(1234, 'kwd'), 1.234)
    assert.equal(majorUnits(0, 'usd'), 0)
  })

  it('loses no cent between minor and major units', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.constantFrom('usd', 'jpy', 'kwd'), (minor, currency) => {
        assert.equal(Math.round(majorUnits(minor, currency) * 10 ** currencyDigits(currency)), minor)
      }),
    )
  })

  it('shows each currency with its own decimals, none for the yen and three for the dinar', () => {
    const shown = (minor: number, currency: string) =>
      priceText(majorUnits(minor, currency), currency, 'en-GB').replaceAll('\u00a0', ' ')
    assert.equal(shown(14_900, 'jpy'), 'JP¥14,900')
    assert.equal(shown(44_550, 'kwd'), 'KWD 44.550')
    assert.equal(shown(5, 'kwd'), 'KWD 0.005')
    assert.equal(shown(102_010, 'eur'), '€1,020.10')
  })

  it('shows US dollars as US$, with separators and two decimals', () => {
    assert.equal(priceText(1188, 'usd', 'en-GB'), 'US$1,188.00')
    assert.equal(priceText(0.5, 'usd', 'en-GB'), 'US$0.50')
  })
})

describe('the texts of a plan', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(decodeText(encodeText(text)), text)
      }),
    )
  })

  it('are decoded once: what was encoded twice shows as it was encoded', () => {
    assert.equal(decodeText(encodeText(encodeText('<b>bold</b>'))), encodeText('<b>bold</b>'))
  })

  it('stay as they are when they are no base64 of UTF-8', () => {
    for (const text of ['no base64!', '<b>bold</b>', 'ÿ', '/w=='] as const) assert.equal(decodeText(text), text)
  })
})

describe('a long date', () => {
  it('is the UTC day, whatever the hour and wherever the machine stands', () => {
    for (const day of ['2026-12-20T00:00:00.000Z', '2026-12-20T23:59:59.999Z', new Date(Date.UTC(2026, 11, 20))])
      assert.equal(longDate(day, 'en-GB'), '20 December 2026')
    assert.equal(longDate('2028-02-29T00:00:00Z', 'en-GB'), '29 February 2028')
  })
})
