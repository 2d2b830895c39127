/** What a device's row keeps: the number and hash of the token issued last, the hash of the one used last, and those of its proofs. */
export type StoredTokens = {
  seq: number
  usedHash: string | null
  issuedHash: string | null
  usedProofs: readonly string[]
}

/** A refresh token with a valid signature. */
export type PresentedToken = { seq: number; hash: string }

/** What the row keeps besides the hash of the token to issue now, which has the number; or why none is issued. */
export type TokenRenewal = Omit<StoredTokens, 'issuedHash'> | 'copied' | 'replayed'

/** How many proofs of one token are stored. A request with an older one that is sent again is taken for a lost response. */
export const maxProofs = 16

/**
 * Decides about a refresh token that came with a proof. The issued token becomes the used one and gives the next. The used
 * one again means that a response was lost: another token replaces the issued one. With a proof that it came with before,
 * it is the same request, sent again by the network or an attacker, and replaces nothing. An older or replaced token is
 * held by a copy of the disk or by its original. A number higher than ever issued means that the database was restored
 * from a backup.
 */
export function renewalBy(stored: StoredTokens, { seq, hash }: PresentedToken, proof: string): TokenRenewal {
  if (hash === stored.issuedHash || seq > stored.seq) return { seq: seq + 1, usedHash: hash, usedProofs: [proof] }
  if (hash !== stored.usedHash) return 'copied'
  if (stored.usedProofs.includes(proof)) return 'replayed'
  return { seq: stored.seq, usedHash: hash, usedProofs: [...stored.usedProofs, proof].slice(-maxProofs) }
}
