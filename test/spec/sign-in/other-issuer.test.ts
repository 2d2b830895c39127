import assert from 'node:assert/strict'
import { test } from 'vitest'
import { decodeJwt } from 'jose'
import { useCluster } from '../../support/cluster.ts'
import { aPerson, enter, givenAnotherIssuer } from '../../support/servers/given-issuer.ts'
import type { Forgery } from '../../support/servers/other-issuer.ts'
import { aRegistration, eventually, freePort, givenAShop, whoIs } from '../../support/given.ts'
import { idTokenOf, type SealedIdToken } from '../../support/servers/id-token.ts'
import { lockPerson, whileLocked } from '../../support/while-locked.ts'

const cluster = await useCluster()
const { shop, tell } = await givenAnotherIssuer(cluster, { OIDC_ROLE_CLAIM: 'realm_access.roles' })

test('a role, nested in another claim, that the issuer grants, changes or withdraws is audited with the issuer, once for each change', async () => {
  const claims = { email_verified: true }
  const person = aPerson({ ...claims, realm_access: { roles: ['subscription_support'] } })
  const administrator = shop.visitor()
  await tell({ person: aPerson({ ...claims, realm_access: { roles: ['SUBSCRIPTION_ADMIN'] } }) })
  await enter(administrator)
  for (const roles of [['subscription_support'], ['SUBSCRIPTION_SUPPORT'], ['SUBSCRIPTION_ADMIN'], []]) {
    await tell({ person: { ...person, realm_access: { roles } } })
    await enter(shop.visitor())
  }
  type Line = {
    by: string
    act: string
    account: string
    changes: { before: string; after: string }[]
    address: string | null
  }
  const linesOf = async (query: string) => {
    const answer = await administrator.get(`/api/v1/audit?${query}&search=${encodeURIComponent(person.email)}`)
    assert.equal(answer.status, 200)
    return (await answer.json()) as Line[]
  }
  const lines = (await linesOf('limit=100')).filter(({ act }) => act !== 'sign-in')
  assert.deepEqual(
    lines
      .map(({ act, changes: [role] }) => `${act} ${role?.before}${role?.after}`)
      .toSorted((one, other) => one.localeCompare(other)),
    [
      'give-role SUBSCRIPTION_ADMIN',
      'give-role SUBSCRIPTION_SUPPORT',
      'take-role SUBSCRIPTION_ADMIN',
      'take-role SUBSCRIPTION_SUPPORT',
    ],
  )
  assert.equal(new Set(lines.map(({ by }) => by)).size, 1)
  assert.match(lines[0]?.by ?? '', /^https?:\/\//)
  assert.ok(lines.every(({ account, address }) => account === lines[0]?.account && address !== null))
  assert.equal((await linesOf('act=take-role')).length, 2)
})

test('while userinfo fails, those who had a role from it are refused, and others sign in; the log has the cause', async () => {
  const visitor = shop.visitor()
  const administrator = aPerson({ email_verified: true, realm_access: { roles: ['SUBSCRIPTION_ADMIN'] } })
  const another = aPerson({ email_verified: true })
  await tell({ person: administrator })
  await enter(visitor)
  const before = shop.log.length
  for (const [person, landed] of [
    [administrator, '/failure'],
    [another, '/plans'],
  ] as const) {
    await tell({ person, forgery: { userinfo: 503, claims: { email: person.email, email_verified: true } } })
    assert.equal(new URL((await enter(shop.visitor())).url).pathname, landed)
  }
  await tell({ forgery: {} })
  const lines = shop.log.slice(before).join('')
  assert.equal(lines.match(/"status":503,.*the role of a sign-in could not be read from userinfo/g)?.length, 2)
  assert.match(lines, /"reason":"role-unknown".*a sign-in was refused/)
  assert.equal((await visitor.get('/api/v1/subscriptions')).status, 200, 'the session before keeps its role')
  const audit = await (await visitor.get(`/api/v1/audit?act=take-role&search=${administrator.email}`)).json()
  assert.deepEqual(audit, [])
})

test('a sign-in that fails ends no session, and the link of a registration can be used again', async () => {
  const visitor = shop.visitor()
  const person = aPerson({ email_verified: true, realm_access: { roles: ['SUBSCRIPTION_ADMIN'] } })
  await tell({ person })
  await enter(visitor)
  await tell({ forgery: { userinfo: 503, claims: { email: person.email, email_verified: true } } })
  const link = `/api/v1/login?redirect_url=${encodeURIComponent('/plans?registration=x')}`
  const arrived = await visitor.request(link, { headers: { accept: 'text/html' }, follow: true })
  await tell({ forgery: {} })
  assert.equal(new URL(arrived.url).pathname, '/failure')
  assert.equal(await whoIs(visitor), person.email)
  assert.equal(visitor.cookies.get('registration'), 'x')
  await visitor.request(link, { headers: { accept: 'text/html' }, follow: true })
  assert.equal(await whoIs(visitor), person.email)
  assert.ok(!visitor.cookies.has('registration'))
})

test('signed userinfo is read if a key of the issuer signed it for the shop', async () => {
  const role = { realm_access: { roles: ['SUBSCRIPTION_ADMIN'] } }
  for (const claims of [{}, { aud: ['another', 'tillhouse'], iss: 'https://issuer.example' }]) {
    const visitor = shop.visitor()
    const person = aPerson({ email_verified: true, ...role })
    await tell({ person, forgery: { signedUserinfo: { claims } } })
    await enter(visitor)
    assert.equal(await whoIs(visitor), person.email)
    assert.equal((await visitor.get('/api/v1/subscriptions')).status, 200)
  }
  const refused: [NonNullable<Forgery['signedUserinfo']>, RegExp][] = [
    [{ signature: 'another key' }, /ERR_JWS_SIGNATURE_VERIFICATION_FAILED/],
    [{ signature: 'garbage' }, /ERR_JWS_SIGNATURE_VERIFICATION_FAILED/],
    [{ signature: 'none' }, /ERR_JOSE_ALG_NOT_ALLOWED/],
    [{ claims: { aud: 'another' } }, /"reason":"Error"/],
    [{ claims: { sub: 'another' } }, /OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED/],
  ]
  for (const [signedUserinfo, reason] of refused) {
    const before = shop.log.length
    await tell({ person: aPerson({ email_verified: true, ...role }), forgery: { signedUserinfo } })
    assert.equal(new URL((await enter(shop.visitor())).url).pathname, '/failure')
    assert.match(shop.log.slice(before).join(''), reason)
  }
  await tell({ forgery: {} })
})

test('a verified address links the account to the registration and starts the trial [1.8]', async () => {
  const visitor = shop.visitor()
  const { email, ...rest } = aRegistration()
  const registered = await visitor.post(
    '/api/v1/users',
    { email, ...rest },
    { 'x-selected-product': 'analytics-trial' },
  )
  const { trialToken } = (await registered.json()) as { trialToken: string }
  await visitor.post('/api/v1/plans/analytics-trial/checkout', {}, { 'x-trial-token': trialToken })
  const mail = await shop.mailTo(email)
  assert.match(mail.text, /\/api\/v1\/login\?redirect_url=.*prompt=create/)
  await tell({ person: aPerson({ email: email.toUpperCase(), email_verified: true }) })
  await enter(visitor)
  const own = (await (await visitor.get('/api/v1/subscriptions/user')).json()) as {
    subscriptions: { subscription: { status: string } }[]
  }
  assert.deepEqual(
    own.subscriptions.map(({ subscription }) => subscription.status),
    ['active'],
  )
  // The issuer has the address and the password, and the account page links it.
  const refused = await visitor.post('/api/v1/account/email', {
    email: 'another@northwind-bottling.example',
    password: 'one of another provider',
  })
  assert.equal(refused.status, 409)
  const { otherIssuer } = (await (await visitor.get('/api/v1/account/settings')).json()) as { otherIssuer: string }
  const page = await (await visitor.get('/account')).text()
  assert.ok(page.includes('change your password there') && page.includes(otherIssuer))
  assert.ok(!page.includes('/identity/password'))
})

test('an issuer that cannot create accounts is asked for an ordinary sign-in', async () => {
  const visitor = shop.visitor()
  await tell({ person: aPerson({ email_verified: true }) })
  assert.equal(new URL((await enter(visitor, '&prompt=create')).url).pathname, '/plans')
  assert.ok(!(await tell({})).some((address) => address.includes('prompt=create')))
})

test('signing out here signs out at the issuer, which notifies every session it began', async () => {
  const person = aPerson({ email_verified: true })
  await tell({ person })
  const visitor = shop.visitor()
  await enter(visitor)
  const { redirectUrl } = (await (await visitor.post('/logout')).json()) as { redirectUrl: string }
  assert.match(redirectUrl, /\/realms\/vendor\/session\/end\?/)
  assert.match(redirectUrl, /[?&]id_token_hint=eyJ/)
  assert.equal(await whoIs(visitor), null)
})

test('a sign-out continues at the issuer also after the session here has expired, or was replaced by an anonymous visit', async () => {
  const expired = { seen_at: new Date(Date.now() - 31 * 60_000) }
  const person = aPerson({ email_verified: true })
  for (const seesAnotherPage of [false, true]) {
    const visitor = shop.visitor()
    await tell({ person })
    await enter(visitor)
    const own = 'account_id in (select id from accounts where subject = $1)'
    await shop.sql(`update sessions set seen_at = $2 where ${own}`, [person.sub, expired.seen_at])
    if (seesAnotherPage) assert.equal(await whoIs(visitor), null)
    const answer = await visitor.post('/logout')
    assert.equal(answer.status, 200)
    const { redirectUrl } = (await answer.json()) as { redirectUrl: string }
    assert.match(redirectUrl, /\/realms\/vendor\/session\/end\?/)
    assert.equal(redirectUrl.includes('id_token_hint='), !seesAnotherPage)
    if (!seesAnotherPage) assert.deepEqual(await shop.sql(`select 1 from sessions where ${own}`, [person.sub]), [])
  }
})

test('only a sign-out accepts the anti-forgery token of an expired session, and only with its cookie', async () => {
  const visitor = shop.visitor()
  const person = aPerson({ email_verified: true })
  await tell({ person })
  await enter(visitor)
  await shop.sql('update sessions set seen_at = $1', [new Date(Date.now() - 31 * 60_000)])
  assert.equal((await visitor.post('/api/v1/preferences', { language: 'de' })).status, 403)
  assert.equal((await visitor.post('/logout', {}, { 'x-xsrf-token': 'x' })).status, 403)
})

test('a sign-out while the issuer cannot be reached ends the session here, and the log says why', async () => {
  const visitor = shop.visitor()
  await tell({ person: aPerson({ email_verified: true }) })
  await enter(visitor)
  await tell({ forgery: { discovery: 503 } })
  await shop.restart()
  const before = shop.log.length
  const { redirectUrl } = (await (await visitor.post('/logout')).json()) as { redirectUrl: string }
  await tell({ forgery: {} })
  assert.equal(redirectUrl, '/')
  assert.match(shop.log.slice(before).join(''), /the identity provider cannot be reached/)
  assert.equal(await whoIs(visitor), null)
})

test('after a sign-out that did not reach the issuer, the next sign-in there asks who is present, and the one after that does not', async () => {
  const visitor = shop.visitor()
  const promptOf = async (one: typeof visitor, query = '') => {
    const begun = await one.get(`/api/v1/login?redirect_url=/plans${query}`)
    return new URL(begun.headers.get('location') ?? '', shop.url).searchParams.get('prompt')
  }
  await tell({ person: aPerson({ email_verified: true }), forgery: { metadata: { end_session_endpoint: null } } })
  await shop.restart()
  await enter(visitor)
  const answer = await visitor.post('/logout')
  assert.equal(((await answer.json()) as { redirectUrl: string }).redirectUrl, '/')
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('signed-out='))
  assert.match(cookie ?? '', /; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
  assert.equal(await promptOf(shop.visitor()), null, 'only in this browser')
  assert.equal(await promptOf(visitor, '&prompt=create'), 'login', 'the issuer does not support create')
  assert.equal(await promptOf(visitor), 'login', 'an attempt that is left changes nothing')
  assert.equal(new URL((await enter(visitor)).url).pathname, '/plans')
  assert.ok(!visitor.cookies.has('signed-out'))
  await tell({ forgery: { discovery: 503, metadata: {} } })
  await shop.restart()
  await visitor.post('/logout')
  await tell({ forgery: {} })
  assert.equal(await promptOf(visitor), 'login', 'the issuer could not be reached at the sign-out')
  await enter(visitor)
  await visitor.post('/logout')
  assert.ok(!visitor.cookies.has('signed-out'), 'the issuer ends its session itself')
})

test('a sign-out at the issuer ends the session here', async () => {
  const person = aPerson({ email_verified: true })
  await tell({ person })
  const visitor = shop.visitor()
  await enter(visitor)
  const [kept] = await shop.sql<SealedIdToken>(
    'select sessions.id, id_token from sessions join accounts on accounts.id = account_id where subject = $1',
    [person.sub],
  )
  assert.doesNotMatch(kept?.id_token ?? '', /\./, 'the database has no token in clear')
  const { iss } = decodeJwt(idTokenOf(kept))
  const page = await visitor.form(`${iss}/session/end?id_token_hint=${idTokenOf(kept)}`)
  await visitor.submit(page, { logout: 'yes' })
  await eventually('the end of the session', async () => (await whoIs(visitor)) === null)
})

test('a second account with another person’s address is refused, and administrators see it', async () => {
  const [visitor, administrator] = [shop.visitor(), shop.visitor()]
  const registration = aRegistration()
  await visitor.post('/api/v1/users', registration, { 'x-selected-product': 'analytics-trial' })
  const alice = aPerson({ email: registration.email, email_verified: true })
  await tell({ person: alice })
  await enter(visitor)
  assert.equal(await whoIs(visitor), alice.email)
  for (let times = 0; times < 2; times += 1) {
    const other = shop.visitor()
    await tell({ person: aPerson({ email: registration.email, email_verified: true }) })
    assert.equal(new URL((await enter(other)).url).pathname, '/failure')
    assert.equal(await whoIs(other), null)
    const refused = shop.log.findLast((line) => line.includes('a sign-in was refused'))
    assert.match(refused ?? '', /"reason":"second-account"/)
  }
  await tell({ person: aPerson({ email_verified: true, realm_access: { roles: ['SUBSCRIPTION_ADMIN'] } }) })
  await enter(administrator)
  const lines = (await (await administrator.get('/api/v1/audit')).json()) as { by: string; act: string }[]
  assert.deepEqual(
    lines.filter(({ act }) => act === 'second-account').map(({ by }) => by),
    ['system'],
  )
  await tell({ person: alice })
  const again = shop.visitor()
  await enter(again)
  assert.equal(await whoIs(again), alice.email)
})

test('two concurrent first sign-ins of one account both succeed, and are no second account', async () => {
  const { email, ...rest } = aRegistration()
  await shop.visitor().post('/api/v1/users', { email, ...rest }, { 'x-selected-product': 'analytics-trial' })
  await shop.sql('update subscribers set email_verified_at = registered_at where email = $1', [email])
  await tell({ person: aPerson({ email, email_verified: true }) })
  const [first, second] = [shop.visitor(), shop.visitor()]
  const enterBoth = () => Promise.all([enter(first), enter(second)])
  await whileLocked(shop, lockPerson, email, enterBoth, (client) =>
    eventually('both wait', async () => {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await client.query(waiting)).rows.length === 2
    }),
  )
  assert.deepEqual([await whoIs(first), await whoIs(second)], [email, email])
  const acts = await shop.sql(
    "select 1 from audit a join subscribers s on s.id = subscriber_id where act = 'second-account' and email = $1",
    [email],
  )
  assert.deepEqual(acts, [])
})

