import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import { wordsIn } from '../../i18n/server-words.ts'
import { hashPassword, isPassword, passwordProblem } from './passwords.ts'

const say = wordsIn('en').identity
const problem = (password: string) =>
  passwordProblem(say, password, 'jane.doe@shop.example', ['Tillhouse', 'Deep Analytics', 'us'])
const listed = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .split('\n\n')[1]!
  .trim()
  .split('\n')

describe('a new password', () => {
  it('rejects a common one, in any letter case', () => {
    assert.ok(listed.length > 9_000)
    for (const one of listed)
      for (const written of [one, one.toUpperCase()]) assert.ok(problem(written), `${written} was taken`)
  })

  it('is not a common one with a year or a few signs added', () => {
    for (const one of ['password12', 'Password2024!', '!dragon1999', 'qwerty12345', 'Welcome-2026', 'michael_99'])
      assert.equal(problem(one), say.passwordProblems.tooCommon, one)
  })

  it('is not a row of keys, one letter repeated, or the address', () => {
    for (const one of ['0123456789', '0987654321', 'abcdefghij', 'cdefghijkl', 'aaaaaaaaaa', '??????????'])
      assert.equal(problem(one), say.passwordProblems.tooCommon, one)
    assert.equal(problem('Jane.Doe@Shop.example'), say.passwordProblems.isAddress)
  })

  it('is not the name of the brand, or of a product with a year around it', () => {
    for (const one of [
      'Tillhouse1!',
      'till-house-2026',
      'deepanalytics',
      'Deep Analytics 99',
      'tillhouse-deep-analytics',
    ])
      assert.equal(problem(one), say.passwordProblems.tooCommon, one)
    for (const one of ['tillhouse and the long way', 'a deep analytics walk', 'trustbusmust'])
      assert.equal(problem(one), undefined, one)
  })

  it('has no control character, which few keyboards can type', () => {
    for (const character of ['\u0000', '\t', '\n', '\u007F', '\u0085'])
      assert.equal(problem(`tubal${character}grinse`), say.passwordProblems.unprintable, JSON.stringify(character))
  })

  it('may have any letters, be long or in one case, unless it is easy to guess', () => {
    for (const one of [
      'correct horse battery staple',
      'tubalgrinse',
      'ÄÖÜäöüßßßéè',
      '私のパスワードです。はい',
      'tubal\u00A0grinse 👾',
      '7361940258',
      'p4ssage-à-niveau',
    ])
      assert.equal(problem(one), undefined, one)
  })
})

describe('an existing password', () => {
  it('still works although it could not be chosen today', async () => {
    const earlier = 'tubal\tgrinse'
    assert.equal(await isPassword(await hashPassword(earlier), earlier), true)
    assert.equal(await isPassword(await hashPassword(earlier), 'tubalgrinse'), false)
  })
})
