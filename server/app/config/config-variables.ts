import { defaultThresholds } from 'name-screening'
import { z } from 'zod'
import { isCountryCode } from '../../../domain/lists/countries.ts'
import { trustIn, isLoopback } from '../../../platform/network-address.ts'
import { senderIn } from '../../adapters/mail/sender.ts'

/** The environment variables by name: the values they accept, and which belong together. */
const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  })
/** An unencoded "/", "?" or "#" in a password ends the host, so that a later "@" is in another part. */
function isEncoded(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { username, password, pathname, search, hash } = new URL(value)
  if (pathname.includes('@') || hash !== '' || search.split('=')[0]?.includes('@')) return false
  return [username, password].every(isDecodable)
}
/** A "%" must begin a code, and the codes must be text in UTF-8. */
function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
const urlWithPassword = (example: string, ...schemes: string[]) =>
  z
    .string()
    .refine((value) => schemes.some((scheme) => value.startsWith(scheme)), {
      error: `must be a URL that starts with ${schemes.join(' or ')}`,
      abort: true,
    })
    .refine(isEncoded, {
      error: `must be a URL such as ${example}: percent-encode special characters in user and password`,
    })
const databaseUrl = urlWithPassword('postgres://user:password@host:5432/name', 'postgres://', 'postgresql://')
const onOff = z.enum(['on', 'off'], { error: 'must be "on", "off" or unset' }).optional()
const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean))
function areNetworks(entries: string[]): boolean {
  try {
    trustIn(entries)
    return true
  } catch {
    return false
  }
}

const isOrigin = ({ href, origin }: URL) => href === `${origin}/`

const likenessError = { error: 'must be a number greater than 0 and at most 1' }
const likeness = z.coerce.number(likenessError).positive(likenessError).max(1, likenessError).optional()

