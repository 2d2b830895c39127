import { group } from './variable-group.ts'

/** The variables of the server itself, of its data, and of the operators. */
export const serverVariables = [
  group({
    title: 'Address',
    variables: {
      PORT: { fallback: '3000', meaning: 'Port to listen on.', example: '3000' },
      HOST: {
        fallback: '127.0.0.1 while a part of the sandbox is on, otherwise 0.0.0.0',
        meaning: 'Address to listen on. Set 127.0.0.1 if the proxy runs on the same machine.',
        example: '127.0.0.1',
      },
      PUBLIC_URL: {
        fallback: 'http://localhost:PORT',
        meaning:
          'The URL that visitors use, without a path. In production it must start with https://, because cookies and HSTS depend on it.',
        example: 'https://shop.example.com',
      },
      TRUSTED_PROXIES: {
        fallback: 'none',
        meaning:
          'Addresses or networks of proxies whose X-Forwarded-For header is trusted, separated by commas or spaces.',
        example: '10.0.0.0/8',
      },
      WEBHOOK_NETWORKS: {
        fallback: 'none',
        meaning:
          'Your own networks, which webhooks may be sent to as well as to public addresses, separated by commas or spaces.',
        example: '10.0.0.0/8',
      },
      METRICS_TOKEN: {
        fallback: 'none: only direct requests from this machine can read /metrics',
        meaning: 'Token that lets another machine read /metrics (Authorization: Bearer …). At least 32 characters.',
      },
    },
  }),
  group({
    title: 'Data',
    variables: {
      DATA_DIR: {
        fallback: './data',
        meaning:
          'Folder for the embedded database, the generated secret, the installers, and the email and payments of the sandbox.',
        example: './data',
      },
      DATABASE_URL: {
        fallback: 'the embedded database',
        meaning:
          'Your own PostgreSQL, 15 or later. SECRET is then required. On another machine the URL must require TLS; sslrootcert=/path names the certificate authority.',
        example: 'postgres://tillhouse:password@db.internal:5432/tillhouse?sslmode=verify-full',
      },
      MIGRATE_DATABASE_URL: {
        fallback: 'DATABASE_URL',
        meaning: 'The same database with a role that may change tables, so that the role of DATABASE_URL need not.',
        example: 'postgres://tillhouse_owner:password@db.internal:5432/tillhouse?sslmode=verify-full',
      },
      DATABASE_PREPARE: {
        fallback: 'on',
        meaning:
          '"off" behind a connection pooler that does not keep prepared statements, such as PgBouncer in transaction mode.',
        example: 'off',
      },
      MOVE_TO_DATABASE_URL: {
        fallback: 'none',
        meaning: 'The empty database that `npm run move-database` copies into. Only this command uses it.',
        example: 'postgres://tillhouse_owner:password@db.internal:5432/tillhouse?sslmode=verify-full',
      },
      SECRET: {
        fallback: 'generated and kept in DATA_DIR',
        meaning:
          'One or more secrets, separated by commas, newest first, at least 32 characters each (`openssl rand -hex 32`). Required with DATABASE_URL.',
      },
      BACKUP_DIR: {
        fallback: 'none',
        meaning:
          'Folder for the backups of the embedded database, on another disk: continuous WAL and a base backup each night.',
        example: '/mnt/backups/tillhouse',
      },
      ACCEPT_DATA_UNTIL: {
        fallback: 'none',
        meaning:
          'Accepts data stored up to this time although it is ahead of the clock, for a clock that was ahead and is now correct. The error at startup states the value. It has no effect once that time has passed.',
        example: '2026-12-24T00:00:00Z',
      },
      FORGOTTEN_LEDGER: {
        fallback: 'DATA_DIR/forgotten.ledger',
        meaning:
          'Path of the erasure log: people in it are erased again after a backup is restored. Keep it on another disk than the database and outside its backups.',
        example: '/var/lib/ledger/forgotten.ledger',
      },
      RETENTION_YEARS: {
        fallback: '5',
        meaning: 'How many years the records that the law requires about erased people are kept, encrypted.',
        example: '5',
      },
    },
  }),
  group({
    title: 'Sign-in',
    note: 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are set together or not at all. The other OIDC_… variables need them.',
    variables: {
      OIDC_ISSUER: {
        fallback: 'the built-in identity provider',
        meaning: 'Issuer URL of your own identity provider.',
        example: 'https://id.example.com',
      },
      OIDC_CLIENT_ID: { fallback: 'none', meaning: 'Client ID at your identity provider.' },
      OIDC_CLIENT_SECRET: { fallback: 'none', meaning: 'Client secret at your identity provider.' },
      OIDC_CLIENT_AUTH: {
        fallback: 'basic',
        meaning: 'How the client ID and secret are sent: "basic" or "post". Google needs "post".',
        example: 'basic',
      },
      OIDC_SIGNUP_URL: {
        fallback: 'the sign-in page of the issuer',
        meaning: 'Sign-up page of your identity provider.',
        example: 'https://id.example.com/sign-up',
      },
      OIDC_ROLE_CLAIM: {
        fallback: 'role',
        meaning: 'The claim that contains the role. `a.b` is claim b inside claim a.',
        example: 'role',
      },
      OIDC_EMAIL_VERIFIED_CLAIM: {
        fallback: 'email_verified',
        meaning: 'The claim that says whether the email address is verified.',
        example: 'email_verified',
      },
      OIDC_ADMIN_ACR: {
        fallback: 'none: the issuer alone decides who needs a second factor',
        meaning:
          'One or more `acr` values of your identity provider. The sign-in of an administrator or support agent must have one of them.',
        example: 'https://refeds.org/profile/mfa',
      },
      ADMIN_SUBJECTS: {
        fallback: 'none',
        meaning: 'Subjects of your identity provider who are administrators.',
      },
      ADMIN_EMAIL: {
        fallback: 'admin@ and the domain of the support address in the brand file',
        meaning: 'The first administrator at the built-in identity provider.',
        example: 'admin@example.com',
      },
      ADMIN_PASSWORD: {
        fallback: 'none: each start prints a one-time link until the administrator has chosen a password',
        meaning: 'Password of ADMIN_EMAIL, at least 10 characters. Needs ADMIN_EMAIL.',
      },
      ADMIN_MFA: {
        fallback: 'required; off in a sandbox with PUBLIC_URL on loopback',
        meaning:
          'Whether administrators and support agents need a second factor. "off" is allowed only while a part of the sandbox is on.',
        example: 'required',
      },
    },
  }),
] as const
