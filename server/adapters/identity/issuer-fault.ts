import * as client from 'openid-client'

/**
 * What went wrong at or with the issuer during a sign-in, in words a log may hold: never its own sentences, which may name
 * people.
 */
export class IssuerFault extends Error {
  override readonly name = 'IssuerFault'
  /** A code of the library or of the network, as `ECONNREFUSED`. */
  readonly reason: string
  /** The OAuth error code the issuer answered, as `invalid_client`. */
  readonly oauthError: string | undefined
  /** The HTTP status it answered with. */
  readonly status: number | undefined

  private constructor(cause: unknown) {
    super('the identity provider refused or failed', { cause })
    this.reason = reasonOf(cause)
    this.oauthError = oauthErrorOf(cause)
    this.status = statusOf(cause)
  }

  static from(error: unknown): IssuerFault {
    return error instanceof IssuerFault ? error : new IssuerFault(error)
  }

  /** The fields of a log line. */
  get fields(): Record<string, string | number> {
    const { reason, oauthError, status } = this
    return { reason, ...(oauthError === undefined ? {} : { oauthError }), ...(status === undefined ? {} : { status }) }
  }
}

/** A code of letters, digits, dots and dashes, and not too long: it comes from outside. */
const plain = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : undefined

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const own = plain('code' in error ? error.code : undefined)
  if (own !== undefined) return own
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause
  // "fetch failed" says why in its cause.
  return inner instanceof Error ? reasonOf(inner) : error.name
}

function oauthErrorOf(error: unknown): string | undefined {
  if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError)
    return plain(error.error)
  if (error instanceof client.WWWAuthenticateChallengeError) return plain(error.cause[0]?.parameters['error'])
  return undefined
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof client.ResponseBodyError || error instanceof client.WWWAuthenticateChallengeError)
    return error.status
  return error instanceof Error && error.cause instanceof Response ? error.cause.status : undefined
}
