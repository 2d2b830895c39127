import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { checkArrows } from './arrows.ts'

function complaintsOf(files: Record<string, string>): string[] {
  const base = mkdtempSync(join(tmpdir(), 'tillhouse-arrows-'))
  try {
    const all = { 'docs/dependencies.md': '| `kysely` | SQL |', ...files }
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(join(base, dirname(file)), { recursive: true })
      writeFileSync(join(base, file), text)
    }
    return checkArrows(base)
  } finally {
    rmSync(base, { recursive: true })
  }
}

const wrong: [title: string, file: string, text: string][] = [
  ['core that knows the server', 'domain/catalogue/plan.ts', `import { a } from '../server/store/a.ts'`],
  ['core that knows Node', 'domain/catalogue/plan.ts', `import { join } from 'node:path'`],
  [
    'core that re-exports from the server',
    'domain/catalogue/plan.ts',
    `export * from '../../server/app/http-server.ts'`,
  ],
  ['an action that knows a real party', 'server/actions/pay.ts', `import { a } from '../adapters/payments/stripe.ts'`],
  [
    'a store that knows an action, if only its type',
    'server/store/plans.ts',
    `import type { A } from '../actions/a.ts'`,
  ],
  [
    'identity that knows the server',
    'identity/pages/pages.ts',
    `export type A = import('../../server/app/http-server.ts').A`,
  ],
  ['a sandbox that runs core', 'sandbox/mail/mail.ts', `import { a } from '../core/a.ts'`],
  ['an app that knows the sandbox', 'server/app/http-server.ts', `export const a = await import('../sandbox/a.ts')`],
  ['a part of the screen that knows the product', 'web/ui/button.tsx', `import { a } from '../../core/a.ts'`],
  ['a page that carries every language', 'web/shop/plans.tsx', `import { a } from '../../core/words/spoken.ts'`],
  [
    'production code that leans on a package that docs/dependencies.md does not name',
    'server/app/http-server.ts',
    `import { a } from 'playwright'`,
  ],
  ['an attic', 'server/utils/dates.ts', `export const a = 1`],
]

for (const [title, file, text] of wrong) {
  test(`complains of ${title}`, () => {
    const complaints = complaintsOf({ [file]: text })
    assert.equal(complaints.length, 1)
    assert.ok(complaints[0]?.startsWith(file))
  })
}

test('complains of a circle', () => {
  const complaints = complaintsOf({ 'domain/a.ts': `import './b.ts'`, 'domain/b.ts': `import './a.ts'` })
  assert.deepEqual(complaints, ['import cycle: domain/a.ts → domain/b.ts → domain/a.ts'])
})

test('is silent on imports along the arrows, and on a circle of types alone', () => {
  const complaints = complaintsOf({
    'domain/a.ts': `import type { B } from './b.ts'`,
    'domain/b.ts': `import type { A } from './a.ts'`,
    'server/actions/pay.ts': `import { sql } from 'kysely'\nimport type { P } from '../adapters/payments/port.ts'`,
    'server/app/main.ts': `import { a } from '../sandbox/a.ts'\nimport { b } from '../identity/b.ts'`,
    'sandbox/a.ts': `import type { A } from '../core/a.ts'`,
    'web/shop/trial.tsx': `import { a } from '../../core/a.ts'\nimport { useState } from 'react'`,
  })
  assert.deepEqual(complaints, [])
})
