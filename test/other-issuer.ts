import { createServer } from 'node:http'
import { generateKeyPairSync } from 'node:crypto'
import { Provider, type Configuration, type JWK } from 'oidc-provider'

/**
 * Another OpenID provider, in a process of its own, that differs from the built-in one where real ones do. Whoever is sent
 * to it is signed in as the person it was last told of; `/control` tells it, and has it change its keys.
 */
type Variant = { path: string; clientId: string; clientSecret: string; shop: string; prompts?: string[] }
type Person = { sub: string } & Record<string, unknown>

const { port, variant } = JSON.parse(process.env['OTHER_ISSUER'] ?? '{}') as { port: number; variant: Variant }
const issuer = `http://localhost:${port}${variant.path}`
let person: Person | null = null
const people = new Map<string, Person>()
const asked: string[] = []
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
        redirect_uris: [`${variant.shop}/sign-in/callback`],
        post_logout_redirect_uris: [`${variant.shop}/`],
        backchannel_logout_uri: `${variant.shop}/sign-in/back-channel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    cookies: { keys: ['of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'realm_access', 'groups'] },
    // As the standard has it: a code flow's claims come by userinfo alone.
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
  return new Provider(issuer, settings)
}

createServer((request, response) => {
  void answer(request.url ?? '/')
  async function answer(url: string): Promise<void> {
    if (url === '/control') {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const told = JSON.parse(body || '{}') as { person?: Person; newKeys?: true }
      if (told.person) people.set((person = told.person).sub, told.person)
      if (told.newKeys) provider = make([key()])
      return void response.end(JSON.stringify(asked))
    }
    if (url.startsWith(`${variant.path}/enter/`)) {
      if (!person) return void response.writeHead(500).end()
      return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    }
    asked.push(url)
    if (!url.startsWith(variant.path)) return void response.writeHead(404).end()
    const query = new URL(url, issuer).searchParams
    const prompt = query.get('prompt')
    if (prompt !== null && !['none', 'login', 'consent'].includes(prompt))
      return void response.writeHead(400).end('unknown prompt')
    Object.assign(request, { originalUrl: url })
    request.url = url.slice(variant.path.length) || '/'
    await provider.callback()(request, response)
  }
}).listen(port, '127.0.0.1')
