import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { aPerson, enter, givenAnotherIssuer } from '../../support/servers/given-issuer.ts'
import { whoIs } from '../../support/given.ts'
import type { Forgery } from '../../support/servers/other-issuer.ts'

const { shop, tell } = await givenAnotherIssuer(await useCluster())
const now = () => Math.floor(Date.now() / 1000)

/** The change, and the log's message about it. */
const refused: [string, Forgery, RegExp][] = [
  ['not signed at all', { signature: 'none' }, /ERR_JOSE_ALG_NOT_ALLOWED|OAUTH_/],
  ['signed with another key', { signature: 'another key' }, /ERR_JWS_SIGNATURE_VERIFICATION_FAILED/],
  ['with a garbage signature', { signature: 'garbage' }, /ERR_JWS_SIGNATURE_VERIFICATION_FAILED/],
  ['of another issuer', { claims: { iss: 'https://evil.example' } }, /OAUTH_JWT_CLAIM_COMPARISON_FAILED/],
  ['for another client', { claims: { aud: 'another' } }, /OAUTH_JWT_CLAIM_COMPARISON_FAILED/],
  ['that has run out', { claims: { exp: now() - 600 } }, /OAUTH_JWT_TIMESTAMP_CHECK_FAILED/],
  ['that ran out more than a minute ago', { claims: { exp: now() - 65 } }, /OAUTH_JWT_TIMESTAMP_CHECK_FAILED/],
  ['of another sign-in', { claims: { nonce: 'another' } }, /OAUTH_JWT_CLAIM_COMPARISON_FAILED/],
  ['without a nonce', { claims: { nonce: null } }, /OAUTH_INVALID_RESPONSE/],
  ['without a subject', { claims: { sub: null } }, /OAUTH_INVALID_RESPONSE/],
  ['of a sign-in more than twelve hours ago', { claims: { auth_time: now() - 13 * 3600 } }, /auth-time-too-old/],
  ['issued two minutes from now', { claims: { iat: now() + 120 } }, /iat-in-future/],
  ['that was issued to another client', { claims: { azp: 'another' } }, /azp-of-another-client/],
  [
    'kept back, with an OAuth error in its place',
    { token: { status: 401, error: 'invalid_client' } },
    /"oauthError":"invalid_client","status":401/,
  ],
  [
    'kept back with a challenge, as for a wrong secret by HTTP Basic',
    { token: { status: 401, error: 'invalid_client', challenge: 'Basic realm="Jane"' } },
    /"reason":"OAUTH_WWW_AUTHENTICATE_CHALLENGE","oauthError":"invalid_client","status":401/,
  ],
  [
    'kept back with the OAuth error in the challenge',
    { token: { status: 401, error: 'Jane Doe may not', challenge: 'Bearer error="invalid_token"' } },
    /"oauthError":"invalid_token","status":401/,
  ],
  ['kept back by a server that failed', { token: { status: 500, error: 'server_error' } }, /"status":500/],
  ['that never comes, as the connection breaks', { token: 'broken' }, /ECONNRESET|UND_ERR_SOCKET/],
]

for (const [what, forgery, said] of refused)
  test(`an ID token ${what} signs no one in and leads to /failure`, async () => {
    const visitor = shop.visitor()
    const person = aPerson({ email_verified: true, role: 'SUBSCRIPTION_ADMIN' })
    await tell({ person, forgery })
    const before = shop.log.length
    const arrived = await enter(visitor)
    assert.equal(new URL(arrived.url).pathname, '/failure')
    assert.equal(await whoIs(visitor), null)
    const lines = shop.log.slice(before).filter((line) => !line.includes('"msg":"request"'))
    assert.equal(lines.length, 1, lines.join(''))
    assert.match(lines[0] ?? '', /a sign-in was refused/)
    assert.match(lines[0] ?? '', said)
    assert.doesNotMatch(lines[0] ?? '', /database|Jane|northwind/, 'nothing of the issuer’s own words')
  })

