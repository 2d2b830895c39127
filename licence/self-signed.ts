import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose'

/** The payload of a statement, and the thumbprint of the key that signed it. */
export type SelfSigned = { jkt: string; claims: Record<string, unknown> }

/**
 * Reads a compact JWS of a type whose header contains the ES256 key that signed it. It proves only that key. Returns
 * null for any other text.
 */
export async function readSelfSigned(text: string, expectedType: string): Promise<SelfSigned | null> {
  try {
    const { alg, typ, jwk } = decodeProtectedHeader(text)
    if (alg !== 'ES256' || typ !== expectedType || jwk?.kty !== 'EC' || jwk.crv !== 'P-256' || 'd' in jwk) return null
    const { payload } = await compactVerify(text, await importJWK(jwk, alg), { algorithms: ['ES256'] })
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload))
    if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return null
    return { jkt: await calculateJwkThumbprint(jwk), claims: claims as Record<string, unknown> }
  } catch {
    // Whichever part throws (library, key or text), the cause is an invalid statement.
    return null
  }
}