export const variables = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], {
      error: 'must be "production", "development" or "test", or unset',
    })
    .optional(),
  SANDBOX: z.enum(['allow'], { error: 'must be "allow" or unset' }).optional(),
  HOST: z.string().optional(),
  PORT: z.coerce.number({ error: 'must be a number from 1 to 65535' }).int().min(1).max(65535).default(3000),
  PUBLIC_URL: url('http:', 'https:')
    .refine((value) => !URL.canParse(value) || isOrigin(new URL(value)), {
      error: 'must have no path, query, fragment or user name, such as https://shop.example.com',
    })
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_PREPARE: onOff,
  MIGRATE_DATABASE_URL: databaseUrl.optional(),
  MOVE_TO_DATABASE_URL: databaseUrl.optional(),
  SECRET: z
    .string()
    .transform((value) => value.split(',').map((secret) => secret.trim()))
    .refine((values) => values.length > 0 && values.every((v) => v.length >= 32), {
      error: 'must have at least 32 characters per secret',
    })
    .refine(([newest = '']) => newest.length < 32 || new Set(newest).size >= 8, {
      // An older one may still be needed to decrypt.
      error:
        'must be random: the first one has fewer than 8 different characters. "openssl rand -hex 32" prints a good one',
    })
    .optional(),
  SMTP_URL: urlWithPassword('smtp://user:password@host:587', 'smtp://', 'smtps://').optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => !/[\r\n]/.test(value) && senderIn(value) !== null, {
      error: 'must be one email address, such as shop@example.com or Example <shop@example.com>',
    })
    .optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: list.optional(),
  STRIPE_API_BASE: url('http:', 'https:')
    // Stripe's client uses host, port and protocol, and adds the path itself.
    .refine((value) => !URL.canParse(value) || isOrigin(new URL(value)), {
      error: 'must have no path, query, fragment or user name, such as https://stripe-proxy.example.com',
    })
    .optional(),
  STRIPE_AUTOMATIC_TAX: onOff,
  STRIPE_PROMOTION_CODES: onOff,
  STRIPE_TEST_MODE: z.enum(['allow'], { error: 'must be "allow" or unset' }).optional(),
  OIDC_ISSUER: url('http:', 'https:').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_CLIENT_AUTH: z.enum(['basic', 'post'], { error: 'must be "basic", "post" or unset' }).optional(),
  OIDC_SIGNUP_URL: url('http:', 'https:').optional(),
  OIDC_ADMIN_ACR: list.optional(),
  OIDC_ROLE_CLAIM: z.string().default('role'),
  OIDC_EMAIL_VERIFIED_CLAIM: z.string().default('email_verified'),
  ADMIN_SUBJECTS: list.default([]),
  ADMIN_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  ADMIN_PASSWORD: z.string().min(10, { error: 'must have at least 10 characters' }).optional(),
  ADMIN_MFA: z.enum(['required', 'off'], { error: 'must be "required", "off" or unset' }).optional(),
  TSS_URL: url('http:', 'https:').optional(),
  INSTALLER_CDN_KEY: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  DEFAULT_COUNTRY: z
    .string()
    .refine(isCountryCode, { error: 'must be the two-letter code of a country, such as US' })
    .default('US'),
  CATALOGUE: z.string().optional(),
  BRAND: z.string().optional(),
  BRAND_TEXTS: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  FORGOTTEN_LEDGER: z
    .string()
    .refine((value) => !value.includes('://'), { error: 'must be the path of a file, not a URL' })
    .optional(),
  RETENTION_YEARS: z.coerce
    .number({ error: 'must be a whole number of years from 1 to 100' })
    .int({ error: 'must be a whole number of years from 1 to 100' })
    .min(1, { error: 'must be a whole number of years from 1 to 100' })
    .max(100, { error: 'must be a whole number of years from 1 to 100' })
    .default(5),
  SCREENING: onOff,
  SCREENING_DIR: z.string().optional(),
  SCREENING_FETCH: z.enum(['daily'], { error: 'must be "daily" or unset' }).optional(),
  SCREENING_SOURCES: z
    .url({ protocol: /^https?$/, error: 'must be the URL of a folder with the list files' })
    .optional(),
  SCREENING_HOLD: likeness,
  SCREENING_LOOK: likeness,
  SCREENING_LOOK_HOLDS: onOff,
  REVIEW_TWO: onOff,
  SCREENING_SETTLE: z.coerce
    .number({ error: 'must be a number of seconds greater than 0' })
    .positive({ error: 'must be a number of seconds greater than 0' })
    .max(600, { error: 'must be at most 600 seconds' })
    .default(2),
  CLOCK_START: z.iso.datetime({ error: 'must be a time such as 2026-12-24T00:00:00Z' }).optional(),
  ACCEPT_DATA_UNTIL: z.iso.datetime({ error: 'must be a time such as 2026-12-24T00:00:00Z' }).optional(),
  RATE_LIMIT_FACTOR: z.coerce
    .number({ error: 'must be a number greater than 0' })
    .positive({ error: 'must be a number greater than 0' })
    .default(1),
  TRUSTED_PROXIES: list
    .refine(areNetworks, { error: 'must be addresses or networks, such as 127.0.0.1 or 10.0.0.0/8' })
    .refine((entries) => !entries.some((entry) => /\/0*[0-7]$/.test(entry)), {
      error: 'must not contain a network as large as /7 or larger: every visitor could then choose their own address',
    })
    .default([]),
  WEBHOOK_NETWORKS: list
    .refine((entries) => areNetworks(entries) && entries.every((entry) => /^[0-9a-f.:]+(\/\d+)?$/i.test(entry)), {
      error: 'must be addresses or networks, such as 10.0.0.0/8',
    })
    .default([]),
  METRICS_TOKEN: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
})

export type Environment = z.output<typeof variables>

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
    ...(env.ADMIN_PASSWORD && !env.ADMIN_EMAIL
      ? ['ADMIN_EMAIL is missing: ADMIN_PASSWORD cannot be set without it']
      : []),
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
  if (env.MIGRATE_DATABASE_URL && !env.DATABASE_URL)
    faults.push('DATABASE_URL is missing: MIGRATE_DATABASE_URL cannot be set without it')
  if (anySandbox && env.HOST !== undefined && !isLoopback(env.HOST)) {
    faults.push('HOST must be a loopback address while a part of the sandbox is on')
  }
  if (anySandbox && env.SANDBOX !== 'allow' && isElsewhere(env.PUBLIC_URL))
    faults.push(
      `PUBLIC_URL is not on this machine, and ${simulated(sandbox)} simulated: set the real services and NODE_ENV=production, or SANDBOX=allow for a demonstration`,
    )
  if (!anySandbox && env.RATE_LIMIT_FACTOR !== 1)
    faults.push('RATE_LIMIT_FACTOR is only allowed while a part of the sandbox is on: remove it')
  if (env.OIDC_CLIENT_AUTH && !env.OIDC_ISSUER)
    faults.push('OIDC_ISSUER is missing: OIDC_CLIENT_AUTH cannot be set without it')
  if (env.OIDC_ADMIN_ACR && !env.OIDC_ISSUER)
    faults.push('OIDC_ISSUER is missing: OIDC_ADMIN_ACR cannot be set without it')
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
