/** What a device's row keeps: the number of the token issued last, its hash, and the hash of the one used last. */
export type StoredTokens = { seq: number; usedHash: string | null; issuedHash: string | null }

/** A refresh token whose signature is right. */
export type PresentedToken = { seq: number; hash: string }

/** The number of the token to issue now, and the hash of the token it follows; or `copied`. */
export type Renewal = { seq: number; usedHash: string } | 'copied'

/**
 * Decides what a refresh token gives. The issued one becomes the used one and gives the next. The used one again is a response that
 * was lost: another token replaces the issued one. A token that was replaced, or is older, is held by a copy of the disk or by its
 * original. A higher number than was ever issued means that the database was restored from a backup.
 */
export function renewalBy(stored: StoredTokens, presented: PresentedToken): Renewal {
  const { seq, hash } = presented
  if (hash === stored.issuedHash || seq > stored.seq) return { seq: seq + 1, usedHash: hash }
  if (hash === stored.usedHash) return { seq: stored.seq, usedHash: hash }
  return 'copied'
}
