import type { Environment } from './config-variables.ts'
import { isLoopback } from '../../../platform/network-address.ts'

const addresses = ['PUBLIC_URL', 'OIDC_ISSUER', 'STRIPE_API_BASE'] as const
const databases = ['DATABASE_URL', 'MIGRATE_DATABASE_URL', 'MOVE_TO_DATABASE_URL'] as const

/** Returns what production would send unencrypted over a network, as sentences that begin with a variable's name. */
export function transportFaults(env: Environment): string[] {
  if (env.NODE_ENV !== 'production') return []
  const faults = addresses
    .filter((name) => isPlainHttp(env[name]))
    .map((name) => `${name} must start with https:// in production, unless it is on this machine`)
  faults.push(...databases.flatMap((name) => databaseFault(name, env[name]) ?? []))
  if (isPlainMail(env.SMTP_URL))
    faults.push(
      'SMTP_URL contains requireTLS=false: production requires encrypted connections to other machines, so remove it',
    )
  return faults
}

/** Returns what production rejects in a database's address, as a sentence that begins with `name`. */
export function databaseFault(name: string, address: string | undefined): string | null {
  return isPlainDatabase(address)
    ? `${name} does not require TLS: in production add ?sslmode=verify-full, or ?sslmode=disable on a network that no one else can read`
    : null
}

function isPlainHttp(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopback(hostname)
}

/** Without one of these parameters pg does not encrypt: node-postgres.com/features/ssl. */
function isPlainDatabase(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const { hostname, searchParams } = new URL(address)
  const host = decodeURIComponent(searchParams.get('host') ?? hostname)
  if (host === '' || host.startsWith('/') || isLoopback(host)) return false
  const mode = searchParams.get('sslmode')
  // They use TLS only if the server offers it (postgresql.org/docs/current/libpq-ssl.html).
  if (mode === 'allow' || mode === 'prefer') return true
  return mode === null && !searchParams.has('sslrootcert') && !/^(true|1)$/.test(searchParams.get('ssl') ?? '')
}

function isPlainMail(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const { hostname, searchParams } = new URL(address)
  return searchParams.get('requireTLS') === 'false' && !isLoopback(hostname)
}
