import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'vitest'
import { checkMap, checkSecurity } from './specification-map.ts'

const files = {
  'domain/catalogue/plan.ts': 'export function priceText() {}',
  'domain/catalogue/plan.test.ts':
    "describe('a plan', () => { it('shows US dollars', () => {}) })\ntest.skip('is left out', () => {})",
  'test/spec/a.test.ts': 'for (const kind of kinds) test(`a ${kind} one answers | says no`, () => {})',
}
const calls = ['GET /api/v1/plans', 'POST /logout']
const head = '| Statement | Where | Proof |\n|---|---|---|\n'
const good =
  '| A price has a currency | `domain/catalogue/plan.ts` › priceText | `domain/catalogue/plan.test.ts` › US dollars |\n'
const section7 = `\n## 7. The calls\n${head}| \`GET /api/v1/plans?type=paid\` | \`domain/catalogue/plan.ts\` | \`test/spec/a.test.ts\` › a … one |\n`
const beyond = `\n## Beyond\n${head}| \`POST /logout\` | \`domain/catalogue/plan.ts\` | \`domain/catalogue/plan.test.ts\` › a plan |\n`

function complaintsOf(map: string): string[] {
  const base = mkdtempSync(join(tmpdir(), 'tillhouse-map-'))
  try {
    for (const [file, text] of Object.entries({ ...files, 'docs/specification-map.md': map })) {
      mkdirSync(join(base, dirname(file)), { recursive: true })
      writeFileSync(join(base, file), text)
    }
    return checkMap(base, calls)
  } finally {
    rmSync(base, { recursive: true })
  }
}

test('is silent on a map whose files, tests and calls are there', () => {
  const several =
    '| Two | `domain/catalogue/plan.ts`<br>as decided<br>`domain/catalogue/plan.test.ts` | `domain/catalogue/plan.test.ts` › shows<br>`test/spec/a.test.ts` › answers \\| says |\n'
  assert.deepEqual(complaintsOf(`## 1. What\n${head}${good}${several}${section7}${beyond}`), [])
})

const wrong: [what: string, line: string, complaint: string][] = [
  [
    'a file that is gone',
    '| A | `domain/gone.ts` | `domain/catalogue/plan.test.ts` › a plan |',
    'there is no domain/gone.ts',
  ],
  [
    'a function that is gone',
    '| A | `domain/catalogue/plan.ts` › costText | `domain/catalogue/plan.test.ts` › a plan |',
    'domain/catalogue/plan.ts has no ‘costText’',
  ],
  [
    'a test file that is gone',
    '| A | `domain/catalogue/plan.ts` | `domain/gone.test.ts` › a plan |',
    'there is no domain/gone.test.ts',
  ],
  [
    'a title that is gone',
    '| A | `domain/catalogue/plan.ts` | `domain/catalogue/plan.test.ts` › shows euros |',
    'domain/catalogue/plan.test.ts has no test ‘shows euros’',
  ],
  [
    'a test that is skipped',
    '| A | `domain/catalogue/plan.ts` | `domain/catalogue/plan.test.ts` › is left out |',
    'domain/catalogue/plan.test.ts has no test ‘is left out’',
  ],
  [
    'a test without its title',
    '| A | `domain/catalogue/plan.ts` | `domain/catalogue/plan.test.ts` |',
    'says no title of domain/catalogue/plan.test.ts',
  ],
  [
    'a proof that is no test',
    '| A | `domain/catalogue/plan.ts` | `domain/catalogue/plan.ts` › priceText |',
    'domain/catalogue/plan.ts is no test',
  ],
  [
    'a statement that lives nowhere',
    '| A | somewhere | `domain/catalogue/plan.test.ts` › a plan |',
    'names no file it lives in',
  ],
  ['a statement that nothing proves', '| A | `domain/catalogue/plan.ts` | it is plain to see |', 'names no test'],
  ['a line that is none', '| A | `domain/catalogue/plan.ts` |', 'has 2 cells, not three'],
]

for (const [what, line, complaint] of wrong)
  test(`complains of ${what}`, () => {
    const complaints = complaintsOf(`## 1. What\n${head}${line}\n${section7}${beyond}`)
    assert.deepEqual(complaints, [`docs/specification-map.md:4: ${complaint}`])
  })

test('complains of a call that is not in the contract, and of one of the contract that is left out', () => {
  const other = section7.replace('/api/v1/plans', '/api/v1/products')
  assert.deepEqual(complaintsOf(other + beyond), [
    'docs/specification-map.md:5: GET /api/v1/products is not in the contract',
    'docs/specification-map.md: says nothing of GET /api/v1/plans',
  ])
})

test('the page about security names tests that are there, and may say which are expected', () => {
  const base = mkdtempSync(join(tmpdir(), 'tillhouse-security-'))
  const row = (state: string) => `| 1.1.1 | 1 | Something | met | ${state} |`
  const rows = [
    row('`domain/catalogue/plan.test.ts` › shows US dollars<br>`test/spec/a.test.ts` › a … one'),
    row('By the source: `domain/catalogue/plan.ts`. Expected: `domain/none.test.ts`'),
    row('`domain/catalogue/plan.test.ts` › shows euros, `domain/none.ts`'),
  ]
  try {
    for (const [file, text] of Object.entries({ ...files, 'docs/security.md': rows.join('\n') })) {
      mkdirSync(join(base, dirname(file)), { recursive: true })
      writeFileSync(join(base, file), text)
    }
    assert.deepEqual(checkSecurity(base), [
      'docs/security.md:3: domain/catalogue/plan.test.ts has no test ‘shows euros’',
      'docs/security.md:3: there is no domain/none.ts',
    ])
  } finally {
    rmSync(base, { recursive: true })
  }
})
