import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, test } from 'vitest'
import { root, run } from '../run.ts'

type Result = {
  modules: { source: string; dependencies: { module: string; valid: boolean; couldNotResolve: boolean }[] }[]
}

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Returns each refused import of these files as "file > import", and each import of a missing file. */
async function check(imports: readonly (readonly [file: string, text: string])[]) {
  const base = mkdtempSync(join(tmpdir(), 'tillhouse-imports-'))
  folders.push(base)
  const write = (file: string, text: string, flag = 'a') => {
    mkdirSync(join(base, dirname(file)), { recursive: true })
    writeFileSync(join(base, file), text, { flag })
  }
  const manifest = (folder: string, more: object) => write(join(folder, 'package.json'), JSON.stringify(more), 'w')
  manifest('.', { type: 'module', workspaces: ['packages/*'], imports: { '#words/*': './i18n/en/*' } })
  for (const [name, entry] of [
    ['stripe-simulator', 'simulator'],
    ['name-screening', 'name-screening'],
  ] as const) {
    manifest(`packages/${name}`, { name, exports: { '.': `./${entry}.ts`, './lists': './lists.ts' } })
    for (const file of [entry, 'lists']) write(`packages/${name}/${file}.ts`, '')
    mkdirSync(join(base, 'node_modules'), { recursive: true })
    symlinkSync(join(base, 'packages', name), join(base, 'node_modules', name))
  }
  for (const name of ['zod', 'kysely', 'stripe', 'react', '@tanstack/react-query']) {
    manifest(`node_modules/${name}`, { name, main: 'index.js' })
    write(`node_modules/${name}/index.js`, '')
  }
  for (const [file, text] of imports) {
    write(file, `${text}\n`)
    for (const [, path = ''] of text.matchAll(/'([.#][^']+)'/g))
      write(path.startsWith('#words') ? path.replace('#words', 'i18n/en') : join(dirname(file), path), '')
  }
  const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(root, '.dependency-cruiser.js')
  const files = [...new Set(imports.map(([file]) => file))]
  const { output } = await run(process.execPath, [tool, '--config', config, '--output-type', 'json', ...files], {
    cwd: base,
  })
  const all = (JSON.parse(output) as Result).modules.flatMap(({ source, dependencies }) =>
    dependencies.map((one) => ({ ...one, name: `${source} > ${one.module}` })),
  )
  const names = (found: typeof all) => found.map(({ name }) => name)
  return {
    refused: names(all.filter(({ valid }) => !valid)),
    unresolved: names(all.filter(({ couldNotResolve }) => couldNotResolve)),
    all: names(all),
  }
}

