import { randomBytes, randomUUID } from 'node:crypto'
import {
  calculateJwkThumbprint,
  CompactSign,
  compactVerify,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'

/** How long, in ms, a program waits for the server. */
const patience = 10_000
const maxAnswer = 262_144

/** The response. `body` is null if it is not a JSON object, for example the page of a captive portal. */
export type ServerResponse = {
  status: number
  body: Record<string, unknown> | null
  /** The `jti` of the proof. */ request: string
}

/** The key of this installation. */
export type DeviceKey = { jkt: string; sign(header: object, claims: object): Promise<string> }

export async function newDeviceKey(): Promise<JWK> {
  return exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)
}

/** Imports the key and signs a random text with it, so that a public part alone opens no lease. Rejects if either fails. */
export async function openDeviceKey(stored: JWK): Promise<DeviceKey> {
  const { kty, crv, x, y } = stored
  const jwk = { kty, crv, x, y } as JWK
  const [privateKey, publicKey] = [await importJWK(stored, 'ES256'), await importJWK(jwk, 'ES256')]
  const challenge = randomBytes(32)
  await compactVerify(await new CompactSign(challenge).setProtectedHeader({ alg: 'ES256' }).sign(privateKey), publicKey)
  return {
    jkt: await calculateJwkThumbprint(jwk),
    sign: (header, claims) =>
      new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'ES256', jwk, ...header })
        .sign(privateKey),
  }
}

/** Posts forms with a proof of the key (RFC 9449), and repeats if the server requires a new nonce. Rejects without a connection. */
export function createRequests(key: DeviceKey, send: typeof fetch = fetch) {
  let nonce = ''

  async function once(url: string, form: Record<string, string>): Promise<ServerResponse> {
    const request = randomUUID()
    const claims = { jti: request, htm: 'POST', htu: url, iat: Math.floor(Date.now() / 1000), ...(nonce && { nonce }) }
    const response = await send(url, {
      method: 'POST',
      headers: { dpop: await key.sign({ typ: 'dpop+jwt' }, claims), accept: 'application/json' },
      body: new URLSearchParams(form),
      // The server never redirects, so a redirect comes from a proxy.
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    nonce = response.headers.get('dpop-nonce') ?? nonce
    return { status: response.status, body: objectOf(await response.text()), request }
  }

  return async function post(url: string, form: Record<string, string>): Promise<ServerResponse> {
    const answer = await once(url, form)
    return answer.body?.['error'] === 'use_dpop_nonce' ? once(url, form) : answer
  }
}

function objectOf(text: string): Record<string, unknown> | null {
  if (text.length > maxAnswer) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    // The page of a proxy between program and server.
    return null
  }
}