test('an address changed at the issuer becomes the person’s at the next sign-in, and the old address is notified', async () => {
  const { email, ...rest } = aRegistration()
  const visitor = shop.visitor()
  await visitor.post('/api/v1/users', { email, ...rest }, { 'x-selected-product': 'analytics-trial' })
  const person = aPerson({ email, email_verified: true })
  await tell({ person })
  await enter(visitor)
  const changed = `${crypto.randomUUID()}@northwind-bottling.example`
  const signInAs = async (address: string) => {
    const browser = shop.visitor()
    await tell({ person: { ...person, email: address } })
    await enter(browser)
    return whoIs(browser)
  }
  assert.equal(await signInAs(changed.toUpperCase()), changed.toUpperCase())
  assert.equal(await whoIs(visitor), null, 'sessions from before have ended')
  await shop.mailTo(email, 'has changed')
  const [stored] = await shop.sql<{ id: string; earlier_emails: string[] }>(
    'select id, earlier_emails from subscribers where email_key = $1',
    [changed],
  )
  assert.deepEqual(stored?.earlier_emails, [email])
  const acts = await shop.sql<{ by: string }>(
    "select by from audit where act = 'change-email' and subscriber_id = $1",
    [stored.id],
  )
  assert.equal(acts.length, 1)
  assert.match(acts[0]?.by ?? '', /\/realms\/vendor$/)
  assert.equal(await signInAs(email), changed.toUpperCase(), 'an earlier address is not taken back')
})

