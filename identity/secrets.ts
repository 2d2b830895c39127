import { createSealing } from '../platform/crypto/sealing.ts'
import { deriveKeys, isSigned as isSignedBy, sign, signatures, type Keys } from '../platform/crypto/secrets.ts'

/** Keys of the identity provider for one purpose, derived from the operator's secrets. */
export function keysFor(secrets: readonly string[], purpose: string): Keys {
  return deriveKeys(secrets, `tillhouse identity ${purpose}`, '')
}

/** Encrypts text, so that only holders of a secret can read it. */
export function seal(secrets: readonly string[], purpose: string, text: string): string {
  return createSealing(keysFor(secrets, purpose)).seal('', text)
}

/** Returns the decrypted text, or undefined if no secret opens it. */
export function unseal(secrets: readonly string[], purpose: string, sealed: string): string | undefined {
  return createSealing(keysFor(secrets, purpose)).open('', sealed)
}

/** Returns what an older secret encrypted, encrypted under the newest; undefined if there is nothing to do. */
export function sealAgain(secrets: readonly string[], purpose: string, sealed: string): string | undefined {
  return createSealing(keysFor(secrets, purpose)).renew('', sealed)
}

/** The purposes of keyed hashes: a hash for one is invalid for another. */
type SigningPurpose = 'forms' | 'browsers' | 'recovery-codes'

/** Returns a keyed hash by the newest secret, base64url, such as the anti-forgery token of a browser's cookie. */
export function signed(secrets: readonly string[], purpose: SigningPurpose, text: string): string {
  return sign(keysFor(secrets, purpose), text)
}

export function isSigned(
  secrets: readonly string[],
  purpose: SigningPurpose,
  text: string,
  signature: string,
): boolean {
  return isSignedBy(keysFor(secrets, purpose), text, signature)
}

/** Returns the keyed hash by each secret, newest first: the values under which a text may be stored. */
export function allSigned(secrets: readonly string[], purpose: SigningPurpose, text: string): string[] {
  return signatures(keysFor(secrets, purpose), text)
}
