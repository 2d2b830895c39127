import { resolve } from 'node:path'
import { z } from 'zod'

/** The only reader of the environment. Everything is checked at once; what is wrong is listed as a whole. */
export type Config = {
  production: boolean
  host: string
  port: number
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  migrateDatabaseUrl: string | null
  /** Newest first; null where one is made and kept in the data folder. */
  secrets: string[] | null
  /** Null while the sandbox's inbox takes the mail. */
  smtpUrl: string | null
  mailFrom: string | null
  /** Null while the built-in provider is the issuer. */
  oidc: { issuer: string; clientId: string; clientSecret: string; signupUrl: string | null } | null
  /** Null while the sandbox's stand-in takes the payments. */
  stripe: { key: string; webhookSecrets: string[]; apiBase: string | null; automaticTax: boolean } | null
  roleClaim: string
  emailVerifiedClaim: string
  adminSubjects: string[]
  admin: { email: string; password: string } | null
  tssUrl: string
  defaultCountry: string
  catalogueFile: string
  brandFile: string
  /** What the addresses of installers on a CDN are signed with. */
  installerCdnKey: string | null
  screening: {
    off: boolean
    /** The folder of the official lists; null while the sandbox's sample is in force. */
    folder: string | null
    /** How alike names must be, from 0 to 1; null for the measured ones. */
    hold: number | null
    look: number | null
    /** How long, in ms, a file must have lain still before it is read. */
    settle: number
  }
  /** Who was forgotten: a file outside the database's backups. */
  ledgerFile: string
  /** How long sealed records of the forgotten are kept. */
  retentionYears: number
  clockStart: Date | null
  rateLimitFactor: number
  trustedProxies: string[]
  /** Which stand-ins are on. */
  sandbox: { mail: boolean; payment: boolean; time: boolean }
}

const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  })
const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean))

const likenessError = { error: 'must be a number over 0 and up to 1' }
const likeness = z.coerce.number(likenessError).positive(likenessError).max(1, likenessError).optional()

const shape = z.object({
  NODE_ENV: z.string().optional(),
  SANDBOX: z.enum(['allow'], { error: 'may only be "allow"' }).optional(),
  HOST: z.string().optional(),
  PORT: z.coerce.number({ error: 'must be a number from 1 to 65535' }).int().min(1).max(65535).default(3000),
  PUBLIC_URL: url('http:', 'https:')
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  MIGRATE_DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  SECRET: z
    .string()
    .transform((value) => value.split(',').map((secret) => secret.trim()))
    .refine((values) => values.length > 0 && values.every((v) => v.length >= 32), {
      error: 'each secret must have at least 32 characters',
    })
    .optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .refine((v) => v.includes('@') && !/[\r\n]/.test(v), { error: 'must be a mail address' })
    .optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: list.optional(),
  STRIPE_API_BASE: url('http:', 'https:').optional(),
  STRIPE_AUTOMATIC_TAX: z.enum(['on'], { error: 'may only be "on"' }).optional(),
  OIDC_ISSUER: url('http:', 'https:').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SIGNUP_URL: url('http:', 'https:').optional(),
  OIDC_ROLE_CLAIM: z.string().default('role'),
  OIDC_EMAIL_VERIFIED_CLAIM: z.string().default('email_verified'),
  ADMIN_SUBJECTS: list.default([]),
  ADMIN_EMAIL: z.email({ error: 'must be a mail address' }).optional(),
  ADMIN_PASSWORD: z.string().min(10, { error: 'must have at least 10 characters' }).optional(),
  TSS_URL: url('http:', 'https:').optional(),
  INSTALLER_CDN_KEY: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  DEFAULT_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'must be a two-letter country code' })
    .default('US'),
  CATALOGUE: z.string().optional(),
  BRAND: z.string().optional(),
  FORGOTTEN_LEDGER: z.string().optional(),
  RETENTION_YEARS: z.coerce
    .number({ error: 'must be a whole number of years from 1 to 100' })
    .int({ error: 'must be a whole number of years from 1 to 100' })
    .min(1, { error: 'must be a whole number of years from 1 to 100' })
    .max(100, { error: 'must be a whole number of years from 1 to 100' })
    .default(5),
  SCREENING: z.enum(['off'], { error: 'may only be "off"' }).optional(),
  SCREENING_DIR: z.string().optional(),
  SCREENING_HOLD: likeness,
  SCREENING_LOOK: likeness,
  SCREENING_SETTLE: z.coerce
    .number({ error: 'must be a number of seconds over 0' })
    .positive({ error: 'must be a number of seconds over 0' })
    .max(600, { error: 'must be 600 seconds at most' })
    .default(2),
  CLOCK_START: z.iso.datetime({ error: 'must be a moment such as 2026-12-24T00:00:00Z' }).optional(),
  RATE_LIMIT_FACTOR: z.coerce
    .number({ error: 'must be a number over 0' })
    .positive({ error: 'must be a number over 0' })
    .default(1),
  TRUSTED_PROXIES: list.default([]),
})

type Environment = z.output<typeof shape>

/** Thrown when the environment is wrong; the message names every faulty variable. */
export class ConfigError extends Error {}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

function halfSet(env: Environment, names: (keyof Environment)[]): string[] {
  const missing = names.filter((name) => env[name] === undefined)
  return missing.length === 0 || missing.length === names.length
    ? []
    : missing.map((name) => `${name} is missing: ${names.join(', ')} are set together or not at all`)
}