test('an address changed at the issuer stays as it was here for another person’s address, and for a role', async () => {
  const { email: taken, ...rest } = aRegistration()
  const registered = shop.visitor()
  await registered.post('/api/v1/users', { email: taken, ...rest }, { 'x-selected-product': 'analytics-trial' })
  await tell({ person: aPerson({ email: taken, email_verified: true }) })
  await enter(registered)
  for (const [news, address] of [
    [{}, taken],
    [{ realm_access: { roles: ['SUBSCRIPTION_SUPPORT'] } }, `${crypto.randomUUID()}@northwind-bottling.example`],
  ] as const) {
    const { email, ...own } = aRegistration()
    const visitor = shop.visitor()
    await visitor.post('/api/v1/users', { email, ...own }, { 'x-selected-product': 'analytics-trial' })
    const person = aPerson({ email, email_verified: true })
    await tell({ person })
    await enter(visitor)
    await tell({ person: { ...person, ...news, email: address } })
    const again = shop.visitor()
    await enter(again)
    assert.equal(await whoIs(again), email)
  }
})

test('of two accounts with one address that signed in without a subscriber, only the first can check out', async () => {
  const email = `${crypto.randomUUID()}@northwind-bottling.example`
  const [first, second] = [shop.visitor(), shop.visitor()]
  for (const visitor of [first, second]) {
    await tell({ person: aPerson({ email, email_verified: true }) })
    await enter(visitor)
    assert.equal(await whoIs(visitor), email)
  }
  const checkOut = async (visitor: typeof first, plan: string) => {
    const { email: _, ...fields } = aRegistration()
    const answer = await visitor.post(`/api/v1/plans/${plan}/checkout`, { ...fields, affirmation: true })
    return [answer.status, answer.status === 303 ? null : ((await answer.json()) as { code: string }).code]
  }
  assert.deepEqual(await checkOut(first, 'analytics-trial'), [303, null])
  for (const plan of ['analytics-trial', 'analytics-monthly'])
    assert.deepEqual(await checkOut(second, plan), [409, 'EMAIL_TAKEN'])
  const linked = await shop.sql('select id from accounts where email = $1 and subscriber_id is not null', [email])
  assert.equal(linked.length, 1)
})

