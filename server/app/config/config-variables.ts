import { z } from 'zod'
import { isCountryCode } from '../../../domain/lists/countries.ts'
import {
  databaseUrl,
  likeness,
  list,
  mailUrl,
  networks,
  oneOf,
  origin,
  positive,
  proxies,
  secrets,
  sender,
  time,
  url,
  withLength,
  years,
} from './variable-rules.ts'

/**
 * An environment variable. `fallback`: the effective value while it is unset, unless that is the default of the rule or
 * "none". `example`: a value for `.env.example`, unless the rule has a default; without one its line is empty.
 */
type Variable = { rule: z.ZodType; fallback?: string; meaning: string; example?: string }
type Variables = Readonly<Record<string, Variable>>

const address = {
  PORT: {
    rule: z.coerce.number({ error: 'must be a number from 1 to 65535' }).int().min(1).max(65535).default(3000),
    meaning: 'Port to listen on.',
  },
  HOST: {
    rule: z.string().optional(),
    fallback: '127.0.0.1 while a part of the sandbox is on, otherwise 0.0.0.0',
    meaning: 'Address to listen on. Set 127.0.0.1 if the proxy runs on the same machine.',
    example: '127.0.0.1',
  },
  PUBLIC_URL: {
    rule: origin('https://shop.example.com')
      .transform((value) => new URL(value).origin)
      .optional(),
    fallback: 'http://localhost:PORT',
    meaning:
      'The URL that visitors use, without a path. In production it must start with https://, because cookies and HSTS depend on it.',
    example: 'https://shop.example.com',
  },
  TRUSTED_PROXIES: {
    rule: proxies.default([]),
    meaning: 'Addresses or networks of proxies whose X-Forwarded-For header is trusted, separated by commas or spaces.',
    example: '10.0.0.0/8',
  },
  WEBHOOK_NETWORKS: {
    rule: networks.default([]),
    meaning:
      'Your own networks, which webhooks may be sent to as well as to public addresses, separated by commas or spaces.',
    example: '10.0.0.0/8',
  },
  METRICS_TOKEN: {
    rule: withLength(32).optional(),
    fallback: 'none: only direct requests from this machine can read /metrics',
    meaning: 'Token that lets another machine read /metrics (Authorization: Bearer …). At least 32 characters.',
  },
} satisfies Variables

const data = {
  DATA_DIR: {
    rule: z.string().default('./data'),
    meaning:
      'Folder for the embedded database, the generated secret, the installers, and the email and payments of the sandbox.',
  },
  DATABASE_URL: {
    rule: databaseUrl,
    fallback: 'the embedded database',
    meaning:
      'Your own PostgreSQL, 15 or later. SECRET is then required. On another machine the URL must require TLS; sslrootcert=/path names the certificate authority.',
    example: 'postgres://tillhouse:password@db.internal:5432/tillhouse?sslmode=verify-full',
  },
  MIGRATE_DATABASE_URL: {
    rule: databaseUrl,
    fallback: 'DATABASE_URL',
    meaning: 'The same database with a role that may change tables, so that the role of DATABASE_URL need not.',
    example: 'postgres://tillhouse_owner:password@db.internal:5432/tillhouse?sslmode=verify-full',
  },
  DATABASE_PREPARE: {
    rule: oneOf('on', 'off'),
    fallback: 'on',
    meaning:
      '"off" behind a connection pooler that does not keep prepared statements, such as PgBouncer in transaction mode.',
    example: 'off',
  },
  MOVE_TO_DATABASE_URL: {
    rule: databaseUrl,
    meaning: 'The empty database that `npm run move-database` copies into. Only this command uses it.',
    example: 'postgres://tillhouse_owner:password@db.internal:5432/tillhouse?sslmode=verify-full',
  },
  SECRET: {
    rule: secrets,
    fallback: 'generated and kept in DATA_DIR',
    meaning:
      'One or more secrets, separated by commas, newest first, at least 32 characters each (`openssl rand -hex 32`). Required with DATABASE_URL.',
  },
  BACKUP_DIR: {
    rule: z.string().optional(),
    meaning:
      'Folder for the backups of the embedded database, on another disk: continuous WAL and a base backup each night.',
    example: '/mnt/backups/tillhouse',
  },
  ACCEPT_DATA_UNTIL: {
    rule: time,
    meaning:
      'Accepts data stored up to this time although it is ahead of the clock, for a clock that was ahead and is now correct. The error at startup states the value. It has no effect once that time has passed.',
    example: '2026-12-24T00:00:00Z',
  },
  FORGOTTEN_LEDGER: {
    rule: z
      .string()
      .refine((value) => !value.includes('://'), { error: 'must be the path of a file, not a URL' })
      .optional(),
    fallback: 'DATA_DIR/forgotten.ledger',
    meaning:
      'Path of the erasure log: people in it are erased again after a backup is restored. Keep it on another disk than the database and outside its backups.',
    example: '/var/lib/ledger/forgotten.ledger',
  },
  RETENTION_YEARS: {
    rule: years.default(5),
    meaning: 'How many years the records that the law requires about erased people are kept, encrypted.',
  },
} satisfies Variables

