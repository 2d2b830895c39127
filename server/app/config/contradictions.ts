import { defaultThresholds } from 'name-screening'
import { isLoopback } from '../../../platform/network-address.ts'
import type { Environment } from './config-variables.ts'

/** The enabled parts of the sandbox. */
export type Sandbox = { mail: boolean; payment: boolean; time: boolean }

/** Whether the address of Stripe's API is a simulator or a proxy on this machine, whose keys have no mode. */
export function isStripeLocal({ STRIPE_API_BASE: base }: Pick<Environment, 'STRIPE_API_BASE'>): boolean {
  return base !== undefined && URL.canParse(base) && isLoopback(new URL(base).hostname)
}

/** Returns the mode of a secret or restricted key (docs.stripe.com/keys); null for anything else. */
export function keyMode(key: string): 'test' | 'live' | null {
  const mode = /^[sr]k_(test|live)_./.exec(key)?.[1]
  return mode === 'test' || mode === 'live' ? mode : null
}

function halfSet(env: Environment, names: (keyof Environment)[]): string[] {
  const missing = names.filter((name) => env[name] === undefined)
  return missing.length === 0 || missing.length === names.length
    ? []
    : missing.map((name) => `${name} is missing: set all of ${names.join(', ')}, or none`)
}

/** Variables, each with the one that it requires. */
const needs = [
  ['ADMIN_PASSWORD', 'ADMIN_EMAIL'],
  ['MIGRATE_DATABASE_URL', 'DATABASE_URL'],
  ['OIDC_CLIENT_AUTH', 'OIDC_ISSUER'],
  ['OIDC_ADMIN_ACR', 'OIDC_ISSUER'],
] as const

/** The settings that require STRIPE_SECRET_KEY. */
const withStripe = ['STRIPE_API_BASE', 'STRIPE_AUTOMATIC_TAX', 'STRIPE_PROMOTION_CODES', 'STRIPE_TEST_MODE'] as const

/**
 * Returns the faults of Stripe's keys and secrets. A mock on this machine accepts any, and production allows one only
 * with a notice, or as a part of the sandbox.
 */
function paymentFaults(env: Environment, sandbox: Sandbox): string[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secrets } = env
  if (key === undefined) {
    const set = withStripe.filter((name) => env[name] !== undefined && env[name] !== 'off')
    return set.length === 0 ? [] : [`STRIPE_SECRET_KEY is missing: ${set.join(', ')} cannot be set without it`]
  }
  if (isStripeLocal(env)) {
    if (env.NODE_ENV !== 'production' || env.STRIPE_TEST_MODE || sandbox.time) return []
    return [
      'STRIPE_API_BASE is on this machine, where any key is accepted and payments may be simulated: in production remove it, or set STRIPE_TEST_MODE=allow, which adds a notice to every page',
    ]
  }
  const faults: string[] = []
  const mode = keyMode(key)
  if (env.STRIPE_TEST_MODE && mode === 'live')
    faults.push('STRIPE_TEST_MODE requires a test key, but STRIPE_SECRET_KEY is a live key: remove STRIPE_TEST_MODE')
  if (key.startsWith('pk_')) faults.push('STRIPE_SECRET_KEY is a publishable key: set a secret or restricted key')
  else if (mode === null) faults.push('STRIPE_SECRET_KEY must start with sk_test_, sk_live_, rk_test_ or rk_live_')
  if (env.NODE_ENV === 'production' && mode === 'test' && !env.STRIPE_TEST_MODE)
    faults.push(
      'STRIPE_SECRET_KEY is a test key: in production set a live key, or STRIPE_TEST_MODE=allow, which adds a notice to every page',
    )
  if (env.NODE_ENV !== 'production' && mode === 'live')
    faults.push('STRIPE_SECRET_KEY is a live key: set NODE_ENV=production, or use a test key')
  if (secrets !== undefined && !(secrets.length > 0 && secrets.every((secret) => /^whsec_./.test(secret))))
    faults.push('STRIPE_WEBHOOK_SECRET must be one or more signing secrets, each starting with whsec_')
  return faults
}

function isElsewhere(address: string | undefined): boolean {
  return address !== undefined && URL.canParse(address) && !isLoopback(new URL(address).hostname)
}

/** The simulated parts as the subject of a sentence, with its verb. */
function simulated({ mail, payment, time }: Sandbox): string {
  const parts = [...(mail ? ['mail'] : []), ...(payment ? ['payments'] : []), ...(time ? ['the clock'] : [])]
  const verb = parts.length > 1 || payment ? 'are' : 'is'
  return `${new Intl.ListFormat('en-GB').format(parts)} ${verb}`
}

