import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'vitest'
import { comparisonVersion, createNameScreener } from './name-screening.ts'

const listed = [
  ['person', 'ZARQUON, Ivor Lorne'],
  ['person', 'AL-BARADI, Mahmud Yusuf'],
  ['person', 'KIM, Song Nam'],
  ['person', 'SUHAYLI, Zuhayr'],
  ['person', 'ORDAZ VILLEGAS, Fermin'],
  ['other', 'PETREL HARBOUR TRADING'],
  ['other', 'LOMAS ARRIETA, Casimiro Jesus'],
  ['company', 'Varna Ostrov Baltic Salvage Company'],
  ['company', 'BLACKWATER MERIDIAN LTD'],
] as const
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
  const screen = createNameScreener(
    [
      {
        name: 'List',
        hash: '',
        date: '2026-11-01',
        entries: listed.map(([kind, name], at) => ({
          id: String(at),
          kind,
          names: [{ name, quality: 'primary' }],
          programmes: [],
        })),
      },
    ],
    { hold: 0.82, look: 0.5 },
  )
  const scores = asked.map((name) =>
    [screen({ person: name, company: '' }, '2026-11-20'), screen({ person: '', company: name }, '2026-11-20')]
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
