import assert from 'node:assert/strict'
import { test } from 'vitest'
import { brandIn, type BrandFile } from './brand.ts'

const eula = { title: 'Licence', address: '/licence', version: '3' }
const privacy = { title: 'Privacy', address: '/privacy', version: '7' }
const shown = {
  name: 'Parallax',
  logo: null,
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

test('a page does not state how long reviews take if its language has no text for it', () => {
  assert.equal('reviewTime' in brandIn(file, 'de'), false)
})
