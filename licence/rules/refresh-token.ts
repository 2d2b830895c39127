/** What a device's row keeps: the number and hash of the token issued last, the hash of the one used last, and those of its proofs. */
export type StoredTokens = {
  seq: number
  usedHash: string | null
  issuedHash: string | null
  usedProofs: readonly string[]
}

/** A refresh token whose signature is right. */
export type PresentedToken = { seq: number; hash: string }

/** What the row keeps besides the hash of the token to issue now, which has the number; or why none is issued. */
export type Renewal = Omit<StoredTokens, 'issuedHash'> | 'copied' | 'replayed'

/** How many proofs of one token are stored. A request with an older one that is sent again is taken for a lost response. */
export const maxProofs = 16

/**
 * Decides what a refresh token gives that came with a proof. The issued one becomes the used one and gives the next. The used one again is a response that
 * was lost, and another token replaces the issued one; with a proof that it came with before, it is the same request once more, sent
 * again by the network or an attacker, and replaces nothing. A token that was replaced, or is older, is held by a copy of the disk or by its
 * original. A higher number than was ever issued means that the database was restored from a backup.
 */
export function renewalBy(stored: StoredTokens, { seq, hash }: PresentedToken, proof: string): Renewal {
  if (hash === stored.issuedHash || seq > stored.seq) return { seq: seq + 1, usedHash: hash, usedProofs: [proof] }
  if (hash !== stored.usedHash) return 'copied'
  if (stored.usedProofs.includes(proof)) return 'replayed'
  return { seq: stored.seq, usedHash: hash, usedProofs: [...stored.usedProofs, proof].slice(-maxProofs) }
}
