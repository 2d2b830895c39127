import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'vitest'
import { comparisonVersion } from './name-screening.ts'
import { screenerOf, type Row } from './tests/given-screener.ts'

const listed: Row[] = [
  ['ZARQUON, Ivor Lorne'],
  ['AL-BARADI, Mahmud Yusuf'],
  ['KIM, Song Nam'],
  ['SUHAYLI, Zuhayr'],
  ['ORDAZ VILLEGAS, Fermin'],
  ['PETREL HARBOUR TRADING', 'other'],
  ['LOMAS ARRIETA, Casimiro Jesus', 'other'],
  ['Varna Ostrov Baltic Salvage Company', 'company'],
  ['BLACKWATER MERIDIAN LTD', 'company'],
]
const asked = [
  'Ivor Zarquon',
  'Zarkwon Ivor',
  'I. Zarquon',
  'Mahmoud Yousef Albaradi',
  'محمود البرادعي',
  'Song-nam Kim',
  'Kim Sung Nam',
  'Nam-song Kim',
  '남송 김',
  '성호 김',
  'زهير سهيلي',
  'لورن زرقون',
  'Fermin Villegas',
  'Fermina Ordaz',
  'Petra Harbour',
  'Casimiro Lomas',
  'Ивор Зарквон',
  'VOBS',
  'Varna-Ostrov Salvage GmbH',
  'Blackwater',
  'Black Water Meridian Limited',
]

test('a comparison that scores differently has a new version, so that everyone is screened again', () => {
  const screen = screenerOf(listed, { hold: 0.82, look: 0.5 })
  const scores = asked.map((name) =>
    [screen({ person: name }), screen({ company: name })]
      .flat()
      .map(({ entry, score, holds }) => `${entry} ${score.toFixed(3)} ${holds}`),
  )
  const digest = createHash('sha256').update(JSON.stringify(scores)).digest('hex').slice(0, 16)
  // A change of the digest requires a higher comparisonVersion.
  assert.deepEqual(
    { comparisonVersion, digest },
    { comparisonVersion: 5, digest: '9e08afc45cca92dd' },
    JSON.stringify(scores),
  )
})
