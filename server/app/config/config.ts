import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { transportFaults } from './config-transport.ts'
import { listVariables } from './describe-variables.ts'
import { variables, type Environment } from './config-variables.ts'
import { contradictions, isStripeLocal, requiresSecondFactor, type Sandbox } from './contradictions.ts'
import { ConfigError } from '../../config-error.ts'

type Files = { values: Record<string, string>; unread: string[]; faults: string[] }

/**
 * Reads the variables given as NAME_FILE, the path of a file with the value, as containers and systemd pass secrets.
 */
function readFiles(environment: Record<string, string | undefined>, folder: string): Files {
  const files: Files = { values: {}, unread: [], faults: [] }
  for (const name of Object.keys(variables.shape)) {
    const path = environment[`${name}_FILE`]
    if (path === undefined) continue
    if (environment[name] !== undefined) {
      files.faults.push(`${name} and ${name}_FILE are both set: set one of them`)
      continue
    }
    try {
      const value = readFileSync(resolve(folder, path), 'utf8').trim()
      if (value !== '') files.values[name] = value
      else files.faults.push(`${name}_FILE names an empty file`)
    } catch (error) {
      files.faults.push(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`)
    }
    if (files.values[name] === undefined) files.unread.push(name)
  }
  return files
}

/** Whether any simulator replaces a service: payments, email or time. */
export function isSandbox({ sandbox }: { sandbox: Sandbox }): boolean {
  return Object.values(sandbox).some(Boolean)
}

/**
 * Returns only the access to Stripe, unchecked, for a command that needs no other setting; null without a key. Throws
 * if a named file cannot be read.
 */
export function readStripeAccess(
  environment: Record<string, string | undefined> = process.env,
  folder = process.cwd(),
): { key: string; apiBase: string | null } | null {
  const files = readFiles(environment, folder)
  if (files.faults.length > 0) throw new ConfigError(files.faults.join('\n'))
  const given = { ...environment, ...files.values }
  const key = given['STRIPE_SECRET_KEY'] ?? ''
  return key === '' ? null : { key, apiBase: given['STRIPE_API_BASE'] || null }
}

/** The only reader of the environment. Checks everything together, and lists all faults. */
export function readConfig(environment: Record<string, string | undefined> = process.env, folder = process.cwd()) {
  const isSet = (name: string) => (environment[name] ?? '').trim() !== ''
  const set = Object.fromEntries(Object.entries(environment).filter(([name]) => isSet(name)))
  const files = readFiles(set, folder)
  const given = { ...set, ...files.values }
  const parsed = variables.safeParse(given)
  const issues = parsed.error?.issues ?? []
  // A value whose file cannot be read counts as present, but invalid.
  const wrong = new Set<PropertyKey | undefined>([...issues.map(({ path }) => path[0]), ...files.unread])
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)))
  // An invalid value counts as present, so it is not reported as missing beside others.
  const env: Environment = { ...given, ...variables.parse(sound) }
  const allowed = env.NODE_ENV !== 'production' || env.SANDBOX === 'allow'
  const sandbox = {
    mail: allowed && !env.SMTP_URL,
    payment: allowed && !env.STRIPE_SECRET_KEY,
    // A mock of Stripe on this machine can follow a moved clock; Stripe itself cannot.
    time: allowed && !env.OIDC_ISSUER && (!env.STRIPE_SECRET_KEY || isStripeLocal(env)),
  }
  const secretFile = resolve(folder, env.DATA_DIR, 'secret')
  const faults = [
    ...files.faults,
    ...issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...[...contradictions(env, sandbox, existsSync(secretFile) ? secretFile : null), ...transportFaults(env)].filter(
      (fault) => ![...wrong].some((name) => fault.startsWith(`${String(name)} `)),
    ),
  ]
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))

  const dataDir = resolve(folder, env.DATA_DIR)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    production: env.NODE_ENV === 'production',
    host: env.HOST ?? (isSandbox({ sandbox }) ? '127.0.0.1' : '0.0.0.0'),
    port: env.PORT,
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    migrateDatabaseUrl: env.MIGRATE_DATABASE_URL ?? null,
    /** The empty database that `npm run move-database` copies into; the server does not use it. */
    moveToDatabaseUrl: env.MOVE_TO_DATABASE_URL ?? null,
    /** False behind a pooler that keeps no prepared statements. */
    databasePrepare: env.DATABASE_PREPARE !== 'off',
    /** Newest first; null if one is created and stored in the data folder. */
    secrets: env.SECRET ?? null,
    /** Null if the sandbox's inbox receives the email. */
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    /** Null if the built-in provider is the issuer. */
    oidc:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
        ? {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
            /** How the secret is sent to the token endpoint. */
            clientAuth: env.OIDC_CLIENT_AUTH ?? 'basic',
            signupUrl: env.OIDC_SIGNUP_URL ?? null,
            /**
             * The `acr` values of which an administrator's sign-in must have one; null if the issuer alone
             * enforces second factors.
             */
            adminAcr: env.OIDC_ADMIN_ACR ?? null,
          }
        : null,
    /** Null if the sandbox's simulator takes the payments. */
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            key: env.STRIPE_SECRET_KEY,
            webhookSecrets: env.STRIPE_WEBHOOK_SECRET,
            apiBase: env.STRIPE_API_BASE ?? null,
            automaticTax: env.STRIPE_AUTOMATIC_TAX === 'on',
            promotionCodes: env.STRIPE_PROMOTION_CODES === 'on',
          }
        : null,
    /** Whether the operator allows a test key for real visitors: every page then states that payments are not real. */
    testMode: env.STRIPE_TEST_MODE === 'allow',
    roleClaim: env.OIDC_ROLE_CLAIM,
    emailVerifiedClaim: env.OIDC_EMAIL_VERIFIED_CLAIM,
    adminSubjects: env.ADMIN_SUBJECTS,
    /** The operator's administrator at the built-in provider, who chooses a missing password by a link. */
    admin: env.ADMIN_EMAIL ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD ?? null } : null,
    /** Whether administrators need a second factor. */
    adminMfa: requiresSecondFactor(env, sandbox),
    tssUrl: env.TSS_URL ?? publicUrl,
    /** The key that signs the addresses of installers on a CDN. */
    installerCdnKey: env.INSTALLER_CDN_KEY ?? null,
    defaultCountry: env.DEFAULT_COUNTRY,
    catalogueFile: env.CATALOGUE
      ? resolve(folder, env.CATALOGUE)
      : resolve(import.meta.dirname, '../../../brand/catalogue.json'),
    brandFile: env.BRAND ? resolve(folder, env.BRAND) : resolve(import.meta.dirname, '../../../brand/brand.json'),
    /** The folder with texts that replace the product's. */
    textsFolder: env.BRAND_TEXTS ? resolve(folder, env.BRAND_TEXTS) : null,
    /** Where the embedded database archives its WAL and stores its nightly backups; null for nowhere. */
    backupDir: env.BACKUP_DIR ? resolve(folder, env.BACKUP_DIR) : null,
    /** The erasure log: a file outside the database's backups. */
    erasureLogFile: env.FORGOTTEN_LEDGER ? resolve(folder, env.FORGOTTEN_LEDGER) : resolve(dataDir, 'forgotten.ledger'),
    /** How long the retained evidence of erased people is kept. */
    retentionYears: env.RETENTION_YEARS,
    screening: {
      off: env.SCREENING === 'off',
      /** The folder of the official lists; null if the sandbox's sample is in force. */
      folder: env.SCREENING_DIR ? resolve(folder, env.SCREENING_DIR) : null,
      /**
       * Whether the lists are downloaded into the folder once a day, and the mirror from which they come; null for
       * their publishers.
       */
      fetch: env.SCREENING_FETCH === 'daily',
      mirror: env.SCREENING_SOURCES ?? null,
      /** How similar names must be, from 0 to 1; null for the defaults. */
      hold: env.SCREENING_HOLD ?? null,
      look: env.SCREENING_LOOK ?? null,
      /** Whether a person flagged for review is on hold until it is done. */
      lookHolds: (env.SCREENING_LOOK_HOLDS ?? (env.NODE_ENV === 'production' ? 'on' : 'off')) === 'on',
      /** How long, in ms, a file must be unchanged before it is read. */
      debounceMs: env.SCREENING_SETTLE * 1000,
    },
    /** Whether two administrators must approve a person who matches a list. */
    reviewTwo: env.REVIEW_TWO === 'on',
    clockStart: env.CLOCK_START ? new Date(env.CLOCK_START) : null,
    /** Stored times up to this one may be ahead of the machine's clock; null if none may. */
    acceptDataUntil: env.ACCEPT_DATA_UNTIL ? new Date(env.ACCEPT_DATA_UNTIL) : null,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    trustedProxies: env.TRUSTED_PROXIES,
    /** The operator's own networks, to which webhooks may be sent. */
    webhookNetworks: env.WEBHOOK_NETWORKS,
    /** The token with which /metrics can be read from another machine; null closes it to all others. */
    metricsToken: env.METRICS_TOKEN ?? null,
    sandbox,
  }
}

export type Config = ReturnType<typeof readConfig>

/** Lists every variable with its meaning and whether it is set, without values. */
export const describeVariables = () => listVariables(process.env)
