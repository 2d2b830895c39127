import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { brandIn, legalLinks, type BrandFile } from './brand.ts'

const eula = { title: 'Licence', address: '/licence', version: '3' }
const privacy = { title: 'Privacy', address: '/privacy', version: '7' }
const shown = {
  name: 'Parallax',
  logo: null,
  mark: null,
  socialImage: null,
  mailHeader: null,
  accentHue: 250,
  accentChroma: 0.1,
  neutralHue: 240,
  supportEmail: 'help@parallax.example',
  legalName: 'Parallax Ltd',
  desktopProtocol: 'parallax',
}
const file: BrandFile = {
  ...shown,
  documents: {
    eula: { ...eula, translations: { de: { title: 'Lizenz' } } },
    privacy: { ...privacy, translations: {} },
  },
  reviewTimes: { en: 'one working day' },
  announcements: { en: 'New version' },
  questions: { en: [{ question: 'Why?', answer: 'Because.' }] },
  files: new Map([['/logo.svg', { type: 'image/svg+xml', bytes: new Uint8Array() }]]),
}

test('a page receives the brand without its files, questions and other languages', () => {
  assert.deepEqual(brandIn(file, 'en'), {
    ...shown,
    documents: { eula, privacy },
    reviewTime: 'one working day',
    announcement: 'New version',
  })
})

test('the title of a document is translated if the brand file translates it; address and version stay', () => {
  assert.deepEqual(brandIn(file, 'de').documents, { eula: { ...eula, title: 'Lizenz' }, privacy })
})

test('a page states nothing for which its language has no text', () => {
  const { documents, ...others } = brandIn({ ...file, refundRules: { en: '14 days' } }, 'de')
  assert.deepEqual(others, shown)
  assert.equal(documents.eula.title, 'Lizenz')
})

test('a page states what is refunded, in its language', () => {
  const refundRules = { en: '14 days', de: '14 Tage' }
  assert.equal(brandIn({ ...file, refundRules }, 'en').refundRule, '14 days')
  assert.equal(brandIn({ ...file, refundRules }, 'de').refundRule, '14 Tage')
})

describe('legal pages', () => {
  const pages: BrandFile = {
    ...file,
    legalPages: {
      imprint: { title: 'Imprint', address: '/imprint', translations: { de: { title: 'Impressum' } } },
      terms: { title: 'Terms', address: '/terms', translations: { de: {} } },
    },
  }

  test('have their titles in the language of the page, and keep their addresses', () => {
    assert.deepEqual(brandIn(pages, 'en').legalPages, {
      terms: { title: 'Terms', address: '/terms' },
      imprint: { title: 'Imprint', address: '/imprint' },
    })
    assert.deepEqual(brandIn(pages, 'de').legalPages, {
      terms: { title: 'Terms', address: '/terms' },
      imprint: { title: 'Impressum', address: '/imprint' },
    })
  })

  test('are linked after the documents: terms, refunds, imprint, without those that the shop does not have', () => {
    const titles = (brand: BrandFile) => legalLinks(brandIn(brand, 'en')).map(({ title }) => title)
    assert.deepEqual(titles(file), ['Licence', 'Privacy'])
    assert.deepEqual(titles({ ...file, legalPages: {} }), ['Licence', 'Privacy'])
    assert.deepEqual(titles(pages), ['Licence', 'Privacy', 'Terms', 'Imprint'])
    const refunds = { title: 'Refunds', address: '/refunds', translations: {} }
    const whole = { ...file, legalPages: { ...pages.legalPages, refunds } }
    assert.deepEqual(titles(whole), ['Licence', 'Privacy', 'Terms', 'Refunds', 'Imprint'])
    assert.deepEqual(legalLinks(brandIn(whole, 'de')).at(-1), { title: 'Impressum', address: '/imprint' })
  })
})
