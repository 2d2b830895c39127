import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { root } from '../run.ts'

const rules = '.oxlintrc.imports.json'

/** What the rules about imports say of these files alone, a line each. */
function complaintsOf(files: Record<string, string>): string[] {
  const base = mkdtempSync(join(tmpdir(), 'tillhouse-imports-'))
  try {
    copyFileSync(join(root, rules), join(base, rules))
    const config = {
      plugins: ['import'],
      extends: [`./${rules}`],
      categories: { correctness: 'off' },
      rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
    }
    for (const [file, text] of Object.entries({ ...files, '.oxlintrc.json': JSON.stringify(config) })) {
      mkdirSync(join(base, dirname(file)), { recursive: true })
      writeFileSync(join(base, file), text)
    }
    return lint(base).filter((line) => line.includes('[Error'))
  } finally {
    rmSync(base, { recursive: true })
  }
}

function lint(folder: string): string[] {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  try {
    return execFileSync(process.execPath, [oxlint, '--format', 'unix'], { cwd: folder, encoding: 'utf8' }).split('\n')
  } catch (error) {
    // It ends with 1 where it complains.
    return String((error as { stdout?: unknown }).stdout).split('\n')
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
  ['a contract that imports words', 'contract/plans.ts', `import '../i18n/spoken.ts'`],
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
  ['a page with every language', 'web/shop/plans/plans.tsx', `import '../../../i18n/spoken.ts'`],
  ['the shop that imports the admin area', 'web/shop/plans/plans.tsx', `import '../../admin/moment.tsx'`],
  ['the admin area that imports the shop', 'web/admin/users/users.tsx', `import '../../shop/plans/plans.tsx'`],
  ['a form that imports a screen', 'web/forms/use-form.ts', `import '../shop/plans/plans.tsx'`],
  ['a client that imports a form', 'web/client/api.ts', `import '../forms/use-form.ts'`],
  ['a sandbox that runs domain', 'sandbox/mail/mail.ts', `import '../../domain/limits.ts'`],
  ['a sandbox that imports the server', 'sandbox/mail/mail.ts', `import '../../server/context.ts'`],
]

for (const [title, file, text] of wrong)
  test(`complains of ${title}`, () => {
    const complaints = complaintsOf({ [file]: text })
    assert.equal(complaints.length, 1, complaints.join('\n'))
  })

test('complains of a circle, also of types alone', () => {
  const complaints = complaintsOf({
    'domain/a.ts': `import type { B } from './b.ts'\nexport type A = B`,
    'domain/b.ts': `import type { A } from './a.ts'\nexport type B = A`,
  })
  assert.equal(complaints.length, 2)
})

test('is silent on imports that the table allows', () => {
  const complaints = complaintsOf({
    'domain/lists/a.ts': `import 'zod'\nimport 'name-screening'\nimport '../catalogue/plan.ts'`,
    'server/actions/billing/pay.ts': `import 'kysely'\nimport '../../store/tables.ts'\nimport '../screening/rescreen.ts'\nimport type { P } from '../../adapters/payments/port.ts'\nexport type Q = P`,
    'server/store/billing/orders.ts': `import '../screening/records.ts'\nimport '../../database/pool.ts'`,
    'server/adapters/payments/stripe.ts': `import 'stripe'\nimport '../identity/port.ts'`,
    'packages/one/a/b.ts': `import 'stripe'\nimport '../c.ts'`,
    'server/app/main.ts': `import 'stripe-simulator'\nimport '../../sandbox/clock.ts'\nimport '../../identity/identity.ts'\nimport '../../licence/licence.ts'\nimport '../../connect/connect.ts'`,
    'server/app/main.test.ts': `import '../../test/support/given.ts'`,
    'sandbox/mail/mail.ts': `import '../../platform/html.ts'\nimport type { A } from '../../domain/mail.ts'\nexport type B = A`,
    'web/shop/trial.tsx': `import 'react'\nimport '#words/shop/shop.ts'\nimport '../../domain/limits.ts'\nimport '../forms/use-form.ts'`,
  })
  assert.deepEqual(complaints, [])
})
