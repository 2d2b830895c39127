import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import { isDocumentOf, isOfManyTenants } from '../../../adapters/identity/open-id.ts'
import { isGoogle } from '../../../adapters/identity/sign-in-request.ts'
import { machineTime } from '../../process/clock.ts'
import type { Finding } from '../checks/storage.ts'
import { compareClocks } from './clock.ts'

/** How long one response can take, in ms. */
const timeout = 5_000

const metadata = z.object({
  issuer: z.string(),
  jwks_uri: z.url().optional(),
  require_pushed_authorization_requests: z.unknown().optional(),
  end_session_endpoint: z.unknown().optional(),
})
const keySet = z.object({ keys: z.array(z.object({ kty: z.string() })).min(1) })

/** Reads what the identity provider publishes: openid.net/specs/openid-connect-discovery-1_0.html, 4. */
export async function checkIssuer({ oidc }: Pick<Config, 'oidc'>, ask: Ask = fetch): Promise<Finding[]> {
  if (oidc === null) return []
  const line = (level: Finding['level'], sentence: string): Finding => ({ level, about: 'issuer', sentence })
  const address = `${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const sent = machineTime()
  const found = await read(address, ask)
  if ('reason' in found) return [line(found.level, `${address} ${found.reason}.`)]
  const clock = compareClocks('the identity provider', new Date(found.date ?? NaN), sent, machineTime())
  const { data } = metadata.safeParse(found.body)
  if (!data) return [line('fault', `${address} is not an OpenID Connect discovery document.`), ...clock]
  if (isOfManyTenants(data.issuer))
    return [line('fault', 'The issuer signs people of any tenant in: name a single tenant in OIDC_ISSUER.'), ...clock]
  if (!(await isDocumentOf(oidc.issuer, data)))
    return [
      line('fault', `The discovery document names the issuer ${data.issuer}: set OIDC_ISSUER to exactly this value.`),
      ...clock,
    ]
  // https://www.rfc-editor.org/rfc/rfc9126#section-5
  if (data.require_pushed_authorization_requests === true)
    return [
      line('fault', 'The issuer requires pushed authorization requests (PAR), which the shop does not send.'),
      ...clock,
    ]
  if (!data.jwks_uri) return [line('fault', 'The issuer publishes no keys (jwks_uri).'), ...clock]
  const keys = await read(data.jwks_uri, ask)
  if ('reason' in keys) return [line(keys.level, `The issuer's keys: ${data.jwks_uri} ${keys.reason}.`), ...clock]
  if (!keySet.safeParse(keys.body).success)
    return [line('fault', `The issuer's keys: ${data.jwks_uri} is not a key set.`), ...clock]
  return [
    line('ok', 'The issuer and its keys can be read. Client ID and secret are first used at a sign-in.'),
    ...(isGoogle(oidc.issuer) && oidc.clientAuth === 'basic' ? [line('warning', googleWarning)] : []),
    ...(data.end_session_endpoint ? [] : [line('warning', signOutWarning)]),
    ...clock,
  ]
}

const signOutWarning =
  'The issuer publishes no end_session_endpoint: a sign-out ends the session here, but not at the issuer.'

// It does not decode the ID and secret, which the standard requires to be encoded: github.com/panva/oauth4webapi/issues/165.
const googleWarning = 'Google rejects the client ID and secret by HTTP Basic: set OIDC_CLIENT_AUTH=post.'

type Ask = (address: string, init: RequestInit) => Promise<Response>
type IssuerReading = { body: unknown; date: string | null } | { level: 'warning' | 'fault'; reason: string }

async function read(address: string, ask: Ask): Promise<IssuerReading> {
  try {
    const response = await ask(address, { signal: AbortSignal.timeout(timeout) })
    if (!response.ok)
      return { level: response.status < 500 ? 'fault' : 'warning', reason: `returned ${response.status}` }
    const text = await response.text()
    try {
      return { body: JSON.parse(text) as unknown, date: response.headers.get('date') }
    } catch {
      return { level: 'fault', reason: 'is not JSON' }
    }
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    return { level: 'warning', reason: late ? 'did not respond in time' : `cannot be reached (${codeOf(error)})` }
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
  return cause?.code ?? 'no connection'
}
