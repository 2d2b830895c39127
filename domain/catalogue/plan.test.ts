import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import {
  chargeFault,
  chargedDigits,
  currencyDigits,
  decodeText,
  encodeText,
  majorUnits,
  minorUnits,
  priceText,
  viewPlan,
  type Plan,
} from './plan.ts'

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
  it('is returned with its price in major units and its texts as base64 of UTF-8, without internal fields', () => {
    const { priceMinor: _, ...rest } = annual
    const view = viewPlan(annual, { title: 'Parallax Analytics', picture: null })
    assert.deepEqual(view, {
      ...rest,
      id: 'analytics-annual',
      productTitle: 'Parallax Analytics',
      productPicture: null,
      recommended: false,
      purchasable: true,
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

  it('has the decimals of its currency as Stripe counts them, not as ISO 4217 or the machine’s locale data do', () => {
    for (const currency of 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
      assert.equal(currencyDigits(currency), 0, currency)
    for (const currency of ['bhd', 'jod', 'kwd', 'omr', 'tnd']) assert.equal(currencyDigits(currency), 3, currency)
    for (const currency of 'isk ugx huf twd idr cop pkr all lbp mmk rsd usd eur'.split(' '))
      assert.equal(currencyDigits(currency), 2, currency)
  })

  it('loses nothing between minor and major units in any currency', () => {
    const currencies = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())
    fc.assert(
      fc.property(fc.nat(99_999_999), fc.constantFrom(...currencies), (minor, currency) => {
        assert.equal(minorUnits(majorUnits(minor, currency), currency), minor)
      }),
      { numRuns: 2000 },
    )
  })

  it('is rejected if its price has more decimals than its currency', () => {
    assert.equal(minorUnits(19.99, 'usd'), 1999)
    assert.equal(minorUnits(19.999, 'usd'), null)
    assert.equal(minorUnits(4900, 'jpy'), 4900)
    assert.equal(minorUnits(4900.5, 'jpy'), null)
    assert.equal(minorUnits(1.2345, 'kwd'), null)
    assert.equal(minorUnits(Number.NaN, 'usd'), null)
    assert.equal(minorUnits(1e300, 'usd'), null)
  })

  it('can be charged only in the steps Stripe accepts', () => {
    assert.equal(chargeFault(44_550, 'kwd'), null)
    assert.equal(chargeFault(44_555, 'kwd'), 'in kwd the third decimal must be 0')
    for (const currency of ['isk', 'ugx']) {
      assert.equal(chargeFault(500, currency), null)
      assert.equal(chargeFault(550, currency), `in ${currency} it must be a whole number`)
    }
    for (const currency of ['huf', 'twd', 'usd', 'jpy']) assert.equal(chargeFault(1045, currency), null)
    fc.assert(
      fc.property(fc.nat(99_999), fc.constantFrom('usd', 'jpy', 'kwd', 'huf', 'isk', 'ugx'), (minor, currency) => {
        const step = 10 ** (currencyDigits(currency) - chargedDigits(currency))
        assert.equal(chargeFault(minor, currency) === null, minor % step === 0)
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
    assert.equal(shown(4_990_050, 'huf'), 'HUF 49,900.50')
    assert.equal(shown(500, 'isk'), 'ISK 5.00')
    assert.equal(shown(500, 'mga'), 'MGA 500')
  })

  it('shows US dollars as US$, with separators and two decimals [2.27, 9.1]', () => {
    assert.equal(priceText(1188, 'usd', 'en-GB'), 'US$1,188.00')
    assert.equal(priceText(0.5, 'usd', 'en-GB'), 'US$0.50')
    assert.equal(priceText(1188, 'usd', 'de-DE'), '1.188,00\u00a0US$')
    assert.equal(priceText(2, 'usd', 'en-US'), 'US$2.00')
    assert.equal(priceText(2, 'cad', 'de-DE'), '2,00\u00a0CA$')
    assert.equal(priceText(2, 'usd', 'fr-FR'), '2,00\u00a0$US')
  })
})

describe('the texts of a plan', () => {
  it('are the same after encoding and decoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(decodeText(encodeText(text)), text)
      }),
    )
  })

  it('are decoded only once: text encoded twice is shown as encoded once [2.28]', () => {
    assert.equal(decodeText(encodeText(encodeText('<b>bold</b>'))), encodeText('<b>bold</b>'))
  })

  it('are returned unchanged if they are not base64 of UTF-8', () => {
    for (const text of ['no base64!', '<b>bold</b>', 'ÿ', '/w=='] as const) assert.equal(decodeText(text), text)
  })
})
