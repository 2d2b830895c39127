import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { inLanguage, translatedTexts } from './translations.ts'

const sold = {
  title: 'Analytics, monthly',
  description: 'A month at a time.',
  conditions: 'Renews every month',
  translations: { de: { title: 'Analytics, monatlich', conditions: 'Verlängert sich jeden Monat' } },
}

describe('the texts of a plan', () => {
  it('are in the requested language if the catalogue has them, otherwise as the operator wrote them', () => {
    const { translations: _, ...english } = sold
    assert.deepEqual(inLanguage(english, sold, 'en'), english)
    assert.deepEqual(inLanguage(english, sold, 'de'), { ...english, ...sold.translations.de })
    assert.deepEqual(inLanguage({ title: 'Gone' }, undefined, 'de'), { title: 'Gone' })
    assert.deepEqual(inLanguage(english, english, 'de'), english)
  })

  it('stay as they were at the time of purchase after the catalogue has changed', () => {
    const taken = { title: 'Analytics Pro, monthly', conditions: sold.conditions, price: 49 }
    const shown = { ...taken, conditions: 'Verlängert sich jeden Monat' }
    assert.deepEqual(inLanguage(taken, sold, 'de'), shown)
  })

  it('are never lost or invented: each is the one given or its translation', () => {
    const text = fc.constantFrom('one', 'two', 'three')
    const texts = fc.record(Object.fromEntries(translatedTexts.map((name) => [name, text])), { requiredKeys: [] })
    fc.assert(
      fc.property(texts, texts, texts, (own: Texts, source: Texts, de: Texts) => {
        const shown = inLanguage(own, { ...source, translations: { de } }, 'de')
        assert.deepEqual(Object.keys(shown).toSorted(), Object.keys(own).toSorted())
        for (const name of translatedTexts)
          assert.equal(
            shown[name],
            own[name] !== undefined && own[name] === source[name] ? (de[name] ?? own[name]) : own[name],
          )
      }),
    )
  })
})

type Texts = Partial<Record<(typeof translatedTexts)[number], string>>
