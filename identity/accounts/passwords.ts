import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import { fieldLimits } from '../../domain/limits.ts'
import { lengthOf } from '../../domain/person/field-rules.ts'
import type { IdentityWords } from '../http.ts'

/** OWASP's parameters for argon2id, which is the library's default algorithm. Memory in KiB. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Passwords known from breaches: all that are long enough here, and shorter words that a few more digits would make
 * long enough.
 */
const common = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
)
const rows = ['0123456789', '0987654321', 'abcdefghijklmnopqrstuvwxyz']
/** The number of added digits and signs that do not make a common password better. */
const fewMore = 5
/** Shorter names are part of too many other words. */
const shortestName = 4
/** The number of characters beside a name that do not make it a better password. */
const year = 4

export const passwordLengths = { fewest: fieldLimits.passwordLengthMin, most: fieldLimits.passwordLength - 1 }

/**
 * Returns the fault of a new password for this address; undefined if it is accepted. `names` are likely first guesses,
 * such as the names of the brand and the products.
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

/** Whether little remains of it without the names of this shop and the separators of its words. */
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

/** Whether it is easy to guess: a common password, also with a year or a few signs added, or a row of keys. */
function isCommon(plain: string): boolean {
  if (common.has(plain) || new Set(plain).size === 1 || rows.some((row) => row.includes(plain))) return true
  const word = plain.replaceAll(/^\P{L}+|(?<!\P{L})\P{L}+$/gu, '')
  return lengthOf(plain) - lengthOf(word) <= fewMore && common.has(word)
}

/** The same characters may have different bytes on another keyboard: they count as one password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), parameters)
}

/** Input that is too long is cut off first to save time; no password is that long. */
export async function isPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, lengthOf(password) > passwordLengths.most ? '' : password.normalize('NFKC'))
}