const wrong: [title: string, file: string, text: string][] = [
  ['a package that imports domain', 'packages/one/a/b.ts', `import type { A } from '../../../domain/limits.ts'`],
  ['a package that imports another', 'packages/one/a.ts', `import 'stripe-simulator'`],
  ['a package imported by its path', 'server/app/main.ts', `import '../../packages/stripe-simulator/simulator.ts'`],
  ['domain that imports the server', 'domain/catalogue/plan.ts', `import '../../server/store/tables.ts'`],
  ['domain that imports Node', 'domain/catalogue/plan.ts', `import 'node:path'`],
  ['domain that imports the readers of lists', 'domain/catalogue/plan.ts', `import 'name-screening/lists'`],
  ['domain that imports a package other than zod', 'domain/catalogue/plan.ts', `import 'kysely'`],
  ['domain that imports words', 'domain/catalogue/plan.ts', `import '#words/shop/shop.ts'`],
  ['domain that exports from the contract', 'domain/role.ts', `export * from '../contract/errors.ts'`],
  ['a contract that imports words', 'contract/plans.ts', `import '../i18n/server-words.ts'`],
  ['words that run the contract', 'i18n/en/errors.ts', `import '../../contract/errors.ts'`],
  ['platform that imports domain', 'platform/email-key.ts', `import type { A } from '../domain/limits.ts'`],
  ['the database that imports the store', 'server/database/pool.ts', `import '../store/tables.ts'`],
  ['a store that imports an action', 'server/store/billing/orders.ts', `import '../../actions/billing/buy.ts'`],
  ['a store that imports screening', 'server/store/billing/orders.ts', `import '../../screening/port.ts'`],
  ['an adapter that imports the store', 'server/adapters/mail/smtp.ts', `import '../../store/tables.ts'`],
  ['screening that imports an action', 'server/screening/engine.ts', `import '../actions/screening/rescreen.ts'`],
  ['a mail that imports the store', 'server/mails/receipt.ts', `import '../store/tables.ts'`],
  ['an action that imports an adapter', 'server/actions/billing/pay.ts', `import '../../adapters/payments/stripe.ts'`],
  ['an action that imports a route', 'server/actions/billing/pay.ts', `import '../../routes/plans.ts'`],
  ['a job that imports a route', 'server/jobs/jobs.ts', `import '../routes/plans.ts'`],
  ['http that imports a route', 'server/http/session/visitor.ts', `import '../../routes/plans.ts'`],
  ['a route that imports an adapter', 'server/routes/plans.ts', `import '../adapters/payments/stripe.ts'`],
  ['a route that imports the app', 'server/routes/plans.ts', `import '../app/main.ts'`],
  ['a page that imports the app', 'server/pages/pages.ts', `import '../app/main.ts'`],
  ['an app that imports a test', 'server/app/main.ts', `import '../../test/support/given.ts'`],
  ['identity that imports the server', 'identity/pages/pages.ts', `await import('../../server/context.ts')`],
  ['licence that imports identity', 'licence/routes/grants.ts', `import '../../identity/secrets.ts'`],
  ['connect that imports licence', 'connect/keys/api-keys.ts', `import '../../licence/licence.ts'`],
  ['a route that imports connect', 'server/routes/plans.ts', `import '../../connect/connect.ts'`],
  ['a route that imports licence', 'server/routes/plans.ts', `import '../../licence/licence.ts'`],
  ['a part of the screen that imports the product', 'web/ui/button.tsx', `import '../../domain/limits.ts'`],
  ['a part of the screen that imports a package', 'web/ui/button.tsx', `import '@tanstack/react-query'`],
  ['a page with every language', 'web/shop/plans/plans.tsx', `import '../../../i18n/server-words.ts'`],
  ['the shop that imports the admin area', 'web/shop/plans/plans.tsx', `import '../../admin/moment.tsx'`],
  ['the admin area that imports the shop', 'web/admin/users/users.tsx', `import '../../shop/plans/plans.tsx'`],
  ['a form that imports a screen', 'web/forms/use-form.ts', `import '../shop/plans/plans.tsx'`],
  ['a client that imports a form', 'web/client/api.ts', `import '../forms/use-form.ts'`],
  ['a store that imports a party outside', 'server/store/billing/orders.ts', `import 'stripe'`],
  ['a context that imports a route', 'server/context.ts', `import './routes/plans.ts'`],
  ['a contract that imports a package other than zod', 'contract/plans.ts', `import 'kysely'`],
  ['identity that imports the words of one language', 'identity/pages/pages.ts', `import '#words/shop/shop.ts'`],
  ['a page that imports Node', 'web/shop/plans/plans.tsx', `import 'node:path'`],
  ['a sandbox that runs domain', 'sandbox/mail/mail.ts', `import '../../domain/limits.ts'`],
  ['a sandbox that imports the server', 'sandbox/mail/mail.ts', `import '../../server/context.ts'`],
]

const planted = check(wrong.map(([, file, text]) => [file, text]))

for (const [title, file, text] of wrong)
  test(`refuses ${title}`, async () => {
    const { refused } = await planted
    const [, path = ''] = /'([^']+)'/.exec(text) ?? []
    assert.ok(refused.includes(`${file} > ${path.replace(/^node:/, '')}`), refused.join('\n'))
  })

test('imports in accordance with the table are allowed', async () => {
  const { refused, unresolved, all } = await check([
    ['domain/lists/a.ts', `import 'zod'\nimport 'name-screening'\nimport '../catalogue/plan.ts'`],
    [
      'server/actions/billing/pay.ts',
      `import 'kysely'\nimport '../../store/tables.ts'\nimport '../screening/rescreen.ts'`,
    ],
    ['server/actions/billing/pay.ts', `import type { P } from '../../adapters/payments/port.ts'\nexport type Q = P`],
    ['server/store/billing/orders.ts', `import '../screening/records.ts'\nimport '../../database/pool.ts'`],
    ['server/adapters/payments/stripe.ts', `import 'stripe'\nimport '../identity/port.ts'`],
    ['packages/one/a/b.ts', `import 'stripe'\nimport '../c.ts'`],
    [
      'server/app/main.ts',
      `import 'stripe-simulator'\nimport '../../sandbox/clock.ts'\nimport '../../licence/licence.ts'\nimport '../../connect/connect.ts'`,
    ],
    ['server/app/main.test.ts', `import '../../test/support/given.ts'`],
    ['sandbox/mail/mail.ts', `import '../../platform/html.ts'`],
    ['sandbox/mail/mail.ts', `import type { A } from '../../domain/mail.ts'\nexport type B = A`],
    [
      'web/shop/trial.tsx',
      `import 'react'\nimport '#words/shop/shop.ts'\nimport '../../domain/limits.ts'\nimport '../forms/use-form.ts'`,
    ],
  ])
  assert.deepEqual({ refused, unresolved }, { refused: [], unresolved: [] })
  assert.equal(all.length, 24)
})
