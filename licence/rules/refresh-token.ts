/** The stored tokens of a device: the number of the last issued one, its hash, and the hash of the last used one. */
export type StoredTokens = { seq: number; usedHash: string | null; issuedHash: string | null }

/** A refresh token with a valid signature. */
export type PresentedToken = { seq: number; hash: string }

/** The number of the token to issue, and the hash of the token before it; or `copied`. */
export type Renewal = { seq: number; usedHash: string } | 'copied'

/**
 * Decides about a refresh token. The issued token becomes the used one and gives the next. The used one again means
 * that a response was lost: another token replaces the issued one. An older or replaced token is held by a copy of the
 * disk or by its original. A number higher than ever issued means that the database was restored from a backup.
 */
export function renewalBy(stored: StoredTokens, presented: PresentedToken): Renewal {
  const { seq, hash } = presented
  if (hash === stored.issuedHash || seq > stored.seq) return { seq: seq + 1, usedHash: hash }
  if (hash === stored.usedHash) return { seq: stored.seq, usedHash: hash }
  return 'copied'
}
