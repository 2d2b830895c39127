/**
 * The arrows of the house: who may know whom. The first row whose folder a file lies in speaks for it, so the narrower
 * rows stand first. Paths are prefixes from the repository's root; `packages` names what may come from npm.
 */
export type Room = {
  folder: string
  may: string[]
  mayNot?: string[]
  packages: 'any' | string[]
  /** May it use Node's own modules? */
  node: boolean
  /** Runs in production, so it may only import packages that docs/dependencies.md names. */
  production: boolean
}

/** What only the composition root may reach for (and the tests and scripts, which compose worlds of their own). */
const composed = [
  'sandbox/',
  'identity/',
  'server/database/',
  'server/app/main.ts',
  'server/app/',
  'server/app/integrations.ts',
  'server/app/built-in-provider.ts',
]
const ports = 'server/adapters/*/port.ts'
/** What main.ts puts together and hands to every use case, with the making of tokens. */
const kit = [
  'server/context.ts',
  'platform/crypto/secrets.ts',
  'platform/crypto/sealing.ts',
  'server/mails/sealed-mail.ts',
  'server/catalogue.ts',
  'server/installers.ts',
  'server/mails/stop-links.ts',
  'platform/concurrency/keyed-mutex.ts',
]
/** How pages come by what they show: the calls themselves, the answers a page was sent with, where the visitor is. */
const calls = ['web/client/api.ts', 'web/client/page.tsx', 'web/client/location.tsx', 'web/client/sign-out.ts']
/** What speaks every language: a page carries the words of one alone, by `#words/…`. */
const spoken = ['i18n/spoken.ts', 'i18n/de/', 'server/mails/layout/layout.ts']
const seen = { node: false, production: false }
const done = { node: true, production: true }

export const rooms: Room[] = [
  { folder: 'core/', may: ['core/'], packages: ['zod'], node: false, production: true },

  // Part of the composition: which party outside, or which stand-in for it.
  {
    folder: 'server/app/integrations.ts',
    may: ['core/', 'server/', 'sandbox/'],
    packages: 'any',
    ...done,
  },
  { folder: 'server/app/built-in-provider.ts', may: ['core/', 'server/', 'identity/'], packages: 'any', ...done },
  {
    folder: 'server/app/cli/admins.ts',
    may: ['core/', 'server/', 'identity/', 'sandbox/'],
    packages: 'any',
    ...done,
  },
  { folder: 'server/app/', may: ['core/', 'server/', 'identity/', 'sandbox/'], packages: 'any', ...done },
  { folder: 'server/app/main.ts', may: ['core/', 'server/', 'identity/', 'sandbox/'], packages: 'any', ...done },
  { folder: 'server/database/', may: ['core/', 'server/database/', 'server/store/'], packages: 'any', ...done },
  {
    folder: 'server/store/',
    may: ['core/', 'server/store/', ports],
    packages: ['kysely', 'pg', 'pg-cursor', 'zod'],
    ...done,
  },
  {
    folder: 'server/adapters/',
    may: ['core/', 'server/adapters/', 'server/store/tables.ts'],
    packages: 'any',
    ...done,
  },
  { folder: 'server/mails/', may: ['core/', 'server/mails/'], packages: [], ...done },
  {
    folder: 'server/actions/',
    may: [
      'core/',
      'server/actions/',
      'server/store/',
      'server/mails/',
      'platform/concurrency/for-each-due.ts',
      ports,
      ...kit,
    ],
    packages: ['kysely', 'zod'],
    ...done,
  },
  {
    folder: 'server/jobs/',
    may: ['core/', 'server/jobs/', 'server/actions/', 'server/store/', 'server/mails/', ports, ...kit],
    packages: ['kysely', 'zod'],
    ...done,
  },
  {
    folder: 'server/routes/',
    may: [
      'core/',
      'server/routes/',
      'server/http/',
      'server/actions/',
      'server/store/',
      'server/adapters/identity/claims.ts',
      ports,
      ...kit,
    ],
    packages: 'any',
    ...done,
  },
  // How a fault of the database is told from others is all that HTTP knows of it.
  {
    folder: 'server/http/errors.ts',
    may: ['core/', 'server/http/language.ts', 'platform/database-errors.ts'],
    packages: 'any',
    ...done,
  },
  { folder: 'server/', may: ['core/', 'server/'], mayNot: composed, packages: 'any', ...done },

  { folder: 'identity/', may: ['core/', 'identity/'], packages: 'any', ...done },

  {
    folder: 'web/ui/',
    may: ['web/ui/'],
    packages: ['react', 'react-dom', '@base-ui/react', '@fontsource-variable/inter'],
    ...seen,
  },
  {
    folder: 'web/forms/',
    may: ['core/', 'web/ui/', 'web/forms/', ...calls],
    mayNot: spoken,
    packages: 'any',
    ...seen,
  },
  {
    folder: 'web/shop/',
    may: ['core/', 'web/ui/', 'web/forms/', 'web/shop/', 'web/app/later-screen.tsx', ...calls],
    mayNot: spoken,
    packages: 'any',
    ...seen,
  },
  { folder: 'web/', may: ['core/', 'web/'], mayNot: spoken, packages: 'any', ...seen },

  // Of ours it may know nothing but core's types: `import type` alone, which scripts/checks/arrows.ts checks.
  { folder: 'sandbox/', may: ['core/', 'sandbox/'], packages: 'any', ...done },

  { folder: 'test/', may: [''], packages: 'any', node: true, production: false },
  { folder: 'scripts/', may: [''], packages: 'any', node: true, production: false },
]
