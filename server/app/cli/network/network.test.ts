import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, test } from 'vitest'
import { aCertificate } from '../../../../test/support/servers/certificate.ts'
import { refusal, useMailPlace } from '../../../../test/support/servers/mail-server.ts'
import type { Finding } from '../checks/storage.ts'
import { createOpenId } from '../../../adapters/identity/open-id.ts'
import { IssuerFault } from '../../../adapters/identity/port.ts'
import { compareClocks } from './clock.ts'
import { checkIssuer } from './issuer.ts'
import { checkMailServer } from './mail-server.ts'
import { checkPublicUrl } from './public-url.ts'

const said = (lines: Finding[]) =>
  lines.map(({ level, about, sentence }) => `${level} ${about}: ${sentence}`).join('\n')

/** Returns a port on which nothing listens. */
async function aFreePort(): Promise<number> {
  const server = createPlainServer()
  const port = await at(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function at(server: Server): Promise<number> {
  afterAll(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** Starts a proxy with a certificate, and the product behind it. */
async function aSite(certificate: { key: string; cert: string }, answer: RequestListener) {
  const port = await at(createServer(certificate, answer))
  return (trustedProxies = ['127.0.0.1']) =>
    checkPublicUrl({ publicUrl: `https://localhost:${port}`, trustedProxies }, { ca: certificate.cert })
}

const product: RequestListener = ({ url }, response) =>
  url === '/readyz' ? response.end('{"status":"ready"}') : response.writeHead(403).end('{}')

test('a site with a valid certificate and this product behind it has no fault', async () => {
  const look = await aSite(aCertificate('localhost', 60.5), product)
  assert.match(
    said(await look()),
    /^ok dns: localhost has the address .*\nok certificate: The certificate is valid for 60 more days\.\nok public URL: \S+ leads to Tillhouse\.\nok clock: The clock matches that of PUBLIC_URL\.\nok proxy: .*cannot be seen from here\.$/,
  )
  assert.match(said(await look([])), /^warning proxy: TRUSTED_PROXIES is not set/m)
})

test('the check names a certificate for another name, an expired one, one of an unknown authority and one about to expire', async () => {
  const lines = async (certificate: { key: string; cert: string }) => said(await (await aSite(certificate, product))())
  assert.match(await lines(aCertificate('other.example', 60)), /^fault certificate: .* another host name/m)
  assert.match(await lines(aCertificate('localhost', -2.5)), /^fault certificate: The certificate expired 3 days ago/m)
  assert.match(await lines(aCertificate('localhost', 9.5)), /^warning certificate: The certificate expires in 9 days/m)
  const site = aCertificate('localhost', 60)
  const port = await at(createServer(site, product))
  const unknown = await checkPublicUrl({ publicUrl: `https://localhost:${port}`, trustedProxies: [] })
  assert.match(
    said(unknown),
    /^fault certificate: Browsers may reject the certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)/m,
  )
})

test('the check names another site, a public /metrics, a wrong clock, an unreachable server and an unknown name', async () => {
  const certificate = aCertificate('localhost', 60)
  const other = await aSite(certificate, (_request, response) => response.end('Welcome'))
  assert.match(said(await other()), /^warning public URL: \S+ returned 200, not a response of Tillhouse/m)
  const open = await aSite(certificate, ({ url }, response) => {
    response.setHeader('date', new Date(Date.now() - 90_000).toUTCString())
    response.end(url === '/readyz' ? '{"status":"not ready"}' : '# TYPE up gauge\nup 1\n')
  })
  const lines = said(await open())
  assert.match(lines, /^warning proxy: \S+\/metrics is public: have the proxy send X-Forwarded-For/m)
  assert.match(lines, /^warning clock: The clock is (89|9\d) s ahead of that of PUBLIC_URL\./m)
  const nobody = await checkPublicUrl({ publicUrl: 'https://localhost:9', trustedProxies: ['127.0.0.1'] })
  assert.match(said(nobody), /^warning public URL: https:\/\/localhost:9 cannot be reached from here \(ECONNREFUSED\)/m)
  const name = await checkPublicUrl({ publicUrl: 'https://no-such.invalid', trustedProxies: ['127.0.0.1'] })
  assert.match(said(name), /^(fault dns: no-such\.invalid has no address|warning dns: .* could not be looked up)/)
})

test('clocks are compared with the duration of the request as tolerance', () => {
  const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
  assert.equal(compareClocks('x', at(5), at(0), at(8))[0]?.level, 'ok')
  assert.equal(compareClocks('x', at(-9), at(0), at(1))[0]?.level, 'ok')
  assert.match(said(compareClocks('x', at(-31), at(0), at(1))), /^warning clock: The clock is 30 s ahead of that of x/)
  assert.match(said(compareClocks('x', at(41), at(0), at(1))), /^warning clock: The clock is 40 s behind that of x/)
  assert.deepEqual(compareClocks('x', new Date(Number.NaN), at(0), at(1)), [])
})

const oidc = { clientId: 'shop', clientSecret: 'secret', clientAuth: 'basic', signupUrl: null, adminAcr: null } as const

test('an issuer’s discovery document and keys are requested', async () => {
  const answers: Record<string, unknown> = {}
  const port = await at(
    createPlainServer(({ url = '' }, response) =>
      url in answers ? response.end(JSON.stringify(answers[url])) : response.writeHead(404).end(),
    ),
  )
  const issuer = `http://localhost:${port}/realm`
  const look = async () => said((await checkIssuer({ oidc: { ...oidc, issuer } })).slice(0, 1))
  assert.match(await look(), /^fault issuer: \S+\/realm\/\.well-known\/openid-configuration returned 404\.$/)
  const document = '/realm/.well-known/openid-configuration'
  answers[document] = 'Welcome'
  assert.match(await look(), /^fault issuer: .* is not an OpenID Connect discovery document/)
  answers[document] = { issuer: `${issuer}/`, jwks_uri: `${issuer}/keys` }
  assert.match(
    await look(),
    /^fault issuer: The discovery document names the issuer \S+\/realm\/: set OIDC_ISSUER to exactly this value\.$/,
  )
  answers[document] = { issuer, jwks_uri: `${issuer}/keys`, require_pushed_authorization_requests: true }
  assert.match(await look(), /^fault issuer: The issuer requires pushed authorization requests \(PAR\)/)
  answers[document] = { issuer }
  assert.match(await look(), /^fault issuer: The issuer publishes no keys/)
  answers[document] = { issuer, jwks_uri: `${issuer}/keys` }
  assert.match(await look(), /^fault issuer: The issuer's keys: \S+\/keys returned 404\.$/)
  answers['/realm/keys'] = { keys: [] }
  assert.match(await look(), /is not a key set\.$/)
  answers['/realm/keys'] = { keys: [{ kty: 'RSA' }] }
  const warnings = async () => said(await checkIssuer({ oidc: { ...oidc, issuer } }))
  assert.match(
    await warnings(),
    /^ok issuer: The issuer and its keys can be read\..*\nwarning issuer: .* no end_session/,
  )
  answers[document] = { issuer, jwks_uri: `${issuer}/keys`, end_session_endpoint: `${issuer}/end` }
  assert.doesNotMatch(await warnings(), /end_session/)
  const gone = await checkIssuer({ oidc: { ...oidc, issuer: `http://127.0.0.1:${await aFreePort()}` } })
  assert.match(said(gone), /^warning issuer: .* cannot be reached \(ECONNREFUSED\)\.$/)
})

test('an issuer that publishes its address in another spelling is valid, because sign-ins accept it; one of many tenants or with another address is not', async () => {
  let published = ''
  let host = ''
  const port = await at(
    createPlainServer(({ url = '' }, response) =>
      response.end(
        JSON.stringify(
          url === '/keys'
            ? { keys: [{ kty: 'RSA' }] }
            : { issuer: published, jwks_uri: `${host}/keys`, authorization_endpoint: `${host}/authorize` },
        ),
      ),
    ),
  )
  const relyingParty = {
    maxAge: null,
    redirectUri: 'http://localhost/sign-in/callback',
    postLogoutRedirectUri: 'http://localhost/',
    claims: { role: 'role', emailVerified: 'email_verified' },
    fetch: globalThis.fetch,
  }
  host = `http://localhost:${port}`
  for (const [configured, other] of [
    [host, `${host}/`],
    [`${host}/`, host],
    [host, host],
  ] as const) {
    published = other
    const lines = await checkIssuer({ oidc: { ...oidc, issuer: configured } })
    assert.match(said(lines), /^ok issuer: The issuer and its keys can be read\./)
    const openId = createOpenId({ ...oidc, issuer: configured, ...relyingParty })
    assert.match((await openId.begin('en')).address, /^http/)
  }
  published = `${host}/{tenantid}/v2.0`
  const many = await checkIssuer({ oidc: { ...oidc, issuer: host } })
  assert.match(said(many), /^fault issuer: The issuer signs people of any tenant in: name a single tenant/)
  const microsoft = 'https://login.microsoftonline.com'
  const document = {
    issuer: `${microsoft}/{tenantid}/v2.0`,
    jwks_uri: `${microsoft}/keys`,
    authorization_endpoint: host,
  }
  const anyTenant = createOpenId({
    ...oidc,
    ...relyingParty,
    issuer: `${microsoft}/organizations/v2.0`,
    fetch: () => Promise.resolve(Response.json(document)),
  })
  await assert.rejects(anyTenant.begin('en'), { fields: { reason: 'issuer-of-many-tenants' } })
  published = 'http://other.example'
  const lines = await checkIssuer({ oidc: { ...oidc, issuer: host } })
  assert.match(said(lines), /^fault issuer: .* names the issuer http:\/\/other\.example: set OIDC_ISSUER/)
  await assert.rejects(createOpenId({ ...oidc, issuer: host, ...relyingParty }).begin('en'), IssuerFault)
})

test('Google, which does not decode a client ID sent by HTTP Basic, requires the other way', async () => {
  const issuer = 'https://accounts.google.com'
  const keys = `${issuer}/keys`
  const ask = (address: string) =>
    Promise.resolve(Response.json(address === keys ? { keys: [{ kty: 'RSA' }] } : { issuer, jwks_uri: keys }))
  const look = async (clientAuth: 'basic' | 'post') =>
    said(await checkIssuer({ oidc: { ...oidc, issuer, clientAuth } }, ask))
  assert.match(await look('basic'), /^ok issuer: .*\nwarning issuer: Google .*: set OIDC_CLIENT_AUTH=post\.$/m)
  assert.doesNotMatch(await look('post'), /OIDC_CLIENT_AUTH/)
})

test('a mail server is contacted and signed in to, and receives no email', async () => {
  const port = await aFreePort()
  const place = useMailPlace(port)
  const look = async (user = '', query = '') =>
    said(await checkMailServer({ smtpUrl: `smtp://${user}127.0.0.1:${port}${query}` }))
  assert.match(await look(), /^warning mail: The mail server cannot be reached\./)
  const received = await place.serve()
  assert.equal(await look(), 'ok mail: The mail server accepts the connection. Nothing was sent.')
  assert.match(await look('', '?requireTLS=true'), /^fault mail: The mail server offers no TLS/)
  await place.serve({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'shop' }) : done(refusal(535, 'Wrong password')),
  })
  assert.match(await look('shop:wrong@'), /^fault mail: The mail server rejects the user or password in SMTP_URL\. It /)
  assert.match(await look('shop:right@'), /^ok mail: The mail server accepts the connection and the password\./)
  await place.serve()
  assert.match(await look('shop:right@'), /^fault mail: The mail server rejects the user or password in SMTP_URL\. It /)
  assert.deepEqual(received, [])
  assert.deepEqual(await checkMailServer({ smtpUrl: null }), [])
})
