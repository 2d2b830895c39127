import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { interactionPolicy, Provider, type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider'
import { lifetimes } from '../../domain/limits.ts'
import { adminAreaRoleOf } from '../../domain/account/role.ts'
import { accountById, type Account } from '../accounts/accounts.ts'
import type { IdentityContext } from '../context.ts'
import { objectAdapter } from './objects.ts'
import { keysFor } from '../secrets.ts'
import { showFault, showSignedOut, showSignOut } from './provider-pages.ts'

/** The `acr` of the ID token after a sign-in with a second factor (https://refeds.org/profile/mfa). */
export const secondFactorAcr = 'https://refeds.org/profile/mfa'

/** In seconds. */
const HOUR = 3600
const lives = {
  Grant: 14 * HOUR,
  Interaction: HOUR / 4,
  AuthorizationCode: 60,
  AccessToken: 600,
  IdToken: HOUR,
}

/**
 * Returns the lifetime of a session in seconds: half an hour from now, like the shop's own, but at most until half a
 * day after the sign-in. A longer one would sign people in again without a password.
 */
function sessionLife(loginTs: number | undefined, now: Date): number {
  const idle = lifetimes.sessionIdle / 1000
  if (loginTs === undefined) return idle
  const left = loginTs + lifetimes.sessionAbsolute / 1000 - Math.floor(now.getTime() / 1000)
  return Math.max(1, Math.min(idle, left))
}

/** Configures the certified library for one first-party client: code flow with PKCE, no consent page, our own pages. */
export function createProvider(context: IdentityContext, keys: JWK[]): Provider {
  const provider = new Provider(context.issuer, configuration(context, keys))
  // The library builds its addresses from these headers; only `setForwardedHeaders` sets them.
  provider.proxy = true
  provider.on('server_error', (_ctx: KoaContextWithOIDC, error: Error) =>
    context.warn({ err: error }, 'sign-in failed'),
  )
  provider.on('backchannel.error', (_ctx: KoaContextWithOIDC, error: Error) =>
    context.warn({ err: error }, 'the relying party could not be told that a session ended'),
  )
  const events: EventEmitter = provider
  events.on('error', (error: Error) => context.warn({ err: error }, 'sign-in failed'))
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.status === 404 && !ctx.body) showFault(ctx, 'notFound')
    // The shop calls from the server, so no page of another site needs access.
    ctx.remove('access-control-allow-origin')
  })
  return provider
}

/**
 * Sets the address of a request as the browser meant it: the public address, below the issuer's path. The client's own
 * proxy headers are removed.
 */
export function setForwardedHeaders(context: IdentityContext, req: IncomingMessage & { originalUrl?: string }): void {
  const outside = new URL(context.publicUrl)
  for (const name of Object.keys(req.headers)) if (name.startsWith('x-forwarded-')) delete req.headers[name]
  req.headers.host = outside.host
  req.headers['x-forwarded-proto'] = outside.protocol.slice(0, -1)
  req.originalUrl = req.url ?? '/'
  req.url = req.originalUrl.slice('/identity'.length)
}

function configuration(context: IdentityContext, keys: JWK[]): Configuration {
  const { client, cookies, secrets } = context
  const kept = { httpOnly: true, sameSite: 'lax', secure: context.secure, signed: true } as const
  return {
    adapter: (kind: string) => objectAdapter(context, kind),
    jwks: { keys },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        post_logout_redirect_uris: [client.postLogoutRedirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'ES256',
        require_auth_time: true,
        ...(client.backchannelLogoutUri === undefined
          ? {}
          : { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }),
      },
    ],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic'],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    acrValues: [secondFactorAcr],
    claims: {
      auth_time: null,
      iss: null,
      sid: null,
      openid: ['sub', 'acr', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'role'],
    },
    conformIdTokenClaims: false,
    findAccount: async (_ctx, sub) => {
      const account = await accountById(context.db, sub)
      return account?.activated_at ? { accountId: sub, role: account.role, claims: () => claimsOf(account) } : undefined
    },
    loadExistingGrant,
    interactions: { policy: policy(context), url: (_ctx, interaction) => `/identity/sign-in/${interaction.uid}` },
    cookies: {
      names: { session: cookies.session, interaction: cookies.interaction, resume: cookies.resume },
      keys: keysFor(secrets, 'cookies').map((key) => key.export().toString('base64url')),
      long: { ...kept, path: '/' },
      short: kept,
    },
    ttl: { ...lives, Session: (_ctx, session) => sessionLife(session.loginTs, context.now()) },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      userinfo: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: showSignOut,
        postLogoutSuccessSource: showSignedOut,
      },
    },
    // The only outgoing call goes to the operator's own client, which may be on this machine.
    fetch: (address, options) => {
      const { dispatcher: _, ...plain } = (options ?? {}) as RequestInit & { dispatcher?: unknown }
      return fetch(address, plain)
    },
    renderError: (ctx, _out, error) => {
      const kind = context.isUnavailable(error) ? 'unavailable' : 'failed'
      const { status } = ctx
      showFault(ctx, kind)
      if (kind === 'failed') ctx.status = status
    },
  }
}

function claimsOf(account: Account) {
  return {
    sub: account.id,
    email: account.email,
    email_verified: true,
    ...(account.given_name === null ? {} : { given_name: account.given_name }),
    ...(account.family_name === null ? {} : { family_name: account.family_name }),
    ...(account.role === null ? {} : { role: account.role }),
  }
}

/** The shop is the provider's own client, so there is no consent page. */
async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc
  if (!client || !session?.accountId) return undefined
  const known = session.grantIdFor(client.clientId)
  const found = known === undefined ? undefined : await provider.Grant.find(known)
  if (found) return found
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

/** Requires only a sign-in, also for a session whose account was removed. */
function policy({ secondFactor }: IdentityContext): interactionPolicy.DefaultPolicy {
  const { base, Check } = interactionPolicy
  const prompts = base()
  prompts.remove('consent')
  const gone = new Check('account_gone', 'End-User authentication is required', (ctx) =>
    ctx.oidc.session?.accountId && !ctx.oidc.account ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  )
  prompts.get('login')?.checks.add(gone)
  // The role may have been granted after the sign-in.
  const factor = new Check('second_factor', 'End-User authentication is required', ({ oidc }) => {
    const needed = secondFactor && adminAreaRoleOf(oidc.account?.['role']) !== null
    return needed && !oidc.session?.amr?.includes('mfa') ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
  })
  prompts.get('login')?.checks.add(factor)
  return prompts
}
