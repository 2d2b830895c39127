import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Keys for one purpose, newest first, derived from the operator's secrets. Signing with raw bytes would take ten times
 * as long.
 */
export type Keys = readonly KeyObject[]

export function deriveKeys(secrets: readonly string[], purpose: string, salt = 'tillhouse'): Keys {
  return secrets.map((secret) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32))))
}

/** Returns 256 random bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the stored form of a token, base64url. Plain SHA-256 suffices, because a random token cannot be guessed. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Returns a keyed hash by the newest key, base64url. */
export function sign(keys: Keys, text: string): string {
  return signatures(keys, text)[0] ?? ''
}

/** Returns the keyed hash by each key, newest first. */
export function signatures(keys: Keys, text: string): string[] {
  return keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'))
}

/** Whether one of the keys signed the text, in constant time. */
export function isSigned(keys: Keys, text: string, signature: string): boolean {
  const given = Buffer.from(signature)
  return signatures(keys, text).some((good) => {
    const expected = Buffer.from(good)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

/** Returns the secret in the data folder, created at the first start. */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  const kept = await readFile(path, 'utf8').catch(() => '')
  if (kept.trim().length >= 32) return kept.trim()
  await mkdir(dataDir, { recursive: true })
  const made = randomToken()
  await writeFile(`${path}.new`, `${made}\n`, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  return made
}
