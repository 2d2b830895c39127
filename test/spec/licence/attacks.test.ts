import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { describe, it } from 'vitest'
import { exportJWK } from 'jose'
import { publicKey } from '../../../licence/keys/keyring.ts'
import { atTheHour, givenAShop, givenATrialUser } from '../../support/given.ts'
import { assertRetryAfter } from '../../support/retry-after.ts'
import { createProgram, type TokenBody } from '../../support/licence/program.ts'

const shop = await givenAShop(atTheHour)

async function signedIn() {
  const person = await givenATrialUser(shop)
  const program = await createProgram(shop)
  await program.signIn(person.visitor)
  return { ...person, program }
}

describe('a proof with an algorithm or key chosen by the attacker', () => {
  it('is rejected: none, HS256 with the public key, crit, and a foreign key', async () => {
    const { program } = await signedIn()
    const jwk = await exportJWK(program.pair.publicKey)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { jti: randomUUID(), htm: 'POST', htu: `${shop.url}/licence/token`, iat: 1, nonce: program.nonce() }
    const unsigned = (header: object) => `${part({ typ: 'dpop+jwt', jwk, ...header })}.${part(claims)}`
    const symmetric = unsigned({ alg: 'HS256' })
    const proofs = [
      `${unsigned({ alg: 'none' })}.`,
      `${unsigned({ alg: 'ES256' })}.`,
      `${symmetric}.${createHmac('sha256', JSON.stringify(jwk)).update(symmetric).digest('base64url')}`,
      await program.proof('POST', '/licence/token', { header: { crit: ['b64'], b64: true, jwk: undefined } }),
      await program.proof('POST', '/licence/token', { header: { jwk: undefined, jku: `${shop.url}/licence/keys` } }),
      await program.proof('POST', '/licence/token', { header: { jwk: undefined, kid: program.jkt } }),
      `${await program.proof('POST', '/licence/token')}.${part({})}`,
    ]
    for (const dpop of proofs) {
      const body = new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'analytics',
        refresh_token: program.token(),
      })
      const answer = await fetch(`${shop.url}/licence/token`, { method: 'POST', headers: { dpop }, body })
      const { error, licence_refusal: refusal } = (await answer.json()) as TokenBody
      assert.deepEqual([answer.status, error, refusal], [400, 'invalid_dpop_proof', undefined], dpop.slice(0, 90))
    }
    assert.equal((await program.renew()).status, 200)
  })
})

describe('a token of 5 MB', () => {
  it('is not read, neither in the body nor in the header', async () => {
    const { program } = await signedIn()
    const huge = `tlr_${'x'.repeat(5_000_000)}`
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'analytics', refresh_token: huge })
    const dpop = await program.proof('POST', '/licence/token')
    const inBody = await fetch(`${shop.url}/licence/token`, { method: 'POST', headers: { dpop }, body }).then(
      ({ status }) => status,
      // The server may close the connection before the whole body is sent.
      () => 413,
    )
    assert.equal(inBody, 413)
    const inHeader = await fetch(`${shop.url}/licence/me`, { headers: { authorization: `DPoP ${'x'.repeat(8000)}` } })
    assert.equal(inHeader.status, 401)
    assert.equal((await program.renew()).status, 200)
  })
})

describe('a program', () => {
  it('can request tokens 200 times in 15 minutes, without limiting programs with other keys', async () => {
    const limited = await givenAShop({ ...atTheHour, RATE_LIMIT_FACTOR: '0.02' })
    const [program, other] = [await createProgram(limited), await createProgram(limited)]
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) statuses.push((await program.renewWith('tlr_x')).status)
    assert.deepEqual(statuses, [400, 400, 400, 400, 429, 429])
    assertRetryAfter((await program.renewWith('tlr_x')).headers, 900)
    assert.equal((await other.renewWith('tlr_x')).status, 400)
  })

  it('renews although its network has no request left, but not with the token of another key', async () => {
    const limited = await givenAShop(atTheHour)
    const { visitor } = await givenATrialUser(limited)
    const program = await createProgram(limited)
    await program.signIn(visitor)
    await limited.restart({ RATE_LIMIT_FACTOR: '0.01' })
    const stranger = async (token: string) => (await createProgram(limited)).renewWith(token)
    const statuses = new Set<number>()
    for (let count = 0; count < 60; count += 1) statuses.add((await stranger('tlr_x')).status)
    assert.deepEqual([...statuses], [400, 429])
    assert.equal((await stranger(program.token())).status, 429)
    assert.equal((await program.renew()).status, 200)
    // Its own limit is two, and the sign-in was the first.
    assert.equal((await program.renew()).status, 429)
  })
})

describe('an evaluation key', () => {
  it('is marked as such wherever it is published, and a production key is not', () => {
    const key = {
      iss: 'https://shop.example.com/licence',
      kid: 'a',
      algorithm: 'ES256' as const,
      state: 'current' as const,
      jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' },
      createdAt: new Date(0),
      promotedAt: null,
      retiredAt: null,
    }
    const shown = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'a', alg: 'ES256', use: 'sig' }
    assert.deepEqual(publicKey(key, true), { ...shown, sandbox: true })
    assert.deepEqual(publicKey(key, false), shown)
  })
})