/** Whether administrators need a second factor: by default, everywhere except in a sandbox on this machine. */
export function requiresSecondFactor(env: Environment, sandbox: Sandbox): boolean {
  if (env.ADMIN_MFA !== undefined) return env.ADMIN_MFA === 'required'
  return !Object.values(sandbox).some(Boolean) || isElsewhere(env.PUBLIC_URL) || env.OIDC_ADMIN_ACR !== undefined
}

/**
 * Returns contradictions between variables, as sentences that begin with a variable's name. `keptSecret` is the path of the
 * secret that an embedded database has used.
 */
export function contradictions(env: Environment, sandbox: Sandbox, keptSecret: string | null = null): string[] {
  const production = env.NODE_ENV === 'production'
  const anySandbox = Object.values(sandbox).some(Boolean)
  const faults = [
    ...halfSet(env, ['SMTP_URL', 'MAIL_FROM']),
    ...halfSet(env, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']),
    ...halfSet(env, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']),
    ...needs.flatMap(([name, other]) =>
      env[name] && !env[other] ? [`${other} is missing: ${name} cannot be set without it`] : [],
    ),
  ]
  if (env.DATABASE_URL && !env.SECRET)
    faults.push(
      keptSecret === null
        ? 'SECRET is missing: it is required with DATABASE_URL, so that all instances share it'
        : `SECRET is missing: it is required with DATABASE_URL. If the database was moved from the embedded one, set SECRET_FILE=${keptSecret}, or the server cannot read what is encrypted in it`,
    )
  if (env.DATABASE_URL && env.BACKUP_DIR)
    faults.push(
      'BACKUP_DIR is for the embedded database: remove it, and back up the one of DATABASE_URL with its own tools',
    )
  if (env.BACKUP_DIR && process.platform === 'win32')
    faults.push('BACKUP_DIR is not available on Windows: remove it, and copy DATA_DIR while the server is stopped')
  faults.push(...paymentFaults(env, sandbox))
  if (anySandbox && env.HOST !== undefined && !isLoopback(env.HOST)) {
    faults.push('HOST must be a loopback address while a part of the sandbox is on')
  }
  if (anySandbox && env.SANDBOX !== 'allow' && isElsewhere(env.PUBLIC_URL))
    faults.push(
      `PUBLIC_URL is not on this machine, and ${simulated(sandbox)} simulated: set the real services and NODE_ENV=production, or SANDBOX=allow for a demonstration`,
    )
  if (!anySandbox && env.RATE_LIMIT_FACTOR !== 1)
    faults.push('RATE_LIMIT_FACTOR is only allowed while a part of the sandbox is on: remove it')
  if (env.ADMIN_MFA === 'off' && env.OIDC_ADMIN_ACR)
    faults.push('ADMIN_MFA is off, but OIDC_ADMIN_ACR is set: set only one of them')
  if (env.ADMIN_MFA === 'off' && !anySandbox)
    faults.push('ADMIN_MFA is off, which is only allowed while a part of the sandbox is on: remove it')
  if (env.SCREENING === 'off' && env.SCREENING_DIR)
    faults.push('SCREENING is off, but SCREENING_DIR names a list folder: set only one of them')
  if (env.SCREENING_FETCH && !env.SCREENING_DIR)
    faults.push('SCREENING_FETCH needs SCREENING_DIR, the folder that the lists are downloaded into')
  const hold = env.SCREENING_HOLD ?? defaultThresholds.hold
  if (env.SCREENING_LOOK !== undefined && env.SCREENING_LOOK > hold)
    faults.push(`SCREENING_LOOK must not be greater than SCREENING_HOLD, which is ${hold}`)
  if (!sandbox.time && env.CLOCK_START)
    faults.push(
      'CLOCK_START moves the sandbox clock: remove it, or use the built-in identity provider and simulated payments (in production also SANDBOX=allow)',
    )
  if (production && env.SANDBOX !== 'allow') {
    if (!env.SMTP_URL) faults.push('SMTP_URL is missing: production requires a mail server (or set SANDBOX=allow)')
    if (!env.STRIPE_SECRET_KEY)
      faults.push('STRIPE_SECRET_KEY is missing: production requires a Stripe account (or set SANDBOX=allow)')
    if (!env.PUBLIC_URL) faults.push('PUBLIC_URL is missing: production requires the URL that visitors use')
  }
  if (!anySandbox && env.SCREENING !== 'off' && !env.SCREENING_DIR)
    faults.push(
      'SCREENING_DIR is missing: official lists are required when no part of the sandbox is on (or set SCREENING=off)',
    )
  return faults
}
