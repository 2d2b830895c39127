import { createServer } from 'node:http'
import { generateKeyPairSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT, decodeJwt, importJWK, type JWK as SigningKey, type JWTPayload } from 'jose'
import { Provider, type Configuration, type JWK } from 'oidc-provider'

/**
 * Another OpenID provider, in a process of its own, that differs from the built-in one as real ones do. A visitor who
 * is sent to it is signed in as the person whom it was last told; `/control` sets that person, rotates its keys, or
 * makes it send false responses.
 */
type Variant = { path: string; clientId: string; clientSecret: string; shop: string; clientAuth?: 'client_secret_post' }
type Person = { sub: string } & Record<string, unknown>
/** The false parts of its responses from now on. `claims` replace the right ones; null omits one. */
export type Forgery = {
  signature?: 'none' | 'another key' | 'garbage'
  claims?: Record<string, unknown>
  /** The response of the token endpoint: an OAuth error with its status and challenge, a redirect, or a broken connection. */
  token?: { status: number; error: string; challenge?: string } | 'elsewhere' | 'broken'
  /** Userinfo is a signed token instead of JSON, with these changes. */
  signedUserinfo?: Pick<Forgery, 'signature' | 'claims'>
  /** The status with which userinfo fails, and with which discovery does. */
  userinfo?: number
  discovery?: number
  /** These replace parts of the discovery document. */
  metadata?: Record<string, unknown>
}

const { port, variant } = JSON.parse(process.env['OTHER_ISSUER'] ?? '{}') as { port: number; variant: Variant }
const issuer = `http://localhost:${port}${variant.path}`
let person: Person | null = null
const people = new Map<string, Person>()
const asked: string[] = []
let forgery: Forgery = {}
let provider = make([key()])

function key(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), use: 'sig', kid: crypto.randomUUID() }
}

function make(keys: JWK[]): Provider {
  const settings: Configuration = {
    jwks: { keys },
    clients: [
      {
        client_id: variant.clientId,
        client_secret: variant.clientSecret,
        token_endpoint_auth_method: variant.clientAuth ?? 'client_secret_basic',
        redirect_uris: [`${variant.shop}/sign-in/callback`],
        post_logout_redirect_uris: [`${variant.shop}/`],
        backchannel_logout_uri: `${variant.shop}/sign-in/back-channel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    cookies: { keys: ['of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'realm_access', 'groups'] },
    // As in the standard: the claims of a code flow come only from userinfo.
    conformIdTokenClaims: true,
    findAccount: (_ctx, sub) => {
      const found = people.get(sub)
      return found && { accountId: sub, claims: () => found }
    },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        accountId: ctx.oidc.session?.accountId ?? '',
        clientId: ctx.oidc.client?.clientId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    interactions: { url: (_ctx, { uid }) => `${variant.path}/enter/${uid}` },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // The library's own would not reach a shop on this machine.
    fetch: (address, { dispatcher: _guard, ...init }: RequestInit & { dispatcher?: unknown } = {}) =>
      fetch(address, init),
  }
  const made = new Provider(issuer, settings)
  made.use(async (ctx, next) => {
    await next()
    const body = (ctx.body ?? {}) as Record<string, unknown>
    // Some providers announce this; a relying party must not use it.
    if (ctx.path.endsWith('/openid-configuration')) {
      ;(body['id_token_signing_alg_values_supported'] as string[]).push('none')
      Object.assign(body, forgery.metadata)
    }
    if (typeof body['id_token'] === 'string' && (forgery.signature || forgery.claims))
      body['id_token'] = await forged(decodeJwt(body['id_token']), keys[0] as JWK)
    if (forgery.signedUserinfo && ctx.path.endsWith('/me')) {
      ctx.body = await forged(body, keys[0] as JWK, forgery.signedUserinfo)
      ctx.type = 'application/jwt'
    }
  })
  return made
}

async function forged(right: JWTPayload, own: JWK, { signature, claims: changes }: Forgery = forgery): Promise<string> {
  const given = { ...right, ...changes }
  const claims = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  if (signature === 'none') return new UnsecuredJWT(claims).encode()
  const signed = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: String(own.kid) })
    .sign(await importJWK((signature === 'another key' ? key() : own) as SigningKey, 'RS256'))
  return signature === 'garbage' ? `${signed.slice(0, signed.lastIndexOf('.'))}.${'A'.repeat(342)}` : signed
}

createServer((request, response) => {
  void answer(request.url ?? '/')
  async function answer(url: string): Promise<void> {
    if (url === '/control') {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const told = JSON.parse(body || '{}') as { person?: Person; newKeys?: true; forgery?: Forgery }
      if (told.person) people.set((person = told.person).sub, told.person)
      if (told.newKeys) provider = make([key()])
      if (told.forgery) forgery = told.forgery
      return void response.end(JSON.stringify(asked))
    }
    if (url.startsWith(`${variant.path}/enter/`)) {
      if (!person) return void response.writeHead(500).end()
      return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    }
    asked.push(url)
    if (!url.startsWith(variant.path)) return void response.writeHead(404).end()
    // As with issuers that support only one method.
    if (variant.clientAuth && request.headers.authorization?.startsWith('Basic'))
      return void response.writeHead(401).end()
    if (forgery.token && url.endsWith('/token')) {
      if (forgery.token === 'broken') return void request.destroy()
      if (forgery.token === 'elsewhere')
        return void response.writeHead(307, { location: `${variant.path}/elsewhere` }).end()
      const { status, error, challenge } = forgery.token
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(challenge !== undefined && { 'www-authenticate': challenge }),
      })
      return void response.end(JSON.stringify({ error, error_description: 'Jane Doe may not' }))
    }
    if (forgery.discovery && url.endsWith('/openid-configuration'))
      return void response.writeHead(forgery.discovery).end()
    if (forgery.userinfo && url.endsWith('/me')) return void response.writeHead(forgery.userinfo).end()
    const query = new URL(url, issuer).searchParams
    const prompt = query.get('prompt')
    if (prompt !== null && !['none', 'login', 'consent'].includes(prompt))
      return void response.writeHead(400).end('unknown prompt')
    Object.assign(request, { originalUrl: url })
    request.url = url.slice(variant.path.length) || '/'
    await provider.callback()(request, response)
  }
}).listen(port, '127.0.0.1')