test('the clock of the issuer may differ by a minute', async () => {
  const arrivesWith = async (claims: Record<string, unknown>) => {
    await tell({ person: aPerson({ email_verified: true }), forgery: { claims } })
    return new URL((await enter(shop.visitor())).url).pathname
  }
  assert.equal(
    await arrivesWith({ nbf: now() + 55, iat: now() + 55, auth_time: now() + 55, azp: 'tillhouse' }),
    '/plans',
  )
  // The sign-in takes some seconds of the difference on a slow machine.
  assert.equal(await arrivesWith({ nbf: now() + 75 }), '/failure')
})

/** The claims of the person, the reason in the log, and the claims that only the ID token has. */
const unproved: [string, Record<string, unknown>, string, Record<string, unknown>?][] = [
  ['without an address', { email: undefined }, 'email-missing'],
  ['without the claim that verifies the address', {}, 'email-verified-missing'],
  ['with an unverified address', { email_verified: false }, 'email-not-verified'],
  [
    'whose ID token has another address than the verified one of userinfo',
    { email_verified: true },
    'email-verified-missing',
    { email: 'another@northwind-bottling.example' },
  ],
  ['with a text that is not an address', { email: 'not an address', email_verified: true }, 'email-invalid'],
  ['with an empty address', { email: '', email_verified: true }, 'email-invalid'],
  ['with a line break in the address', { email: 'jo@northwind.example\r\nBcc: x@y.example' }, 'email-invalid'],
  ['with U+0000 in the address', { email: 'jo\0@northwind-bottling.example', email_verified: true }, 'email-invalid'],
  ['with an endless address', { email: `jo@${'northwind.'.repeat(40)}example`, email_verified: true }, 'email-invalid'],
  ...['', ' ', 's'.repeat(256), 'a\0b'].map((sub): (typeof unproved)[number] => [
    `with the subject ${JSON.stringify(sub.slice(0, 9))} of ${sub.length} characters`,
    {},
    'subject-invalid',
    { sub, email: 'jo@northwind-bottling.example', email_verified: true },
  ]),
]

for (const [what, claims, reason, inToken] of unproved)
  test(`a sign-in ${what} is refused with ${reason}, and logged without the address`, async () => {
    const person = aPerson(claims)
    await tell({ person, forgery: inToken ? { claims: inToken } : {} })
    const before = shop.log.length
    assert.equal(new URL((await enter(shop.visitor())).url).pathname, '/failure')
    const lines = shop.log.slice(before).filter((line) => !line.includes('"msg":"request"'))
    // Another line says that userinfo of another subject was not read.
    const refusals = lines.filter((line) => line.includes('a sign-in was refused'))
    assert.equal(refusals.length, 1, lines.join(''))
    assert.ok(refusals[0]?.includes(`"reason":"${reason}"`), refusals[0])
    assert.doesNotMatch(lines.join(''), new RegExp(`${RegExp.escape(person.sub)}|northwind`))
  })

test('an address in the ID token is verified by userinfo with the same address', async () => {
  const visitor = shop.visitor()
  const person = aPerson({ email_verified: true })
  await tell({ person, forgery: { claims: { email: person.email.toUpperCase() } } })
  await enter(visitor)
  assert.equal(await whoIs(visitor), person.email.toUpperCase())
})

test('a subject of 255 characters signs in', async () => {
  const visitor = shop.visitor()
  const person = aPerson({ email_verified: true, sub: `${crypto.randomUUID()}${'s'.repeat(219)}` })
  await tell({ person, forgery: {} })
  await enter(visitor)
  assert.equal(await whoIs(visitor), person.email)
})

test('names that a form would not accept are left out, and other claims that cannot be stored are ignored', async () => {
  for (const given_name of ['x'.repeat(500), '<script>', 'Jo\0', ' ', 7]) {
    const visitor = shop.visitor()
    const person = aPerson({ email_verified: true, given_name })
    const claims = { family_name: ' O’Neil ', role: 'a\0', acr: 'a\0', amr: ['a\0', 'pwd'] }
    await tell({ person, forgery: { claims } })
    await enter(visitor)
    assert.equal(await whoIs(visitor), person.email)
    const [stored] = await shop.sql(
      'select first_name, last_name, role, acr, amr from sessions join accounts on accounts.id = account_id where subject = $1',
      [person.sub],
    )
    assert.deepEqual(stored, { first_name: '', last_name: 'O’Neil', role: null, acr: null, amr: ['pwd'] })
  }
})

