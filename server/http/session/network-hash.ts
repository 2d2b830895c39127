import { deriveKeys, sign } from '../../../platform/crypto/secrets.ts'
import { networksOf } from './rate-limits.ts'

/**
 * A keyed hash of the network somebody asks from, short enough for a line of the log: it tells whether two lines come from one
 * place, and nobody without the secret what place that is.
 */
export function createNetworkHash(secrets: readonly string[]): (address: string) => string {
  const keys = deriveKeys(secrets, 'networks')
  return (address) => sign(keys, networksOf(address)[0][0]).slice(0, 16)
}
