import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import { fieldLimits } from '../../domain/limits.ts'
import { lengthOf } from '../../domain/person/field-rules.ts'
import type { IdentityWords } from '../http.ts'

/** OWASP's parameters for argon2id, which is the library's default algorithm. Memory in KiB. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Known in breaches: every one that is long enough to be chosen here, and shorter words that only need a few digits more. */
const common = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
)
const rows = ['0123456789', '0987654321', 'abcdefghijklmnopqrstuvwxyz']
/** How many digits and signs around a common one make it no better. */
const fewMore = 5
/** Shorter names are part of too many other words. */
const shortestName = 4
/** Characters beside a name that make it no better as a password. */
const year = 4

export const passwordLengths = { fewest: fieldLimits.passwordLengthMin, most: fieldLimits.passwordLength - 1 }

/**
 * What is wrong with a new password for this address; undefined when it may be used. `names` are the first guesses
 * here first, such as the names of the brand and of the products.
 */
export function passwordProblem(
  { passwordProblems: problems }: IdentityWords,
  password: string,
  email: string,
  names: readonly string[],
): string | undefined {
  if (password === '') return problems.required
  if (lengthOf(password) < passwordLengths.fewest) return problems.tooShort(passwordLengths.fewest)
  if (lengthOf(password) > passwordLengths.most) return problems.tooLong(passwordLengths.most)
  // NIST SP 800-63B: printing ASCII, the space and Unicode are accepted. Existing passwords are compared as they are.
  if (/\p{Cc}/u.test(password)) return problems.unprintable
  const plain = password.normalize('NFKC').toLowerCase()
  if (plain === email.normalize('NFKC').toLowerCase()) return problems.isAddress
  return isCommon(plain) || isName(plain, names) ? problems.tooCommon : undefined
}

/** Whether little is left of it without the names of this shop and the characters between its words. */
function isName(plain: string, names: readonly string[]): boolean {
  const letters = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  const rest = names
    .map(letters)
    .filter((name) => lengthOf(name) >= shortestName)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(name, ''), letters(plain))
  return lengthOf(rest) <= year && rest !== letters(plain)
}

/** Whether it is easy to guess: a common password, also with a year or a few signs around it, or a row of keys. */
function isCommon(plain: string): boolean {
  if (common.has(plain) || new Set(plain).size === 1 || rows.some((row) => row.includes(plain))) return true
  const word = plain.replaceAll(/^\P{L}+|\P{L}+$/gu, '')
  return lengthOf(plain) - lengthOf(word) <= fewMore && common.has(word)
}

/** The same characters may come in different bytes from another keyboard: they are one password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), parameters)
}

/** Overlong input is cut off before it costs anything; no password is that long. */
export async function isPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, lengthOf(password) > passwordLengths.most ? '' : password.normalize('NFKC'))
}
