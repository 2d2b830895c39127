import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** Keys of one purpose, newest first, derived from the operator's secrets. As bare bytes they would cost ten times as much to sign with. */
export type Keys = readonly KeyObject[]

export function deriveKeys(secrets: readonly string[], purpose: string, salt = 'tillhouse'): Keys {
  return secrets.map((secret) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32))))
}

/** 256 random bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token, base64url. Plain SHA-256 suffices: a token is random, so it cannot be guessed. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A keyed hash by the newest key, base64url. */
export function sign(keys: Keys, text: string): string {
  return signatures(keys, text)[0] ?? ''
}

/** The keyed hash by each key, newest first. */
export function signatures(keys: Keys, text: string): string[] {
  return keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'))
}

/** Whether any of the keys signed the text so, in constant time. */
export function isSigned(keys: Keys, text: string, signature: string): boolean {
  const given = Buffer.from(signature)
  return signatures(keys, text).some((good) => {
    const expected = Buffer.from(good)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

/** The secret kept in the data folder, made at the first start. */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  const kept = await readFile(path, 'utf8').catch(() => '')
  if (kept.trim().length >= 32) return kept.trim()
  await mkdir(dataDir, { recursive: true })
  const made = randomToken()
  const file = await open(`${path}.new`, 'w', 0o600)
  await file.writeFile(`${made}\n`)
  await file.sync()
  await file.close()
  await rename(`${path}.new`, path)
  return made
}