test('two concurrent first checkouts of an account without a subscriber are told to other programs once', async () => {
  const { email, ...fields } = aRegistration()
  const visitor = shop.visitor()
  await tell({ person: aPerson({ email, email_verified: true }) })
  await enter(visitor)
  const checkOut = () => visitor.post('/api/v1/plans/analytics-monthly/checkout', fields)
  const lockAccount = 'select from accounts where email = $1 for update'
  const answers = await whileLocked(shop, lockAccount, email, () => Promise.all([checkOut(), checkOut()]))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const told = await shop.sql<{ type: string }>(
    'select type from messages m join subscribers s on s.id = m.subject where email = $1 order by type',
    [email],
  )
  assert.deepEqual(
    told.map(({ type }) => type),
    ['subscriber.cleared', 'subscriber.held', 'subscriber.registered', 'subscriber.verified'],
  )
})

test('logout tokens forged by a stranger do not trigger repeated fetches of the issuer’s keys', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const fetches = async () => (await tell({})).filter((address) => address.endsWith('/jwks')).length
  const [kept] = await shop.sql<SealedIdToken>('select id, id_token from sessions limit 1')
  const { iss, aud } = decodeJwt(idTokenOf(kept))
  const before = await fetches()
  for (let i = 0; i < 20; i += 1)
    for (const claims of [{}, { iss, aud }, { iss, aud: 'another' }]) {
      const token = `${part({ alg: 'RS256', kid: `k${i}` })}.${part(claims)}.${'x'.repeat(342)}`
      const answer = await fetch(`${shop.url}/sign-in/back-channel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
      assert.equal(answer.status, 400)
    }
  assert.ok((await fetches()) - before <= 1)
})

test('a sign-in that cannot begin because the identity provider is down leads to /failure and counts as failed', async () => {
  const OIDC_ISSUER = `http://localhost:${await freePort()}`
  const secrets = { OIDC_CLIENT_ID: 'tillhouse', OIDC_CLIENT_SECRET: 'a secret', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
  const alone = await givenAShop({ OIDC_ISSUER, ...secrets }, cluster)
  const count = async (result: string) => {
    const text = await (await fetch(`${alone.url}/metrics`)).text()
    return new RegExp(`^sign_ins_total\\{result="${result}"\\} (\\d+)$`, 'm').exec(text)?.[1]
  }
  assert.deepEqual([await count('failed'), await count('done')], ['0', '0'])
  assert.equal(new URL((await enter(alone.visitor())).url).pathname, '/failure')
  assert.deepEqual([await count('failed'), await count('done')], ['1', '0'])
})
