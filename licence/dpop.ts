import { createHash } from 'node:crypto'
import { isSigned, sign, type Keys } from '../platform/crypto/secrets.ts'
import type { LicenceContext } from './context.ts'
import { OAuthError } from './oauth-error.ts'
import { readSelfSigned } from './self-signed.ts'

/** The maximum length of a proof header, in characters. */
const maxProof = 4096
/** How long, in ms, a nonce is accepted: until the next window. */
const nonceWindow = 300_000

/** The content of a proof: the thumbprint of the program's key, and the proof's own id. */
export type Proof = { jkt: string; jti: string }

/** Returns a nonce of the present window. It needs no storage, because the server recognises its own signature. */
export function newNonce({ nonceKeys, now }: Pick<LicenceContext, 'nonceKeys' | 'now'>): string {
  const window = Math.floor(now().getTime() / nonceWindow)
  return `${window.toString(36)}.${sign(nonceKeys, String(window))}`
}

function isNonce(keys: Keys, now: Date, nonce: unknown): boolean {
  const [first = '', signature = ''] = typeof nonce === 'string' ? nonce.split('.') : []
  const window = Number.parseInt(first, 36)
  const age = Math.floor(now.getTime() / nonceWindow) - window
  return (age === 0 || age === 1) && isSigned(keys, String(window), signature)
}

const invalid = (why: string) => new OAuthError('invalid_dpop_proof', why)

/**
 * Returns the content of a DPoP proof (RFC 9449 §4.3) for one of the URLs, or throws. The proof's `iat` is not checked:
 * a computer with a wrong clock must be able to renew its lease, and the nonce shows that the proof is fresh.
 */
export async function readProof(
  context: Pick<LicenceContext, 'nonceKeys' | 'now'>,
  header: string | string[] | undefined,
  request: { method: string; urls: readonly string[]; accessToken?: string },
): Promise<Proof> {
  if (typeof header !== 'string' || header === '') throw invalid('The header DPoP is missing.')
  if (header.length > maxProof) throw invalid('The proof is too long.')
  const read = await readSelfSigned(header, 'dpop+jwt')
  if (!read) throw invalid('The proof is not an ES256 proof with a public key, or cannot be verified.')
  const { jkt, claims } = read
  const { htm, htu, jti, nonce, ath } = claims
  if (htm !== request.method) throw invalid('The proof is for another method.')
  if (typeof htu !== 'string' || !request.urls.includes(htu.split(/[?#]/)[0] ?? ''))
    throw invalid('The proof is for another address.')
  if (typeof jti !== 'string' || jti === '' || jti.length > 200) throw invalid('The proof has no jti.')
  if (typeof claims['iat'] !== 'number') throw invalid('The proof has no iat.')
  if (request.accessToken !== undefined && ath !== hashOf(request.accessToken))
    throw invalid('The proof is for another access token.')
  if (!isNonce(context.nonceKeys, context.now(), nonce))
    throw new OAuthError('use_dpop_nonce', 'Send the proof again with the nonce of the header DPoP-Nonce.')
  return { jkt, jti }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