const signIn = {
  OIDC_ISSUER: {
    rule: url.optional(),
    fallback: 'the built-in identity provider',
    meaning: 'Issuer URL of your own identity provider.',
    example: 'https://id.example.com',
  },
  OIDC_CLIENT_ID: { rule: z.string().optional(), meaning: 'Client ID at your identity provider.' },
  OIDC_CLIENT_SECRET: { rule: z.string().optional(), meaning: 'Client secret at your identity provider.' },
  OIDC_CLIENT_AUTH: {
    rule: oneOf('basic', 'post'),
    fallback: 'basic',
    meaning: 'How the client ID and secret are sent: "basic" or "post". Google needs "post".',
    example: 'basic',
  },
  OIDC_SIGNUP_URL: {
    rule: url.optional(),
    fallback: 'the sign-in page of the issuer',
    meaning: 'Sign-up page of your identity provider.',
    example: 'https://id.example.com/sign-up',
  },
  OIDC_ROLE_CLAIM: {
    rule: z.string().default('role'),
    meaning: 'The claim that contains the role. `a.b` is claim b inside claim a.',
  },
  OIDC_EMAIL_VERIFIED_CLAIM: {
    rule: z.string().default('email_verified'),
    meaning: 'The claim that says whether the email address is verified.',
  },
  OIDC_ADMIN_ACR: {
    rule: list.optional(),
    fallback: 'none: the issuer alone decides who needs a second factor',
    meaning:
      'One or more `acr` values of your identity provider. The sign-in of an administrator or support agent must have one of them.',
    example: 'https://refeds.org/profile/mfa',
  },
  ADMIN_SUBJECTS: { rule: list.default([]), meaning: 'Subjects of your identity provider who are administrators.' },
  ADMIN_EMAIL: {
    rule: z.email({ error: 'must be an email address' }).optional(),
    fallback: 'admin@ and the domain of the support address in the brand file',
    meaning: 'The first administrator at the built-in identity provider.',
    example: 'admin@example.com',
  },
  ADMIN_PASSWORD: {
    rule: withLength(10).optional(),
    fallback: 'none: each start prints a one-time link until the administrator has chosen a password',
    meaning: 'Password of ADMIN_EMAIL, at least 10 characters. Needs ADMIN_EMAIL.',
  },
  ADMIN_MFA: {
    rule: oneOf('required', 'off'),
    fallback: 'required; off in a sandbox with PUBLIC_URL on loopback',
    meaning:
      'Whether administrators and support agents need a second factor. "off" is allowed only while a part of the sandbox is on.',
    example: 'required',
  },
} satisfies Variables

