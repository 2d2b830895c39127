import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { tokensOf } from './tokens.ts'

const words = (name: string, who: 'person' | 'company' = 'company') => tokensOf(name, who).map(({ word }) => word)

describe('the words of a name', () => {
  it('are split at blanks and at every mark between words', () => {
    for (const mark of [
      ' ',
      ',',
      ';',
      '/',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '"',
      '“',
      '”',
      '«',
      '»',
      '|',
      '-',
      '–',
      '—',
      '.',
      '&',
      ':',
      '+',
      '_',
    ])
      assert.deepEqual(words(`Petra${mark}Novotna`, 'person'), ['petra', 'novotna'], mark)
    assert.deepEqual(words("O'Neill", 'person').join(''), 'oneill')
  })

  it('are none for a text of marks only', () => {
    assert.deepEqual(words("Petra ' Novotna", 'person'), ['petra', 'novotna'])
  })

  it('record the piece they were part of, and whether it has no vowels', () => {
    assert.deepEqual(tokensOf('Müller', 'person'), [
      { word: 'muller', written: 'Müller', vowelless: false, syllabic: false },
    ])
    assert.deepEqual(
      tokensOf('حسن Hassan', 'person').map(({ vowelless }) => vowelless),
      [true, false],
    )
    assert.deepEqual(
      tokensOf('משה Ёж', 'person').map(({ vowelless }) => vowelless),
      [true, false],
    )
  })

  it('are at most 24 of at most 40 letters, from the first 600 characters', () => {
    assert.equal(words('ab '.repeat(60), 'person').length, 24)
    assert.deepEqual(words('a'.repeat(60), 'person'), ['a'.repeat(40)])
    assert.deepEqual(words(`${' '.repeat(598)}abcdef`, 'person'), ['ab'])
    assert.deepEqual(words('', 'person'), [])
    assert.deepEqual(words(`${'ab '.repeat(23)}王小明`, 'person').slice(22), ['ab', 'wang'])
  })
})

describe('the words of a company', () => {
  it('leave out the company form, unless no other word is left', () => {
    assert.deepEqual(words('Northwind Trading Ltd'), ['northwind', 'trading'])
    assert.deepEqual(words('Northwind GmbH'), ['northwind'])
    assert.deepEqual(words('Limited Company'), ['limited', 'company'])
    assert.deepEqual(words('Northwind Ltd', 'person'), ['northwind', 'ltd'])
    assert.deepEqual(words('Müller GmbH & Co. KG'), ['muller'])
    assert.deepEqual(words('OOO Ladoga, S.A. de C.V.'), ['ladoga', 'de'])
    assert.deepEqual(words('The Company'), ['the'])
    assert.deepEqual(words('Holding AG'), ['holding'])
  })

  it('leave out a long form with one typing error, but not with two, and no similar short word', () => {
    assert.deepEqual(words('Northwind Limitd'), ['northwind'])
    assert.deepEqual(words('Northwind Corporaton'), ['northwind'])
    assert.deepEqual(words('Northwind Incorporatde'), ['northwind'])
    assert.deepEqual(words('Northwind Corporasson'), ['northwind', 'corporasson'])
    assert.deepEqual(words('Northwind Ltx'), ['northwind', 'ltx'])
  })

  it('leave out a form that is joined to a word of four letters or more', () => {
    for (const form of ['company', 'companies', 'limited', 'ltd', 'corporation'])
      assert.deepEqual(words(`North${form}`), ['north'], form)
    assert.deepEqual(words('Bigcompany'), ['bigcompany'])
    assert.deepEqual(words('Companynorth'), ['companynorth'])
    assert.deepEqual(words('Northcompanysouth'), ['northcompanysouth'])
    assert.deepEqual(words('Northcompany', 'person'), ['northcompany'])
  })

  it('join adjacent single letters, with their spelling', () => {
    assert.deepEqual(tokensOf('I. B. M. Trading', 'company'), [
      { word: 'ibm', written: 'I.B.M', vowelless: false, syllabic: false },
      { word: 'trading', written: 'Trading', vowelless: false, syllabic: false },
    ])
    assert.deepEqual(words('A North B C South'), ['a', 'north', 'bc', 'south'])
    assert.deepEqual(words('Northwind S.A.'), ['northwind'])
    assert.deepEqual(words('J. R. Smith', 'person'), ['j', 'r', 'smith'])
    assert.deepEqual(words('1 2 North'), ['1', '2', 'north'])
    assert.deepEqual(words('A 1 B North'), ['a', '1', 'b', 'north'])
  })
})
