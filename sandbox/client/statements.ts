import { calculateJwkThumbprint, compactVerify, errors, importJWK, type JWK } from 'jose'

/** The values compiled into a program: issuer, product and keys. `sandbox`: whether it accepts evaluation licences. */
export type Trust = { issuer: string; product: string; keys: readonly PublicKey[]; sandbox?: boolean }
/** `sandbox`: its licences are for evaluation only. */
export type PublicKey = JWK & { sandbox?: boolean }

/** Times in seconds since 1970. */
export type Lease = {
  v: 1
  iss: string
  aud: string
  base: string
  iat: number
  nbf: number
  renew: number
  exp: number
  dev: string
  seq: number
  cnf: { jkt: string }
  lic: { id: string; plan: string; type: string; until?: string; renews: boolean }
  ent: string[]
  /** The thumbprints of the keys that may sign for this product. */
  keys?: string[]
  to?: string
}

export type Refusal = {
  v: 1
  iss: string
  aud: string
  iat: number
  jkt: string
  req: string
  reason: string
  until?: string
  url: string
}

/** Why a text is not a valid statement for this program. `version`: the program must be updated. */
export type Why =
  | 'too-long'
  | 'malformed'
  | 'crit'
  | 'typ'
  | 'unknown-key'
  | 'algorithm'
  | 'signature'
  | 'version'
  | 'issuer'
  | 'product'
  | 'sandbox'
  | 'device'
  | 'request'

export type Reading<T> = { valid: T } | { why: Why }
type Claims = Record<string, unknown>

const maxLength = 8192

/** Reads a lease for the device whose key has this thumbprint. `state.ts` checks its dates. */
export async function readLease(token: string, trust: Trust, jkt: string): Promise<Reading<Lease>> {
  const read = await readStatement(token, 'licence+jwt', trust)
  if ('why' in read) return read
  const { cnf, iat, nbf, exp, renew } = read.valid
  if (![iat, nbf, exp, renew].every(Number.isSafeInteger)) return { why: 'malformed' }
  if ((cnf as Claims | undefined)?.['jkt'] !== jkt) return { why: 'device' }
  return { valid: read.valid as Lease }
}

/** Reads a refusal that answers the request with the proof `request`; null for one that was checked when it came. */
export async function readRefusal(
  token: string,
  trust: Trust,
  jkt: string,
  request: string | null,
): Promise<Reading<Refusal>> {
  const read = await readStatement(token, 'licence-refusal+jwt', trust)
  if ('why' in read) return read
  const { iat, reason } = read.valid
  if (!Number.isSafeInteger(iat) || typeof reason !== 'string') return { why: 'malformed' }
  if (read.valid['jkt'] !== jkt) return { why: 'device' }
  if (request !== null && read.valid['req'] !== request) return { why: 'request' }
  return { valid: read.valid as Refusal }
}

/** Returns the keys of `offered` that a verified lease names and the program lacks. A key's name is its thumbprint (RFC 7638). */
export async function namedKeys(lease: Lease, offered: readonly JWK[], known: readonly JWK[]): Promise<JWK[]> {
  const named: JWK[] = []
  for (const key of offered) {
    if (known.some(({ kid }) => kid === key.kid) || !algorithmOf(key)) continue
    const thumbprint = await calculateJwkThumbprint(key)
    if (key.kid === thumbprint && lease.keys?.includes(thumbprint)) named.push(key)
  }
  return named
}

/**
 * Verifies the signature, the issuer and the product; the caller checks the rest. The `kid` in the header only selects one of the
 * program's keys: the algorithm is that of the key.
 */
export async function readStatement(token: string, typ: string, trust: Trust): Promise<Reading<Claims>> {
  if (token.length > maxLength) return { why: 'too-long' }
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return { why: 'malformed' }
  const header = objectOf(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url'))
  if (!header) return { why: 'malformed' }
  if ('crit' in header) return { why: 'crit' }
  if (header['typ'] !== typ) return { why: 'typ' }
  const key = trust.keys.find(({ kid }) => kid !== undefined && kid === header['kid'])
  const algorithm = key && algorithmOf(key)
  if (!key || !algorithm) return { why: 'unknown-key' }
  if (header['alg'] !== algorithm) return { why: 'algorithm' }
  if (key.sandbox === true && trust.sandbox !== true) return { why: 'sandbox' }
  const payload = await payloadOf(token, key, algorithm)
  if (!payload) return { why: 'signature' }
  const claims = objectOf(payload)
  if (!claims) return { why: 'malformed' }
  if (claims['v'] !== 1) return { why: 'version' }
  if (claims['iss'] !== trust.issuer) return { why: 'issuer' }
  if (claims['aud'] !== trust.product) return { why: 'product' }
  if (claims['sandbox'] === true && trust.sandbox !== true) return { why: 'sandbox' }
  return { valid: claims }
}

function algorithmOf({ kty, crv }: JWK): 'ES256' | 'Ed25519' | null {
  if (kty === 'EC' && crv === 'P-256') return 'ES256'
  return kty === 'OKP' && crv === 'Ed25519' ? 'Ed25519' : null
}

async function payloadOf(token: string, { kty, crv, x, y }: JWK, algorithm: string): Promise<Uint8Array | null> {
  try {
    const key = await importJWK({ kty, crv, x, ...(y === undefined ? {} : { y }) } as JWK, algorithm)
    return (await compactVerify(token, key, { algorithms: [algorithm] })).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function objectOf(bytes: Uint8Array): Claims | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : null
  } catch {
    // Neither UTF-8 nor JSON.
    return null
  }
}