const products = {
  CATALOGUE: {
    rule: z.string().optional(),
    fallback: './brand/catalogue.json',
    meaning: 'JSON file with your products, plans, prices and denied countries.',
    example: './brand/catalogue.json',
  },
  BRAND: {
    rule: z.string().optional(),
    fallback: './brand/brand.json',
    meaning: 'JSON file with your name, colours, support address and legal documents.',
    example: './brand/brand.json',
  },
  BRAND_TEXTS: {
    rule: z.string().optional(),
    fallback: 'none: the texts of the product',
    meaning:
      'Folder with `en.json` and `de.json`, whose sentences replace those of pages and emails, and files that add further languages.',
    example: './brand/texts',
  },
  DEFAULT_COUNTRY: {
    rule: z
      .string()
      .refine(isCountryCode, { error: 'must be the two-letter code of a country, such as US' })
      .default('US'),
    meaning:
      'Two-letter code of the country that forms preselect, unless the visitor’s browser states its region or time zone.',
  },
  TSS_URL: {
    rule: url.optional(),
    fallback: 'PUBLIC_URL',
    meaning: 'The server that your desktop client uses.',
    example: 'https://licences.example.com',
  },
  INSTALLER_CDN_KEY: {
    rule: withLength(32).optional(),
    fallback: 'none: URLs of installers on a CDN are used unchanged',
    meaning: 'Signs the URLs of installers on a CDN. At least 32 characters.',
  },
} satisfies Variables

const email = {
  SMTP_URL: {
    rule: mailUrl,
    fallback: 'the sandbox inbox',
    meaning: 'Your mail server. Percent-encode special characters in user and password.',
    example: 'smtp://user:password@smtp.example.com:587',
  },
  MAIL_FROM: { rule: sender, meaning: 'The sender of every email.', example: 'Parallax Analytics <shop@example.com>' },
} satisfies Variables

const payments = {
  STRIPE_SECRET_KEY: {
    rule: z.string().optional(),
    fallback: 'the simulator of the sandbox',
    meaning:
      'Secret or restricted key (sk_…, rk_…) of your Stripe account: a live key in production, a test key elsewhere.',
    example: 'sk_live_',
  },
  STRIPE_WEBHOOK_SECRET: {
    rule: list.optional(),
    meaning:
      'Signing secrets of the webhook endpoint, separated by commas, newest first. List several while you rotate it.',
    example: 'whsec_',
  },
  STRIPE_API_BASE: {
    // Stripe's client uses host, port and protocol, and adds the path itself.
    rule: origin('https://stripe-proxy.example.com').optional(),
    fallback: 'the API of Stripe',
    meaning:
      'Another URL for the API, without a path: a proxy or a mock. On loopback any key and secret are accepted, and production requires STRIPE_TEST_MODE=allow or, with the built-in identity provider, SANDBOX=allow.',
    example: 'https://stripe-proxy.example.com',
  },
  STRIPE_AUTOMATIC_TAX: {
    rule: oneOf('on', 'off'),
    fallback: 'off',
    meaning: '"on": Stripe calculates tax, adds it to the prices and asks for tax IDs.',
    example: 'on',
  },
  STRIPE_PROMOTION_CODES: {
    rule: oneOf('on', 'off'),
    fallback: 'off',
    meaning: '"on": customers can enter promotion codes on the payment page.',
    example: 'on',
  },
  STRIPE_TEST_MODE: {
    rule: oneOf('allow'),
    meaning: '"allow": a test key is accepted in production, and every page states that payments are not real.',
    example: 'allow',
  },
} satisfies Variables

