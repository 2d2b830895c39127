import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { screenerOf } from '../tests/given-screener.ts'

const people = [
  'BOUT, Viktor Anatolijevitch',
  'ZARIF, Mohammad Javad',
  'SOLEYMANI, Qasem',
  'NASRALLAH, Hasan',
  'KIM, Jong Un',
  'GUPTA, Ajay',
  'YANUKOVYCH, Viktor Fedorovych',
  'MADURO MOROS, Nicolas',
  'MIN AUNG HLAING',
  'PARTSKHALADZE, Otar',
  'ASAHARA, Shoko',
  'DAWOOD IBRAHIM',
  'NURULLAH NURI',
  'GONZALEZ, Leonardo',
  'KARIMA, Abdollah',
  'GAO, Yan',
  'LIU, Cuiying',
  'ERIK VILLASANA',
  'RAMIREZ CORTES, Delia Nhora',
  'LEE, John',
  'RICHARD PHILLIPS',
  'VOLODIN, Vyacheslav Viktorovich',
  'MAHMOOD, Sultan Bashir-Ud-Din',
  'WILLIAM MICHAEL JOHNSON',
  'KOCNER, Marian',
  'KARNER, Mihael',
  'KALUME, Andre',
]
const companies = [
  'PMC WAGNER',
  'IRAN ELECTRONICS INDUSTRIES',
  'VOLGA GROUP',
  'NAMCHONGANG TRADING',
  'UNIVERSITY OF AUTOMATION',
  'TARGET TRANSPORTATION LTD',
  'NATIONWIDE SHIPPING LTD',
  'ALCO LTD',
  'DOV',
  'CHONGCHONGANG SHIPPING',
  'NATURAL RESOURCES DEVELOPMENT AND INVESTMENT CORPORATION',
  'VOLKSWAGEN LIMITED',
  'KSO',
  'AGOR PRECIOUS METALS',
  'H & H METALFORM GMBH',
]
const found = screenerOf([
  ...people.map((name) => [name] as const),
  ...companies.map((name) => [name, 'company'] as const),
])

describe('a listed person', () => {
  const rows: [asked: string, listed: string][] = [
    ['Viktor Bout', 'BOUT, Viktor Anatolijevitch'],
    ['Mohammad Zarif', 'ZARIF, Mohammad Javad'],
    ['قاسم سلیمانی', 'SOLEYMANI, Qasem'],
    ['حسن نصر الله', 'NASRALLAH, Hasan'],
    ['김정은', 'KIM, Jong Un'],
    ['अजय गुप्ता', 'GUPTA, Ajay'],
    ['Viktor Yanukovych', 'YANUKOVYCH, Viktor Fedorovych'],
    ['Nick Maduro', 'MADURO MOROS, Nicolas'],
    ['မင်းအောင်လှိုင်', 'MIN AUNG HLAING'],
    ['ოთარ ფარცხალაძე', 'PARTSKHALADZE, Otar'],
    ['アサハラ ショウコウ', 'ASAHARA, Shoko'],
    ['दाऊद इब्राहिम', 'DAWOOD IBRAHIM'],
    ['نور الله نوری', 'NURULLAH NURI'],
    ['Wiktor But', 'BOUT, Viktor Anatolijevitch'],
    ['Wjatscheslaw Wolodin', 'VOLODIN, Vyacheslav Viktorovich'],
    ['Bashiruddin Mahmood', 'MAHMOOD, Sultan Bashir-Ud-Din'],
  ]
  for (const [asked, listed] of rows)
    it(`is found by the first and last name: ${asked}`, () =>
      assert.ok(found({ person: asked }).some(({ alias }) => alias === listed)))

  it('is put on hold by the first given name and the surname, whatever other names are listed', () => {
    for (const asked of ['Viktor Bout', 'Mohammad Zarif', 'Viktor Yanukovych'])
      assert.deepEqual(found({ person: asked }).filter(({ holds }) => holds).length, 1, asked)
  })
})

describe('a listed company is found', () => {
  const rows: [asked: string, listed: string][] = [
    ['Wagner Group', 'PMC WAGNER'],
    ['SASAD Iran Electronics Industries', 'IRAN ELECTRONICS INDUSTRIES'],
    ['Volga Group Holding Limited Liability Company', 'VOLGA GROUP'],
    ['Nam Chong Gan Trading', 'NAMCHONGANG TRADING'],
    ['Chong Chon Gang Shipping', 'CHONGCHONGANG SHIPPING'],
    ['Iran Electronics Industries Tehran', 'IRAN ELECTRONICS INDUSTRIES'],
    ['National Resources Development and Investment', 'NATURAL RESOURCES DEVELOPMENT AND INVESTMENT CORPORATION'],
    ['Volkswagen Gesellschaft mit beschränkter Haftung', 'VOLKSWAGEN LIMITED'],
  ]
  for (const [asked, listed] of rows)
    it(`as ${asked}`, () => assert.ok(found({ company: asked }).some(({ alias }) => alias === listed)))
})

describe('a different person is not put on hold', () => {
  const persons = [
    'Leonard Orr',
    'Carrie Mack',
    '娟 高',
    '强 刘',
    'Erik Wilson',
    'Michael Johnson',
    'Maria Conner',
    'Michael Carter',
    'Callum Andrews',
    'Delia C. Ramirez',
    'Rep. Delia C. Ramirez',
    'Ivan Lee',
  ]
  for (const person of persons)
    it(person, () =>
      assert.deepEqual(
        found({ person }).filter(({ holds }) => holds),
        [],
      ),
    )
  for (const company of ['AutoNation', 'Target', 'Nationwide', 'Phillips 66', 'QXO'])
    it(company, () =>
      assert.deepEqual(
        found({ company }).filter(({ holds }) => holds),
        [],
      ),
    )
})

describe('a company of one short word', () => {
  it('does not match another that differs in a letter, and matches its own spelling', () => {
    for (const company of ['Alcoa', 'Alcoa Corporation', 'Alca']) assert.deepEqual(found({ company }), [], company)
    for (const company of ['Alco', 'АЛКО']) assert.equal(found({ company })[0]?.alias, 'ALCO LTD')
  })
})

describe('a company of three letters', () => {
  it('does not match another that sounds the same, and matches its own spelling and one with a doubled letter', () => {
    assert.deepEqual(found({ company: 'Dow' }), [])
    for (const company of ['Dov', 'DOV Ltd.', 'Dovv']) assert.equal(found({ company })[0]?.alias, 'DOV', company)
  })
})

describe('a letter in the name of a company', () => {
  it('matches no other word if it is a word itself', () => {
    assert.deepEqual(found({ company: 'A-Mark Precious Metals' }), [])
  })
  it('matches the first letter of another spelling', () => {
    assert.equal(found({ company: 'H and H Metalform' })[0]?.alias, 'H & H METALFORM GMBH')
  })
})

describe('first and last name', () => {
  const word = fc.constantFrom(
    ...people.flatMap((name) => name.split(/[ ,]+/)),
    'Bin',
    'al',
    'Nasr',
    'Allah',
    'A.',
    'Hassan',
    'محمد',
    'Jong',
    'Chon',
    'Karim-Abdollah',
  )
  const part = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
  const scores = (person: string) =>
    found({ person })
      .map(({ entry, score }) => `${entry} ${score}`)
      .toSorted()

  it('give the same scores in either order', () => {
    fc.assert(
      fc.property(part, part, (one, other) => {
        assert.deepEqual(scores(`${one} ${other}`), scores(`${other} ${one}`))
      }),
      { numRuns: 500 },
    )
  })
})
