import { deriveKeys, sign } from '../../../platform/crypto/secrets.ts'
import { networksOf } from './rate-limits.ts'

/**
 * Returns a keyed hash of the network from which a request comes, for the log: it shows whether two lines come from one
 * network, and does not reveal the network without the secret.
 */
export function createNetworkHash(secrets: readonly string[]): (address: string) => string {
  const keys = deriveKeys(secrets, 'networks')
  return (address) => sign(keys, networksOf(address)[0][0]).slice(0, 16)
}
