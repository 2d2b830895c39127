/**
 * What a device's row keeps: the number of the tokens issued last, the hash of the token used last, and the hashes of the proofs that
 * token came with.
 */
export type StoredTokens = { seq: number; usedHash: string | null; usedProofs: readonly string[] }

/** A refresh token whose signature is right. */
export type SignedToken = { seq: number; hash: string }

/** What the row keeps after the renewal, with the number of the token to issue; or why there is none. */
export type Renewal = StoredTokens | 'copied' | 'replayed'

/** How many proofs of one token are stored. Beyond that, an older request that is sent again gets a lease, which changes nothing. */
export const maxProofs = 16

/** Whether a token was issued last or used last. A higher number than the row has means that the database was restored. */
export function isCurrent({ seq, usedHash }: Pick<StoredTokens, 'seq' | 'usedHash'>, token: SignedToken): boolean {
  return token.seq >= seq || token.hash === usedHash
}

/**
 * Decides what a refresh token gives that came with a proof. An issued token becomes the used one and gives the next. The used one
 * again, with another proof, is a response that was lost, or a request that the network delayed. The server cannot distinguish these,
 * so it issues another token with the same number and all of them stay valid until one is used. Any other token is held by a copy of the
 * disk, or by its original.
 */
export function renewalBy(stored: StoredTokens, token: SignedToken, proof: string): Renewal {
  const { seq, usedHash, usedProofs } = stored
  if (!isCurrent(stored, token)) return 'copied'
  if (token.hash !== usedHash) return { seq: token.seq + 1, usedHash: token.hash, usedProofs: [proof] }
  if (usedProofs.includes(proof)) return 'replayed'
  return { seq, usedHash, usedProofs: [...usedProofs, proof].slice(-maxProofs) }
}
