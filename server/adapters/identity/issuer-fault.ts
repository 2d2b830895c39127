import * as client from 'openid-client'
import { IssuerFault } from './port.ts'

/** Returns the fault indicated by an error of openid-client, jose or the network. */
export async function issuerFault(error: unknown): Promise<IssuerFault> {
  if (error instanceof IssuerFault) return error
  const [oauthError, status] = [await oauthErrorOf(error), statusOf(error)]
  const fields = {
    reason: reasonOf(error),
    ...(oauthError === undefined ? {} : { oauthError }),
    ...(status === undefined ? {} : { status }),
  }
  return new IssuerFault(fields, error)
}

/** A short code of letters, digits, dots and dashes, because it comes from outside. */
const plain = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : undefined

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const own = plain('code' in error ? error.code : undefined)
  if (own !== undefined) return own
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause
  // The cause of "fetch failed" has the reason.
  return inner instanceof Error ? reasonOf(inner) : error.name
}

async function oauthErrorOf(error: unknown): Promise<string | undefined> {
  if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError)
    return plain(error.error)
  if (error instanceof client.WWWAuthenticateChallengeError)
    return plain(error.cause[0]?.parameters['error']) ?? errorIn(error.response)
  return undefined
}

/** Returns the code in the body, which openid-client does not read if there is a challenge (RFC 6749, 5.2). */
async function errorIn(response: Response): Promise<string | undefined> {
  // A body that is not JSON has none.
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null
  return plain(body?.error)
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof client.ResponseBodyError || error instanceof client.WWWAuthenticateChallengeError)
    return error.status
  return error instanceof Error && error.cause instanceof Response ? error.cause.status : undefined
}
