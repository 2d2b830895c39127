import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import {
  calculateJwkThumbprint,
  CompactSign,
  compactVerify,
  createLocalJWKSet,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  type CryptoKey,
  type JWK,
  type JSONWebKeySet,
} from 'jose'
import type { Lease as ClientLease } from '../../../sandbox/client/statements.ts'
import type { TestShop } from '../given.ts'
import type { TestVisitor } from '../http/visitor.ts'

export type TokenBody = {
  access_token: string
  refresh_token: string
  licence: string
  licence_renew_in: number
  licence_keys: JSONWebKeySet
  error?: string
  error_description?: string
  licence_refusal?: string
}
export type TokenAnswer = { status: number; headers: Headers; body: TokenBody }

export type Lease = ClientLease & Record<string, unknown>

const deviceCodeGrant = 'urn:ietf:params:oauth:grant-type:device_code'
export const redirectUri = 'http://127.0.0.1:49152/callback'
const verifier = 'a verifier of the tests that has more than 43 characters'

export async function createProgram(shop: Pick<TestShop, 'url'>, product = 'analytics', pair?: Pair) {
  const { privateKey, publicKey } = pair ?? (await generateKeyPair('ES256', { extractable: true }))
  const jwk = await exportJWK(publicKey)
  const jkt = await calculateJwkThumbprint(jwk)
  let nonce = ''
  let refreshToken = ''

  const signed = (typ: string, claims: object, header: object = {}) =>
    new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ES256', typ, jwk, ...header })
      .sign(privateKey)

  async function proof(
    method: string,
    path: string,
    changes: { header?: Record<string, unknown>; claims?: Record<string, unknown> } = {},
  ) {
    const claims = {
      jti: randomUUID(),
      htm: method,
      htu: shop.url + path,
      iat: 1_000_000_000,
      nonce,
      ...changes.claims,
    }
    return signed('dpop+jwt', claims, changes.header)
  }

  async function post(path: string, form: Record<string, string>): Promise<TokenAnswer> {
    const once = async () => {
      const response = await fetch(shop.url + path, {
        method: 'POST',
        headers: { dpop: await proof('POST', path) },
        body: new URLSearchParams(form),
      })
      nonce = response.headers.get('dpop-nonce') ?? nonce
      return { status: response.status, headers: response.headers, body: (await response.json()) as TokenBody }
    }
    const answer = await once()
    return answer.body.error === 'use_dpop_nonce' ? once() : answer
  }

  const authorizeQuery = (changes: Record<string, string> = {}) => ({
    response_type: 'code',
    client_id: product,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a state',
    scope: 'licence',
    dpop_jkt: jkt,
    device_name: 'Jane’s laptop',
    device_system: 'Windows 11',
    device_version: '4.2.0',
    ...changes,
  })
  const authorizePath = (changes: Record<string, string> = {}) =>
    `/licence/authorize?${new URLSearchParams(authorizeQuery(changes)).toString()}`

  const exchange = (code: string, changes: Record<string, string> = {}) =>
    post('/licence/token', {
      grant_type: 'authorization_code',
      client_id: product,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...changes,
    })

  const renewWith = (token: string, changes: Record<string, string> = {}) =>
    post('/licence/token', { grant_type: 'refresh_token', client_id: product, refresh_token: token, ...changes })

  return {
    jkt,
    pair: { privateKey, publicKey },
    proof,
    post,
    authorizePath,
    exchange,
    renewWith,
    token: () => refreshToken,
    setToken: (token: string) => void (refreshToken = token),

    /** Renews with the token received last, and keeps the new one. */
    async renew(): Promise<TokenAnswer> {
      const answer = await renewWith(refreshToken)
      if (answer.status === 200) refreshToken = answer.body.refresh_token
      return answer
    },

    /** Opens the browser, makes its owner press Allow, and exchanges the code. */
    async signIn(visitor: TestVisitor, changes: Record<string, string> = {}): Promise<TokenBody> {
      const code = await allowedCode(visitor, authorizePath(changes))
      const { status, body } = await exchange(code)
      assert.equal(status, 200, JSON.stringify(body))
      refreshToken = body.refresh_token
      return body
    },

    deviceAuthorization: (changes: Record<string, string> = {}) =>
      post('/licence/device_authorization', {
        client_id: product,
        scope: 'licence',
        device_name: 'Laboratory 4',
        ...changes,
      }) as unknown as Promise<Omit<TokenAnswer, 'body'> & { body: DeviceAuthorization }>,

    /** Returns the request that a program without a network saves; `changes` make it invalid. */
    fileRequest: ({ header, claims }: { header?: Record<string, unknown>; claims?: Record<string, unknown> } = {}) => {
      const computer = { name: 'Laboratory 7', system: 'Windows 10', version: '4.2.0' }
      return signed('licence-request+jwt', { v: 1, product, ...computer, iat: 1_000_000_000, ...claims }, header)
    },

    poll: (deviceCode: string, changes: Record<string, string> = {}) =>
      post('/licence/token', { grant_type: deviceCodeGrant, client_id: product, device_code: deviceCode, ...changes }),
  }
}

type Pair = { privateKey: CryptoKey; publicKey: CryptoKey }
export type DeviceAuthorization = {
  device_code: string
  user_code: string
  verification_uri: string
  expires_in: number
  interval: number
  error?: string
}

/** Follows a program's address in a signed-in browser, presses Allow, and returns the code in the redirect. */
export async function allowedCode(visitor: TestVisitor, path: string): Promise<string> {
  const form = await visitor.form(path)
  const answer = await visitor.submit(form, { act: 'allow' })
  const refresh = answer.headers.get('refresh') ?? assert.fail(`not allowed: ${answer.status} ${await answer.text()}`)
  return new URL(refresh.replace('0; url=', '')).searchParams.get('code') ?? assert.fail(refresh)
}

/** Verifies a statement as a program does, with its keys, and returns the payload. */
export async function verified<T = Lease>(statement: string, keys: JSONWebKeySet, typ = 'licence+jwt'): Promise<T> {
  const { payload, protectedHeader } = await compactVerify(statement, createLocalJWKSet(keys))
  assert.equal(protectedHeader.typ, typ)
  return JSON.parse(new TextDecoder().decode(payload)) as T
}

export type RefusalStatement = {
  reason: string
  jkt: string
  req: string
  aud: string
  url: string
  iss: string
  v: number
  until?: string
}

/** Returns the refusal in a response, verified with the published keys. */
export async function refusalOf(shop: Pick<TestShop, 'url'>, answer: TokenAnswer): Promise<RefusalStatement> {
  assert.equal(answer.status, 400, JSON.stringify(answer.body))
  assert.equal(answer.body.error, 'invalid_grant')
  const keys = (await (await fetch(`${shop.url}/licence/keys`)).json()) as { keys: JWK[] }
  return verified<RefusalStatement>(answer.body.licence_refusal ?? '', keys, 'licence-refusal+jwt')
}

export const leaseOf = (body: TokenBody): Lease => decodeJwt(body.licence)