function contradictions(env: Environment, sandbox: Config['sandbox']): string[] {
  const production = env.NODE_ENV === 'production'
  const anySandbox = Object.values(sandbox).some(Boolean)
  const faults = [
    ...halfSet(env, ['SMTP_URL', 'MAIL_FROM']),
    ...halfSet(env, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']),
    ...halfSet(env, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']),
    ...halfSet(env, ['ADMIN_EMAIL', 'ADMIN_PASSWORD']),
  ]
  if (env.DATABASE_URL && !env.SECRET)
    faults.push('SECRET is missing: it is required with DATABASE_URL, so that all instances share it')
  if ((env.STRIPE_API_BASE ?? env.STRIPE_AUTOMATIC_TAX) && !env.STRIPE_SECRET_KEY) {
    faults.push('STRIPE_SECRET_KEY is missing: STRIPE_API_BASE and STRIPE_AUTOMATIC_TAX go with it')
  }
  if (env.MIGRATE_DATABASE_URL && !env.DATABASE_URL)
    faults.push('DATABASE_URL is missing: MIGRATE_DATABASE_URL goes with it')
  if (anySandbox && env.HOST !== undefined && !loopback.has(env.HOST)) {
    faults.push('HOST must be a loopback address while a part of the sandbox is on')
  }
  if (!anySandbox && env.RATE_LIMIT_FACTOR !== 1)
    faults.push('RATE_LIMIT_FACTOR is for the sandbox, and no part of it is on')
  if (env.SCREENING === 'off' && env.SCREENING_DIR)
    faults.push('SCREENING is off, and SCREENING_DIR names lists: set one of them')
  if (env.SCREENING_LOOK !== undefined && env.SCREENING_HOLD !== undefined && env.SCREENING_LOOK > env.SCREENING_HOLD)
    faults.push('SCREENING_LOOK must not be over SCREENING_HOLD: who is held is looked at')
  if (!sandbox.time && env.CLOCK_START)
    faults.push('CLOCK_START moves the sandbox’s clock, which is off with real parties')
  if (production && env.SANDBOX !== 'allow') {
    if (!env.SMTP_URL)
      faults.push('SMTP_URL is missing: in production mail goes to a real server (or set SANDBOX=allow)')
    if (!env.STRIPE_SECRET_KEY)
      faults.push('STRIPE_SECRET_KEY is missing: in production payments go to Stripe (or set SANDBOX=allow)')
    if (!env.PUBLIC_URL) faults.push('PUBLIC_URL is missing: in production the shop must know its own address')
    if (env.SCREENING !== 'off' && !env.SCREENING_DIR)
      faults.push(
        'SCREENING_DIR is missing: in production names are compared with official lists (or set SCREENING=off)',
      )
  }
  return faults
}

export function readConfig(
  environment: Record<string, string | undefined> = process.env,
  folder = process.cwd(),
): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = shape.safeParse(given)
  const issues = parsed.error?.issues ?? []
  const wrong = new Set(issues.map(({ path }) => path[0]))
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)))
  // A faulty value is there, if not right: it does not count as missing beside others.
  const env: Environment = { ...given, ...shape.parse(sound) }
  const allowed = env.NODE_ENV !== 'production' || env.SANDBOX === 'allow'
  const sandbox = {
    mail: allowed && !env.SMTP_URL,
    payment: allowed && !env.STRIPE_SECRET_KEY,
    time: allowed && !env.OIDC_ISSUER && !env.STRIPE_SECRET_KEY,
  }
  const faults = [
    ...issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...contradictions(env, sandbox).filter((fault) => ![...wrong].some((name) => fault.startsWith(`${String(name)} `))),
  ]
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))

  const dataDir = resolve(folder, env.DATA_DIR)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    production: env.NODE_ENV === 'production',
    host: env.HOST ?? (Object.values(sandbox).some(Boolean) ? '127.0.0.1' : '0.0.0.0'),
    port: env.PORT,
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    migrateDatabaseUrl: env.MIGRATE_DATABASE_URL ?? null,
    secrets: env.SECRET ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    oidc:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
        ? {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
            signupUrl: env.OIDC_SIGNUP_URL ?? null,
          }
        : null,
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            key: env.STRIPE_SECRET_KEY,
            webhookSecrets: env.STRIPE_WEBHOOK_SECRET,
            apiBase: env.STRIPE_API_BASE ?? null,
            automaticTax: env.STRIPE_AUTOMATIC_TAX === 'on',
          }
        : null,
    roleClaim: env.OIDC_ROLE_CLAIM,
    emailVerifiedClaim: env.OIDC_EMAIL_VERIFIED_CLAIM,
    adminSubjects: env.ADMIN_SUBJECTS,
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : null,
    tssUrl: env.TSS_URL ?? publicUrl,
    installerCdnKey: env.INSTALLER_CDN_KEY ?? null,
    defaultCountry: env.DEFAULT_COUNTRY,
    catalogueFile: env.CATALOGUE
      ? resolve(folder, env.CATALOGUE)
      : resolve(import.meta.dirname, '../brand/catalogue.json'),
    brandFile: env.BRAND ? resolve(folder, env.BRAND) : resolve(import.meta.dirname, '../brand/brand.json'),
    ledgerFile: env.FORGOTTEN_LEDGER ? resolve(folder, env.FORGOTTEN_LEDGER) : resolve(dataDir, 'forgotten.ledger'),
    retentionYears: env.RETENTION_YEARS,
    screening: {
      off: env.SCREENING === 'off',
      folder: env.SCREENING_DIR ? resolve(folder, env.SCREENING_DIR) : null,
      hold: env.SCREENING_HOLD ?? null,
      look: env.SCREENING_LOOK ?? null,
      settle: env.SCREENING_SETTLE * 1000,
    },
    clockStart: env.CLOCK_START ? new Date(env.CLOCK_START) : null,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    trustedProxies: env.TRUSTED_PROXIES,
    sandbox,
  }
}
