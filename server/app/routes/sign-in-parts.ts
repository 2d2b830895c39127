import type { AdminProof } from '../../../domain/account/authentication.ts'
import { lifetimes } from '../../../domain/limits.ts'
import { createOpenId } from '../../adapters/identity/open-id.ts'
import { type Config } from '../config/config.ts'
import { createNetworkHash } from '../../http/session/network-hash.ts'
import { ownRequestHeader } from '../../http/connections/admission.ts'
import { callbackPath, type SignInParts } from '../../routes/sign-in/sign-in.ts'
import { signInSealing } from '../../routes/sign-in/sign-in-attempts.ts'
import { ownAddress } from '../config/own-address.ts'
import { createSealing } from '../../../platform/crypto/sealing.ts'
import { deriveKeys } from '../../../platform/crypto/secrets.ts'
import { inSpan, traceHeaders } from '../../../platform/trace-context.ts'
import type { AppContext } from '../../context.ts'
import { type Metrics } from '../../metrics.ts'

export type SignInSources = {
  config: Config
  context: AppContext
  metrics: Metrics
  secrets: readonly string[]
  visitors: SignInParts['visitors']
  /** The secret that identifies the shop at the built-in provider. */
  clientSecret: string
  /** Marks the requests that this process sends to itself. */
  ownRequests: string
}

/** Composes what signing in by the identity provider requires. */
export function signInParts(sources: SignInSources): SignInParts {
  const { config, context, metrics, secrets, visitors, clientSecret, ownRequests } = sources
  const { issuer } = context.idp
  const claims = { role: config.roleClaim, emailVerified: config.emailVerifiedClaim }
  return {
    context,
    visitors,
    issuer,
    openId: createOpenId({
      issuer,
      clientId: config.oidc?.clientId ?? 'shop',
      clientSecret: config.oidc?.clientSecret ?? clientSecret,
      clientAuth: config.oidc?.clientAuth ?? 'basic',
      // The built-in provider uses the product's clock, and its library the machine's.
      maxAge: config.oidc ? lifetimes.sessionAbsolute / 1000 : null,
      redirectUri: config.publicUrl + callbackPath,
      postLogoutRedirectUri: `${config.publicUrl}/`,
      claims,
      adminAcr: config.oidc?.adminAcr ?? null,
      fetch: inTrace(config.oidc ? fetch : fetchFromOneself(config, ownRequests)),
    }),
    sealing: createSealing(deriveKeys(secrets, signInSealing)),
    publicUrl: config.publicUrl,
    claims,
    signupUrl: config.oidc?.signupUrl ?? null,
    adminProof: adminProofOf(config),
    adminSubjects: config.adminSubjects,
    networkHash: createNetworkHash(secrets),
    metrics,
  }
}

/** Another issuer is asked for what the operator configures, otherwise trusted to enforce second factors. */
export function adminProofOf({ adminMfa, oidc }: Config): AdminProof {
  if (!adminMfa) return 'nothing'
  return oidc === null ? 'mfa' : (oidc.adminAcr ?? 'issuer')
}

/** Calls the identity provider as part of the current trace. */
const inTrace =
  (ask: typeof fetch): typeof fetch =>
  (input, init) =>
    inSpan(`identity provider ${init?.method ?? 'GET'}`, 'client', () => {
      const headers = new Headers(init?.headers)
      for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value)
      return ask(input, { ...init, headers })
    })

/** The built-in provider is this process: it is called where it listens, whatever its public address is. */
function fetchFromOneself(config: Config, ownRequests: string): typeof fetch {
  const { publicUrl } = config
  const own = ownAddress(config)
  return (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input)
    if (address.origin !== publicUrl) return fetch(address, init)
    const headers = new Headers(init?.headers)
    headers.set(ownRequestHeader, ownRequests)
    return fetch(new URL(address.pathname + address.search, own), { ...init, headers })
  }
}
