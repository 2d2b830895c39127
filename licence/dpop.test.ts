import assert from 'node:assert/strict'
import { createHash, createHmac, KeyObject, sign } from 'node:crypto'
import { test } from 'vitest'
import { exportJWK, generateKeyPair } from 'jose'
import { deriveKeys } from '../platform/crypto/secrets.ts'
import { createProgram } from '../test/support/licence/program.ts'
import { newNonce, readProof } from './dpop.ts'

const url = 'https://shop.example'
const path = '/licence/token'
const clock = { now: new Date('2026-11-20T12:00:00Z') }
const context = { nonceKeys: deriveKeys(['a secret of the tests'], 'nonces'), now: () => clock.now }
const nonce = newNonce(context)
const program = await createProgram({ url })

/** Returns the proof of the program as a text; each part can be changed. */
const proof = (
  claims: object = {},
  { header = {}, method = 'POST', at = path }: { header?: Record<string, unknown>; method?: string; at?: string } = {},
) => program.proof(method, at, { header, claims: { nonce, ...claims } })
const read = (text: string | undefined, accessToken?: string) =>
  readProof(context, text, {
    method: 'POST',
    urls: [`https://moved.example${path}`, url + path],
    ...(accessToken === undefined ? {} : { accessToken }),
  })

test('a proof names its key and its own id, whatever the clock of its computer', async () => {
  for (const iat of [0, 1_000_000_000, 9_999_999_999])
    assert.deepEqual(await read(await proof({ jti: 'one', iat })), { jkt: program.jkt, jti: 'one' })
  assert.equal((await read(await proof({ htu: `${url}${path}?a=b#c` }))).jkt, program.jkt)
})

test('a proof is rejected if it is for another request, of another kind, or signed by no key or one the attacker chose', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const jwk = await exportJWK(program.pair.publicKey)
  const { publicKey: foreign } = await generateKeyPair('ES256')
  const payload = { jti: 'one', htm: 'POST', htu: url + path, iat: 1, nonce }
  const unsigned = (header: object) => `${part({ typ: 'dpop+jwt', jwk, ...header })}.${part(payload)}`
  const symmetric = unsigned({ alg: 'HS256' })
  const extended = unsigned({ alg: 'ES256', crit: ['more'], more: true })
  const key = KeyObject.from(program.pair.privateKey)
  const signature = sign('sha256', Buffer.from(extended), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  const rows: [what: string, text: string | undefined][] = [
    ['missing', undefined],
    ['empty', ''],
    ['no JWS', 'x.y.z'],
    ['too long', await proof({ more: 'x'.repeat(5000) })],
    ['for another method', await proof({}, { method: 'GET' })],
    ['for another address', await proof({}, { at: '/licence/me' })],
    ['of another type', await proof({}, { header: { typ: 'JWT' } })],
    ['with its private key', await proof({}, { header: { jwk: await exportJWK(program.pair.privateKey) } })],
    ['with a symmetric key', await proof({}, { header: { jwk: { kty: 'oct', k: 'AAAA' } } })],
    ['with a foreign key', await proof({}, { header: { jwk: await exportJWK(foreign) } })],
    ['with the address of a key', await proof({}, { header: { jwk: undefined, jku: `${url}/licence/keys` } })],
    ['with the name of a key', await proof({}, { header: { jwk: undefined, kid: program.jkt } })],
    ['with an extension that must be understood', `${extended}.${signature}`],
    ['without a signature', `${unsigned({ alg: 'ES256' })}.`],
    ['without an algorithm', `${unsigned({ alg: 'none' })}.`],
    ['signed with the public key', `${symmetric}.${createHmac('sha256', JSON.stringify(jwk)).update(symmetric).digest('base64url')}`],
    ['with a fourth part', `${await proof()}.${part({})}`],
    ['without an id', await proof({ jti: '' })],
    ['with a long id', await proof({ jti: 'x'.repeat(201) })],
    ['without a time', await proof({ iat: 'now' })],
  ] // prettier-ignore
  for (const [what, text] of rows) await assert.rejects(read(text), { code: 'invalid_dpop_proof' }, what)
})

test('a proof needs the server’s nonce of the last five minutes or of the five before', async () => {
  for (const wrong of [undefined, 'abc.def', `${nonce}x`, nonce.replace(/^[^.]+/, 'zzzzz')])
    await assert.rejects(read(await proof({ nonce: wrong })), { code: 'use_dpop_nonce' }, String(wrong))
  clock.now = new Date('2026-11-20T12:09:59Z')
  assert.equal((await read(await proof())).jkt, program.jkt)
  clock.now = new Date('2026-11-20T12:10:00Z')
  await assert.rejects(read(await proof()), { code: 'use_dpop_nonce' })
  clock.now = new Date('2026-11-20T12:00:00Z')
})

test('a proof that comes with an access token names it', async () => {
  const ath = createHash('sha256').update('tla_x').digest('base64url')
  assert.equal((await read(await proof({ ath }), 'tla_x')).jkt, program.jkt)
  for (const wrong of [undefined, `${ath.slice(1)}A`])
    await assert.rejects(read(await proof({ ath: wrong }), 'tla_x'), { code: 'invalid_dpop_proof' })
})
