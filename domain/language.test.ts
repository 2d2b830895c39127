import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'vitest'
import fc from 'fast-check'
import {
  addLanguages,
  isLanguage,
  languageNames,
  languages,
  localeOf,
  preferredLanguage,
  problemOfLanguage,
  productLanguageOf,
  shopLanguages,
} from './language.ts'

describe('preferredLanguage', () => {
  it('takes the supported language with the greatest weight, the first of equals', () => {
    const wishes: [string | undefined, string][] = [
      ['de', 'de'],
      ['de-AT', 'de'],
      ['DE-ch, en', 'de'],
      ['en, de', 'en'],
      ['de, en', 'de'],
      ['en;q=0.5, de;q=0.9', 'de'],
      ['de;q=0.5, en;q=0.9', 'en'],
      ['fr-FR, fr;q=0.9, de;q=0.4, en;q=0.3', 'de'],
      ['de; q=0.2 , en; q=0.1', 'de'],
      ['en;q=0.1,de', 'de'],
      ['de;xq=0', 'de'],
      ['de;q=0x', 'de'],
    ]
    for (const [header, language] of wishes) assert.equal(preferredLanguage(header), language, header)
  })

  it('returns English for unsupported languages, an empty header and invalid input', () => {
    const none = [
      undefined,
      '',
      '*',
      'fr',
      'de;q=0',
      'de;q=0.0, fr',
      'de; q=0',
      'de;q=0 ;x=1',
      'denmark',
      'xde',
      ';q=1',
      ',,,',
      'q=1;de',
      '\u0000',
    ]
    for (const header of none) assert.equal(preferredLanguage(header), 'en', header)
  })

  it('returns a supported language for any header, and reads at most 20 parts of a long one', () => {
    const range = fc.constantFrom('en', 'de', 'de-DE', 'fr', '*', 'constructor', '__proto__', '')
    const quality = fc.constantFrom(
      '',
      ';q=1',
      ';q=0',
      ';q=0.5',
      ';q=',
      ';q=-1',
      ';q=9',
      ';q=1.1.1',
      '; q = .',
      ';x=1;q=0.2',
    )
    const list = fc.array(fc.tuple(range, quality)).map((wishes) => wishes.map((wish) => wish.join('')).join(','))
    fc.assert(
      fc.property(fc.oneof(fc.string(), list), (header) => {
        assert.ok(isLanguage(preferredLanguage(header)))
      }),
    )
    assert.equal(preferredLanguage(`${'fr,'.repeat(100_000)}de`), 'en')
  })

  it('never takes a language with the weight 0', () => {
    const weight = fc.integer({ min: 1, max: 1000 }).map((parts) => (parts / 1000).toFixed(3))
    fc.assert(
      fc.property(fc.constantFrom(...languages), weight, weight, (wanted, most, least) => {
        const [unwanted] = languages.filter((language) => language !== wanted)
        assert.equal(preferredLanguage(`${unwanted};q=0, ${wanted};q=${most}, fr;q=${least}`), wanted)
      }),
    )
  })
})

describe('a language that a vendor adds', () => {
  afterEach(() => addLanguages([]))

  it('can be chosen and is preferred like the languages of the product, and has its own name and locale', () => {
    assert.deepEqual([isLanguage('fr'), preferredLanguage('fr, de;q=0.5')], [false, 'de'])
    addLanguages(['fr', 'nl'])
    assert.deepEqual(shopLanguages(), ['en', 'de', 'fr', 'nl'])
    assert.deepEqual([isLanguage('fr'), preferredLanguage('fr-CA, de;q=0.5')], [true, 'fr'])
    assert.deepEqual(languageNames(), { en: 'English', de: 'Deutsch', fr: 'français', nl: 'Nederlands' })
    assert.equal(languageNames(), languageNames(), 'made once')
    assert.deepEqual([localeOf('fr'), productLanguageOf('fr'), productLanguageOf('de')], ['fr', 'en', 'de'])
  })

  it('must have a code that is known and a script that runs from left to right', () => {
    const found = ['fr', 'gsw', 'deu', 'xx', 'notes', 'FR', 'fr-CA', '', 'ar', 'he'].map((code) =>
      problemOfLanguage(code),
    )
    const rtl = 'right-to-left'
    assert.deepEqual(found, [null, null, 'unknown', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown', rtl, rtl])
  })
})

describe('localeOf', () => {
  it('returns a locale of the language that Intl supports', () => {
    for (const language of languages) {
      const [known] = Intl.DateTimeFormat.supportedLocalesOf([localeOf(language)])
      assert.equal(known && new Intl.Locale(known).language, language)
    }
  })
})