const screening = {
  SCREENING_DIR: {
    rule: z.string().optional(),
    fallback: 'a sample of fictional names while a part of the sandbox is on; otherwise required',
    meaning: 'Folder with the official denied-party lists.',
    example: '/srv/lists',
  },
  SCREENING: {
    rule: oneOf('on', 'off'),
    fallback: 'on',
    meaning:
      '"off": names are not compared with any list, and every record says so. Countries and email domains are still checked.',
    example: 'off',
  },
  SCREENING_FETCH: {
    rule: oneOf('daily'),
    fallback: 'none: you copy the files',
    meaning: '"daily" downloads the lists into SCREENING_DIR, which must be writable, at each start and once a day.',
    example: 'daily',
  },
  SCREENING_SOURCES: {
    rule: z.url({ protocol: /^https?$/, error: 'must be the URL of a folder with the list files' }).optional(),
    fallback: 'the publishers',
    meaning: 'URL of a mirror from which the lists are downloaded.',
    example: 'https://mirror.example.com/lists/',
  },
  SCREENING_HOLD: {
    rule: likeness,
    fallback: '0.82',
    meaning: 'Name similarity, from 0 to 1, from which a person is put on hold.',
    example: '0.82',
  },
  SCREENING_LOOK: {
    rule: likeness,
    fallback: '0.72',
    meaning: 'Name similarity, from 0 to 1, from which a person is flagged for review.',
    example: '0.72',
  },
  SCREENING_LOOK_HOLDS: {
    rule: oneOf('on', 'off'),
    fallback: 'on in production, otherwise off',
    meaning:
      '"on": people flagged for review because of their name are on hold until they are reviewed. "off": they can continue in the meantime.',
    example: 'on',
  },
  SCREENING_SETTLE: {
    rule: positive('must be a number of seconds greater than 0')
      .max(600, { error: 'must be at most 600 seconds' })
      .default(2),
    meaning: 'Seconds that a list file must be unchanged before it is read.',
  },
  REVIEW_TWO: {
    rule: oneOf('on', 'off'),
    fallback: 'off',
    meaning:
      '"on": two administrators have to approve a person who matches a list, is in a denied country or a sanctioned region, could not be compared, or was refused.',
    example: 'on',
  },
} satisfies Variables

const mode = {
  NODE_ENV: {
    rule: z
      .enum(['production', 'development', 'test'], { error: 'must be "production", "development" or "test", or unset' })
      .optional(),
    meaning:
      '"production", "development" or "test". "production" refuses the sandbox, and unencrypted connections to other machines.',
    example: 'production',
  },
  SANDBOX: {
    rule: oneOf('allow'),
    meaning:
      '"allow" permits the sandbox in production and with a PUBLIC_URL that is not on loopback. For demonstrations only.',
    example: 'allow',
  },
  CLOCK_START: {
    rule: time,
    fallback: 'now',
    meaning:
      'Time at which the clock of the sandbox starts. Needs the built-in identity provider, and simulated payments or STRIPE_API_BASE on loopback.',
    example: '2027-06-01T00:00:00Z',
  },
  RATE_LIMIT_FACTOR: {
    rule: positive('must be a number greater than 0').default(1),
    meaning: 'Multiplier of all rate limits, for tests. Refused unless a part of the sandbox is on.',
  },
} satisfies Variables

/** All variables, in the groups and the order of the documents. */
export const variableGroups: readonly { title: string; note?: string; variables: Variables }[] = [
  { title: 'Address', variables: address },
  { title: 'Data', variables: data },
  {
    title: 'Sign-in',
    note: 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are set together or not at all. The other OIDC_… variables need them.',
    variables: signIn,
  },
  { title: 'Products and brand', variables: products },
  {
    title: 'Email',
    note: 'Set both or neither. Without them email stays in the sandbox inbox at /sandbox/mail.',
    variables: email,
  },
  {
    title: 'Payments',
    note: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET together or not at all. Without them the sandbox simulates payments.',
    variables: payments,
  },
  { title: 'Screening', variables: screening },
  { title: 'Mode and evaluation', variables: mode },
]

const rows = { ...address, ...data, ...signIn, ...products, ...email, ...payments, ...screening, ...mode }
type Shape = { [Name in keyof typeof rows]: (typeof rows)[Name]['rule'] }
export const variables = z.object(
  Object.fromEntries(Object.entries(rows).map(([name, { rule }]) => [name, rule])) as Shape,
)

export type Environment = z.output<typeof variables>
