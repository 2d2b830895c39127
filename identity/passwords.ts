import { hash, verify } from '@node-rs/argon2'
import { fieldLimits } from '../core/limits.ts'
import { lengthOf } from '../core/registration.ts'
import type { IdentityWords } from './http.ts'

/** OWASP's parameters for argon2id, which is the library's default algorithm. Memory in KiB. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const common = new Set([
  '0123456789',
  '1234567890',
  '12345678910',
  '123456789a',
  '0987654321',
  '1q2w3e4r5t',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'abcdefghij',
  'administrator',
  'baseball123',
  'changeme123',
  'football123',
  'iloveyou123',
  'iloveyou12',
  'letmein123',
  'password01',
  'password1!',
  'password12',
  'password123',
  'password1234',
  'passwordpassword',
  'princess123',
  'qwerty1234',
  'qwerty12345',
  'qwerty123456',
  'qwertyuiop',
  'qwertyuiop123',
  'welcome123',
  'welcome1234',
  'zxcvbnm123',
])

export const passwordLengths = { fewest: fieldLimits.passwordLengthMin, most: fieldLimits.passwordLength - 1 }

/** What is wrong with a new password for this address; undefined when it may be used. */
export function passwordProblem(
  { passwordProblems: problems }: IdentityWords,
  password: string,
  email: string,
): string | undefined {
  if (password === '') return problems.required
  if (lengthOf(password) < passwordLengths.fewest) return problems.tooShort(passwordLengths.fewest)
  if (lengthOf(password) > passwordLengths.most) return problems.tooLong(passwordLengths.most)
  const plain = password.normalize('NFKC').toLowerCase()
  if (plain === email.normalize('NFKC').toLowerCase()) return problems.isAddress
  return common.has(plain) || new Set(plain).size === 1 ? problems.tooCommon : undefined
}

/** The same characters may come in different bytes from another keyboard: they are one password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), parameters)
}

/** Overlong input is cut off before it costs anything; no password is that long. */
export async function isPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, lengthOf(password) > passwordLengths.most ? '' : password.normalize('NFKC'))
}