test('a valid one signs in, also right after the issuer has changed its keys', async () => {
  await tell({ forgery: {} })
  for (const news of [{}, { newKeys: true } as const, { newKeys: true } as const]) {
    const visitor = shop.visitor()
    const person = aPerson({ email_verified: true })
    await tell({ person, ...news })
    await enter(visitor)
    assert.equal(await whoIs(visitor), person.email)
  }
})

test('a redirect by the issuer is not followed: no one is signed in, and the other address gets nothing', async () => {
  const visitor = shop.visitor()
  await tell({ person: aPerson({ email_verified: true }), forgery: { token: 'elsewhere' } })
  assert.equal(new URL((await enter(visitor)).url).pathname, '/failure')
  assert.ok(!(await tell({ forgery: {} })).some((address) => address.endsWith('/elsewhere')))
})

test('the session stores when and how the person signed in at the issuer', async () => {
  const at = now() - 3600
  const visitor = shop.visitor()
  const person = aPerson({ email_verified: true })
  await tell({ person, forgery: { claims: { auth_time: at, acr: 'urn:two', amr: ['pwd', 'otp'] } } })
  await enter(visitor)
  const [kept] = await shop.sql<{ auth_time: Date; acr: string; amr: string[] }>(
    'select auth_time, acr, amr from sessions join accounts on accounts.id = account_id where subject = $1',
    [person.sub],
  )
  assert.deepEqual(kept, { auth_time: new Date(at * 1000), acr: 'urn:two', amr: ['pwd', 'otp'] })
  await tell({ forgery: {} })
})

test('an issuer that ignores max_age is asked once more, with prompt=login', async () => {
  const requests = async () => (await tell({})).filter((address) => address.includes('/auth?'))
  const visitor = shop.visitor()
  const person = aPerson({ email_verified: true })
  await tell({ person, forgery: { claims: { auth_time: now() - 13 * 3600 } } })
  const before = (await requests()).length
  const begun = await visitor.get('/api/v1/login?redirect_url=/plans')
  let address = begun.headers.get('location') ?? ''
  for (let hops = 0; hops < 9 && !address.includes('prompt=login'); hops += 1) {
    const answer = await visitor.get(address)
    address = new URL(answer.headers.get('location') ?? assert.fail('no redirect'), address).href
  }
  assert.equal((await requests()).length, before + 1)
  await tell({ forgery: {} })
  const arrived = await visitor.request(address, { follow: true })
  assert.equal(new URL(arrived.url).pathname, '/plans')
  assert.equal(await whoIs(visitor), person.email)
  await tell({ forgery: { claims: { auth_time: now() - 13 * 3600 } } })
  const another = (await requests()).length
  assert.equal(new URL((await enter(shop.visitor())).url).pathname, '/failure')
  assert.deepEqual(
    (await requests()).slice(another).map((asked) => new URL(asked, shop.url).searchParams.get('prompt')),
    [null, 'login'],
  )
  await tell({ forgery: {} })
})

test('the issuer is asked for a sign-in within the last twelve hours', async () => {
  const asked = await tell({})
  assert.ok(asked.some((address) => address.includes('max_age=43200')))
})

test('an issuer that expects the client secret in the body, without the usual claims, is trusted if the operator names others', async () => {
  const other = await givenAnotherIssuer(await useCluster(), {
    OIDC_CLIENT_AUTH: 'post',
    OIDC_EMAIL_VERIFIED_CLAIM: 'email',
    OIDC_ROLE_CLAIM: 'groups',
  })
  const visitor = other.shop.visitor()
  const person = aPerson({ groups: ['SUBSCRIPTION_ADMIN'] })
  await other.tell({ person })
  await enter(visitor)
  assert.equal(await whoIs(visitor), person.email)
  assert.equal((await visitor.get('/api/v1/subscriptions')).status, 200)
})
