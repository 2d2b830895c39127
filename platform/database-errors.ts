/**
 * SQLSTATEs of temporary unavailability: connection trouble (08), no space on disk, in memory or among connections
 * (53), shut down or not yet started (57P), cancelled by the statement timeout (57014), aborted because of another
 * transaction (40001, 40P01), a read-only standby (25006), a disk failure (58), and a server that no longer admits the
 * product (28, 3D000).
 */
const states = /^(08...|53...|57P0\d|57014|40001|40P01|25006|58...|28...|3D000)$/

const network =
  /^(ECONN(REFUSED|RESET|ABORTED)|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EACCES)$/

/** A certificate that Node.js rejects (nodejs.org/api/tls.html, X509 certificate error codes), or missing TLS. */
const certificate = /^(ERR_TLS_|ERR_SSL_|UNABLE_TO_|CERT_|CRL_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA)/

/** Messages of pg without a code. */
const words =
  /^(The server does not support SSL|There was an error establishing an SSL connection|timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client (has encountered|was closed)|Cannot use a pool after)/

/**
 * Whether an error means that the database is temporarily unavailable, so that the response is 503 and a retry makes
 * sense. Errors about the request itself (a constraint, a syntax) do not count.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown }
  if (typeof code === 'string') {
    // A missing file is not a missing database: only errors of a connection count.
    if (network.test(code))
      return (
        /^(connect|read|write|getaddrinfo|querySrv|undefined)$/.test(String(syscall)) || error instanceof AggregateError
      )
    if (certificate.test(code)) return true
    if (states.test(code) && 'severity' in error) return true
  }
  return words.test(error.message) || isUnavailable(error.cause)
}

/** SQLSTATE cannot_connect_now. */
const startingUp = '57P03'

/** Whether a server refuses connections only until its own start is over. */
export function isStartingUp(error: unknown): boolean {
  return error instanceof Error && (error as Error & { code?: unknown }).code === startingUp
}

/** Whether the database rejected a row because of a unique constraint: SQLSTATE unique_violation. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && (error as Error & { code?: unknown }).code === '23505'
}

/** Whether the database rejected a text because of a NUL in it: SQLSTATE character_not_in_repertoire. */
export function isUnstorable(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && (error as Error & { code?: unknown }).code === '22021'
}

/** A database that cannot be used from the beginning, in one sentence for the operator. */
export class UnusableDatabase extends Error {
  /** `setting` configured the database; the sentence never shows the URL's password. */
  constructor(cause: unknown, url: string, setting: string) {
    super(`The database ${placeOf(url)} ${reasonInWords(cause)}. Check ${setting}.`, { cause })
  }
}

/** Returns why the database is unavailable, as the predicate of a sentence. */
export function reasonInWords(error: unknown): string {
  const { code = '', message } = (error instanceof AggregateError ? error.errors[0] : error) as Error & {
    code?: string
  }
  return reasonOf(code, message)
}

function placeOf(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url)
    return `${pathname.slice(1)} at ${searchParams.get('host') ?? hostname}:${port || 5432}`
  } catch {
    return 'named by the setting'
  }
}

function reasonOf(code: string, message: string): string {
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'cannot be reached: no server listens there'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'cannot be reached: the host name is unknown'
  if (code === startingUp) return 'is starting up'
  if (/timeout/i.test(message)) return 'cannot be reached: no response in time'
  if (certificate.test(code))
    return `cannot be trusted: ${message.replace(/\.$/, '').split(';')[0]}. The URL's sslrootcert, or NODE_EXTRA_CA_CERTS, names the certificate authority (docs/how-to/your-postgresql.md)`
  if (message.startsWith('There was an error establishing an SSL connection'))
    return 'cannot be used: the server there does not respond as PostgreSQL does'
  if (/^(Connection terminated|Client (has encountered|was closed))/.test(message))
    return 'cannot be used: the connection was lost'
  if (message.startsWith('The server does not support SSL'))
    return 'cannot be used: it does not offer TLS, but the URL requires it'
  return `cannot be used: ${message.replace(/\.$/, '')}`
}
