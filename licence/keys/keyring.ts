import { importJWK, type CryptoKey, type JWK } from 'jose'
import type { LicenceAlgorithm } from '../../domain/catalogue/licence-terms.ts'
import type { LicenceDb } from '../database/tables.ts'
import { readKeys, type OpenKey } from './key-rows.ts'
import { dayMs } from '../../domain/calendar.ts'

/** How long, in ms, an instance may sign with keys that another process has replaced. */
const readEvery = 60_000
/** How long a retired key is published: no lease is valid longer than the longest file. */
const publishedFor = 400 * dayMs

export type SigningKey = { kid: string; algorithm: LicenceAlgorithm; issuer: string; key: CryptoKey | Uint8Array }

export type Keyring = {
  /** The key that signs for an algorithm at present. */
  current(algorithm: LicenceAlgorithm): Promise<SigningKey>
  /** The keys with which programs can verify: current, next and retired ones, without private parts. */
  published(algorithm?: LicenceAlgorithm): Promise<{ keys: JWK[] }>
}

/** The keys in the database, read again once a minute. */
export function createKeyring(db: LicenceDb, secrets: readonly string[], isSandbox: boolean, now: () => Date): Keyring {
  let read: { at: number; keys: Promise<OpenKey[]> } | null = null
  const imported = new Map<string, Promise<CryptoKey | Uint8Array>>()

  function keys(): Promise<OpenKey[]> {
    const at = now().getTime()
    if (read && at - read.at < readEvery) return read.keys
    const reading = { at, keys: readKeys(db, secrets) }
    // After a failure, the next request reads them again.
    reading.keys.catch(() => {
      if (read === reading) read = null
    })
    read = reading
    return reading.keys
  }

  return {
    async current(algorithm) {
      const found = (await keys()).find((key) => key.algorithm === algorithm && key.state === 'current')
      if (!found) throw new Error(`there is no current licence key for ${algorithm}`)
      const { kid, iss, jwk } = found
      const key = imported.get(kid) ?? importJWK(jwk, algorithm)
      imported.set(kid, key)
      return { kid, algorithm, issuer: iss, key: await key }
    },
    async published(algorithm) {
      const moment = now().getTime()
      const valid = (await keys()).filter(
        (key) =>
          (algorithm === undefined || key.algorithm === algorithm) &&
          (key.state === 'current' ||
            key.state === 'next' ||
            (key.state === 'retired' && moment - (key.retiredAt?.getTime() ?? 0) < publishedFor)),
      )
      return { keys: valid.map((key) => publicKey(key, isSandbox)) }
    },
  }
}

/**
 * Returns a key with which programs verify. Those of the sandbox are marked, and programs reject them unless configured
 * to accept them.
 */
export function publicKey({ kid, algorithm, jwk }: OpenKey, isSandbox: boolean): JWK {
  const { kty, crv, x, y } = jwk
  return {
    ...(kty === undefined ? {} : { kty }),
    ...(crv === undefined ? {} : { crv }),
    ...(x === undefined ? {} : { x }),
    ...(y === undefined ? {} : { y }),
    kid,
    alg: algorithm,
    use: 'sig',
    ...(isSandbox ? { sandbox: true } : {}),
  }
}
