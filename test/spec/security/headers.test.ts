import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAShop, givenATrialUser, whoIs } from '../../support/given.ts'
import { useCluster } from '../../support/cluster.ts'
import { sendRaw } from '../../support/http/raw.ts'

const cluster = await useCluster()
const shop = await givenAShop({}, cluster)
const secure = await givenAShop({ PUBLIC_URL: 'https://shop.example', SANDBOX: 'allow' }, cluster)

/** Paths with every kind of response, successful or not. */
const addresses = [
  '/',
  '/nowhere/at/all',
  '/api/v1/plans',
  '/api/v1/plans/active',
  '/api/v1/nothing',
  '/api/v1/login?redirect_url=/',
  '/healthz',
  '/metrics',
  '/openapi.json',
  '/docs/api',
  '/favicon.svg',
  '/robots.txt',
  '/sign-in/callback',
  '/identity/none',
  '/identity/.well-known/openid-configuration',
  '/identity/forgotten',
  '/identity/jwks',
  '/identity/auth',
  '/sandbox/mail',
  '/sandbox/documents/eula',
  '/%zz',
  `/${'x'.repeat(3000)}`,
]

test('every response has the headers against content sniffing, referrer leaks and framing, and CORS allows no other site [7.1]', async () => {
  for (const address of addresses) {
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const answer = await fetch(secure.url + address, { headers: origin, redirect: 'manual' })
    const { headers } = answer
    assert.ok(answer.status < 500, `${address}: ${answer.status}`)
    const asked = await fetch(secure.url + address, { method: 'OPTIONS', headers: origin, redirect: 'manual' })
    for (const one of [answer, asked]) assert.equal(one.headers.get('access-control-allow-origin'), null, address)
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', address)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', address)
    assert.match(headers.get('referrer-policy') ?? '', /^(same-origin|no-referrer)$/, address)
    assert.match(headers.get('strict-transport-security') ?? '', /max-age=(3153|6307)\d+; includeSubDomains/, address)
    const size = (await answer.text()).length
    if (size > 0)
      assert.match(headers.get('content-type') ?? '', /^(text|application|image)\/[\w+.-]+; .*charset=utf-8$/, address)
    const type = headers.get('content-type') ?? ''
    if (/html|json/.test(type))
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/, address)
  }
})

test('a page runs its own scripts only, by a different nonce each time, and over http it sends no HSTS header', async () => {
  const [first, second] = await Promise.all([fetch(shop.url), fetch(shop.url)])
  assert.equal(first.headers.get('strict-transport-security'), null)
  const nonces = [first, second].map(
    (page) => /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1],
  )
  assert.ok(nonces[0] && nonces[1] && nonces[0] !== nonces[1])
  assert.ok(Buffer.from(nonces[0], 'base64').length >= 16)
  const html = await first.text()
  for (const [script] of html.matchAll(/<script\b[^>]*>/g)) assert.ok(script.includes(`nonce="${nonces[0]}"`), script)
  assert.doesNotMatch(first.headers.get('content-security-policy') ?? '', /unsafe-inline|unsafe-eval|\*/)
  assert.doesNotMatch(html, / on[a-z]+="| style="/)
})

test('cookies over https are bound to the host and unreadable by scripts, except the readable token', async () => {
  const answer = await fetch(`${secure.url}/`)
  const lines = answer.headers.getSetCookie()
  const line = (name: string) => lines.find((one) => one.startsWith(`${name}=`)) ?? ''
  for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
    assert.ok(line('__Host-session').split('; ').includes(attribute), attribute)
  assert.ok(line('XSRF-TOKEN').includes('Secure') && line('XSRF-TOKEN').includes('SameSite=Lax'))
  assert.ok(!line('XSRF-TOKEN').includes('HttpOnly'))
  const login = await fetch(`${secure.url}/api/v1/login`, { redirect: 'manual' })
  const { pathname, search } = new URL(login.headers.get('location') ?? '')
  const identity = await fetch(secure.url + pathname + search, { redirect: 'manual' })
  const page = await fetch(`${secure.url}/identity/forgotten`)
  const own = identity.headers.getSetCookie()
  assert.ok(own.length >= 2)
  const others = [...login.headers.getSetCookie(), ...own, ...page.headers.getSetCookie()]
  for (const one of [...lines, ...others]) {
    assert.doesNotMatch(one, /domain=/i)
    // A cookie of the provider is for one of its paths.
    const prefix = own.includes(one) ? /^__(Host|Secure)-.*; httponly/i : /^__Host-.*HttpOnly/
    if (!one.startsWith('XSRF-TOKEN')) assert.match(one, prefix, one)
    assert.match(one, /; secure/i)
    assert.match(one, /; samesite=lax/i)
  }
})

test('a call opened as a document is refused, except those meant for navigation', async () => {
  const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
  for (const address of [
    '/api/v1/plans',
    '/api/v1/users/userinfo',
    '/api/v1/config/tss',
    '/api/v1/users/search/a@b.example',
  ]) {
    assert.equal((await fetch(shop.url + address, { headers })).status, 403, address)
    assert.equal((await fetch(shop.url + address, { headers, method: 'HEAD' })).status, 403, address)
  }
  assert.equal((await fetch(`${shop.url}/api/v1/login`, { headers, redirect: 'manual' })).status, 302)
})

test('only plans can be cached, for a minute, and no other call', async () => {
  const plans = await fetch(`${shop.url}/api/v1/plans`)
  assert.match(plans.headers.get('cache-control') ?? '', /max-age=60/)
  for (const address of [
    '/api/v1/users/userinfo',
    '/api/v1/plans/active',
    '/api/v1/plans/none',
    '/api/v1/none',
    '/',
    '/identity/forgotten',
  ])
    assert.equal((await fetch(shop.url + address)).headers.get('cache-control'), 'no-store', address)
})

test('identity headers sent by visitors are not trusted', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const claims = { 'x-user-id': 'admin', 'x-forwarded-user': 'admin@shop.example', 'x-original-url': '/administration' }
  assert.equal((await shop.visitor().get('/api/v1/plans/active', claims)).status, 401)
  await shop.visitor().post('/api/v1/users', {}, { 'x-forwarded-for': '6.6.6.6' })
  assert.equal(
    (await shop.visitor().get('/api/v1/login', { 'x-forwarded-host': 'evil.example' })).headers
      .get('location')
      ?.startsWith(shop.url),
    true,
  )
  const rows = await shop.sql<{ from_address: string }>('select from_address from acceptances')
  assert.ok(rows.length > 0 && rows.every(({ from_address: from }) => from !== '6.6.6.6'))
  assert.equal(await whoIs(visitor), email)
})

test('over https no other host of the domain can set a visitor’s preferences', async () => {
  const head = ['GET /api/v1/plans/nothing HTTP/1.1', 'Host: shop.example', 'Cookie: __Host-language=de; language=en']
  const { body } = await sendRaw(secure.url, `${head.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  assert.match(Buffer.from(body, 'latin1').toString('utf8'), /"message":"Diesen Tarif gibt es nicht/)
})
