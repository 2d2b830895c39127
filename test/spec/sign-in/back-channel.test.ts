import assert from 'node:assert/strict'
import { test } from 'vitest'
import { SignJWT, generateKeyPair, importJWK, type JWK } from 'jose'
import { unseal } from '../../../identity/secrets.ts'
import { atTheHour, givenAShop, givenATrialUser, secret, signIn, whoIs } from '../../support/given.ts'
import { idTokenOf, type SealedIdToken } from '../../support/servers/id-token.ts'

const shop = await givenAShop()
const client = 'shop'
const logoutEvent = { 'http://schemas.openid.net/event/backchannel-logout': {} }

type Kept = SealedIdToken & { provider_session: string; subject: string }

async function sessionOf(email: string): Promise<Kept> {
  const [kept] = await shop.sql<Kept>(
    'select sessions.id, id_token, provider_session, subject from sessions join accounts on accounts.id = account_id where email = $1 order by seen_at desc',
    [email],
  )
  assert.ok(kept)
  return kept
}

/** Returns a logout token signed by the provider, with changed claims. */
async function logoutToken(
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
  key?: CryptoKey,
  at = shop,
) {
  const [row] = await at.sql<{ sealed: string }>('select sealed from identity_keys')
  const jwk = JSON.parse(unseal([secret], 'keys', row?.sealed ?? '') ?? '{}') as JWK
  const signed = new SignJWT({
    iss: `${at.url}/identity`,
    aud: client,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 120,
    jti: crypto.randomUUID(),
    events: logoutEvent,
    ...claims,
  }).setProtectedHeader({ alg: 'ES256', kid: String(jwk.kid), typ: 'logout+jwt', ...header })
  return signed.sign(key ?? (await importJWK(jwk, 'ES256')))
}

const tell = (token: string | null, at = shop) =>
  fetch(`${at.url}/sign-in/back-channel-logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(token === null ? {} : { logout_token: token }),
  })

test('the provider’s report of an ended session ends the session here within a second', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const { provider_session: sid, subject } = await sessionOf(email)
  const other = shop.visitor()
  await signIn(other, email)
  assert.equal((await tell(await logoutToken({ sub: subject, sid }))).status, 200)
  assert.equal(await whoIs(visitor), null)
  assert.equal(await whoIs(other), email, 'the other session of the same person goes on')
  assert.equal((await tell(await logoutToken({ sub: subject }))).status, 200)
  assert.equal(await whoIs(other), null)
})

test('a token with the name of a session ends it, although it states another subject than the ID token did', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const { provider_session: sid } = await sessionOf(email)
  const other = shop.visitor()
  await signIn(other, email)
  assert.equal((await tell(await logoutToken({ sub: crypto.randomUUID(), sid }))).status, 200)
  assert.equal(await whoIs(visitor), null)
  assert.equal(await whoIs(other), email)
})

test('an invalid logout token returns 400 and ends nothing', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const session = await sessionOf(email)
  const { provider_session: sid, subject: sub } = session
  const idToken = idTokenOf(session)
  const past = Math.floor(Date.now() / 1000) - 600
  const stranger = (await generateKeyPair('ES256')).privateKey
  const unsigned = [
    { alg: 'none' },
    { iss: `${shop.url}/identity`, aud: client, sub, sid, events: logoutEvent, jti: 'x', iat: past + 600 },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const good = await logoutToken({ sub, sid: 'another session' })
  const bad: [string, string | null][] = [
    ['missing', null],
    ['empty', ''],
    ['garbage', 'x.y.z'],
    ['unsigned', `${unsigned}.`],
    ['an ID token', idToken],
    ['by another key', await logoutToken({ sub, sid }, {}, stranger)],
    ['by an unknown key', await logoutToken({ sub, sid }, { kid: 'unknown' }, stranger)],
    ['for another client', await logoutToken({ sub, sid, aud: 'another' })],
    ['of another issuer', await logoutToken({ sub, sid, iss: 'https://evil.example' })],
    ['over', await logoutToken({ sub, sid, iat: past, exp: past + 120 })],
    ['of another kind', await logoutToken({ sub, sid, events: {} })],
    ['without events', await logoutToken({ sub, sid, events: undefined })],
    ['with a nonce', await logoutToken({ sub, sid, nonce: 'n' })],
    ['without an id', await logoutToken({ sub, sid, jti: undefined })],
    ['without a person and a session', await logoutToken({})],
    ['typed as something else', await logoutToken({ sub, sid }, { typ: 'at+jwt' })],
    ['changed', good.replace(/\.(.{6})/, '.$1x')],
  ]
  for (const [what, token] of bad) {
    assert.equal((await tell(token)).status, 400, what)
    assert.equal(await whoIs(visitor), email, what)
  }
})

test('the provider’s clock can be ahead or behind by a minute, and no more', async () => {
  const now = () => Math.floor(Date.now() / 1000)
  const { visitor, email } = await givenATrialUser(shop)
  const { subject } = await sessionOf(email)
  for (const [seconds, status] of [
    [2, 200],
    [55, 200],
    [-350, 200],
    [90, 400],
    [-400, 400],
  ] as const) {
    await signIn(visitor, email)
    const answer = await tell(await logoutToken({ sub: subject, iat: now() + seconds, exp: now() + seconds + 400 }))
    assert.equal(answer.status, status, `${seconds} seconds`)
    assert.equal(await whoIs(visitor), status === 200 ? null : email)
  }
})

test('a logout token is accepted once', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const { subject } = await sessionOf(email)
  const token = await logoutToken({ sub: subject })
  assert.equal((await tell(token)).status, 200)
  await signIn(visitor, email)
  assert.equal((await tell(token)).status, 400)
  assert.equal(await whoIs(visitor), email)
})

test('only refused tokens count against the limit of an address', async () => {
  const limited = await givenAShop({ ...atTheHour, RATE_LIMIT_FACTOR: '0.005' })
  const valid = async () => tell(await logoutToken({ sub: crypto.randomUUID() }, {}, undefined, limited), limited)
  for (let sent = 0; sent < 5; sent += 1) assert.equal((await valid()).status, 200)
  for (const status of [400, 400, 400, 429]) assert.equal((await tell('garbage', limited)).status, status)
  assert.equal((await valid()).status, 429)
})
