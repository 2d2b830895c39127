// Which folder may import which: docs/decisions/0001-folders-packages-and-start.md. Paths are those of the files that
// imports resolve to; #words/… resolves to English. A row's second cell lists what its folder may import beside npm
// packages and Node. Circles: import/no-cycle in .oxlintrc.json.
const root = String.raw`server/[^/]+\.ts$`
const ports = String.raw`server/(adapters/[^/]+|screening)/port\.ts$`
const shared = 'domain|contract|i18n'

/** The folder, what it may import from this repository, and the message of its rule. */
const rows = [
  ['packages/([^/]+)', 'packages/$1/', 'A package imports npm packages and itself.'],
  ['i18n', '(i18n|domain|contract)/', 'i18n imports domain and types of contract.'],
  ['platform', 'platform/', 'platform imports npm packages and itself.'],
  [
    String.raw`server/[^/]+\.ts$`,
    `(${shared}|platform|server/(?!app/|pages/|routes/|jobs/))`,
    'A file directly in server/ knows no app, page, route or job.',
  ],
  ['server/database', `(platform|server/database)/|^${root}`, 'server/database imports platform.'],
  [
    'server/store',
    `(domain|platform|server/(store|database))/|^${root}`,
    'server/store imports domain, platform, server/database and Kysely.',
  ],
  [
    'server/adapters',
    `(domain|platform|server/(adapters|database))/|^${root}`,
    "server/adapters imports domain, platform, server/database and its party's package.",
  ],
  [
    'server/screening',
    `(domain|platform|packages/name-screening|server/(screening|database))/|^${root}`,
    'server/screening imports domain, name-screening, platform and server/database.',
  ],
  [
    'server/mails',
    `(${shared}|platform|server/mails)/|^${root}`,
    'server/mails imports domain, contract, platform and i18n.',
  ],
  [
    'server/actions',
    `(domain|contract|platform|server/(actions|store|mails))/|^${root}|^${ports}`,
    'server/actions imports domain, contract, platform, server/store, server/mails and ports.',
  ],
  [
    'server/jobs',
    `(domain|platform|server/(jobs|actions|store|mails))/|^${root}|^${ports}`,
    'server/jobs imports domain, platform, server/actions, server/store, server/mails and ports.',
  ],
  [
    'server/http',
    String.raw`(${shared}|platform|server/(http|store))/|^server/(?!context)[^/]+\.ts$`,
    'server/http imports contract, domain, platform, server/store and i18n.',
  ],
  [
    'server/routes',
    String.raw`(${shared}|platform|server/(routes|http|actions|store))/|^${root}|^server/adapters/([^/]+/port|identity/claims)\.ts$`,
    'server/routes imports contract, domain, platform, server/http, server/actions, server/store, i18n and ports.',
  ],
  [
    'server/pages',
    String.raw`(${shared}|platform|server/(pages|routes|http|actions|store))/|^${root}|^server/adapters/[^/]+/port\.ts$`,
    'server/pages imports what routes import, and routes.',
  ],
  [
    'server/app',
    `(${shared}|platform|server|identity|licence|connect|sandbox|packages)/`,
    'server/app imports everything of server, the contexts, sandbox and packages.',
  ],
  ['identity', '(identity|domain|platform|i18n)/', 'identity imports domain, platform and i18n.'],
  ['licence', '(licence|domain|platform|i18n)/', 'licence imports domain, platform and i18n.'],
  ['connect', '(connect|domain|platform|i18n)/', 'connect imports domain, platform and i18n.'],
  ['sandbox', '(sandbox|platform|domain)/', 'sandbox imports platform and types of domain.'],
  ['sandbox/client', 'sandbox/client/', 'sandbox/client imports npm packages and itself: a vendor copies it.'],
  ['web', `(web|${shared})/`, 'web imports contract, domain, i18n and itself.'],
  [
    'web/client',
    `(${shared})/|^web/(?!app/|shop/|admin/|forms/|billing/)`,
    'web/client imports contract, domain, i18n and web/ui.',
  ],
  [
    'web/(forms|billing|handbook)',
    `(${shared})/|^web/(?!app/|shop/|admin/)`,
    'What shop and admin share imports contract, domain, i18n, web/ui and web/client.',
  ],
  [
    'web/shop',
    `(${shared})/|^web/(?!app/|admin/)`,
    'web/shop imports contract, domain, i18n and what shop and admin share.',
  ],
  [
    'web/admin',
    `(${shared})/|^web/(?!app/|shop/)`,
    'web/admin imports contract, domain, i18n and what shop and admin share.',
  ],
]

// A test may import anything. The identity port receives the database because an account changes in the same
// transaction as the subscriber.
const exempt = String.raw`\.test\.tsx?$|^packages/[^/]+/tests/|^server/adapters/identity/port\.ts$`
const parties = '^node_modules/(@types/)?(fastify|stripe|nodemailer|oidc-provider|openid-client)'

const rule = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { pathNot: exempt, ...from },
  to,
})
const inFolder = (folder) => ({ path: `^${folder}${folder.endsWith('$') ? '' : '/'}` })

export default {
  forbidden: [
    ...rows.map(([folder, may, sentence]) =>
      // A file of this repository has an extension; a module of Node has none.
      rule(folder, inFolder(folder), { path: String.raw`^(?!node_modules/).*\.\w+$`, pathNot: `^${may}` }, sentence),
    ),
    // Pure: no Node, no language, no other package.
    rule(
      'domain',
      inFolder('domain'),
      { pathNot: String.raw`^(domain/|node_modules/zod/|packages/name-screening/name-screening\.ts$)` },
      'domain imports zod, name-screening and itself.',
    ),
    rule(
      'contract',
      inFolder('contract'),
      { pathNot: '^(domain|contract|node_modules/zod)/' },
      'contract imports domain and zod.',
    ),
    rule(
      'web/ui',
      inFolder('web/ui'),
      { pathNot: '^(web/(?!app/|client/|shop/|admin/|forms/|billing/)|node_modules/(@types/)?react(-dom)?/)' },
      'web/ui imports React and itself.',
    ),
    rule(
      'web: Node',
      inFolder('web'),
      { dependencyTypes: ['core'] },
      'web runs in a browser: it does not import Node.',
    ),
    rule(
      'i18n: contract',
      inFolder('i18n'),
      { path: '^contract/', dependencyTypesNot: ['type-only'] },
      'i18n imports domain and types of contract.',
    ),
    rule(
      'sandbox: domain',
      inFolder('sandbox'),
      { path: '^domain/', dependencyTypesNot: ['type-only'] },
      'sandbox imports platform and types of domain.',
    ),
    rule(
      'parties',
      { path: '^server/(store|actions)/' },
      { path: parties },
      'server/store and server/actions reach the parties outside through ports.',
    ),
    rule(
      'words of one language',
      { pathNot: `${exempt}|^(web|i18n)/` },
      { dependencyTypes: ['aliased-subpath-import'] },
      'Only a page carries the words of one language; import i18n by its path.',
    ),
    rule(
      'words of each language',
      inFolder('web'),
      { path: String.raw`^i18n/([a-z]{2}/|server-words\.ts)`, dependencyTypesNot: ['aliased-subpath-import'] },
      'A page carries the words of one language: import #words/….',
    ),
    rule(
      'packages by name',
      { pathNot: `${exempt}|^packages/` },
      { path: '^packages/', dependencyTypesNot: ['aliased-workspace'] },
      'Import a package by its name.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type-only imports count.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
