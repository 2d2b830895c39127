import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'vitest'
import { specificationMap } from '../docs/specification-map.ts'
import { checkMap, checkSecurity } from './specification-map.ts'

const files = {
  'domain/catalogue/plan.ts': 'export function priceText() {}',
  'domain/catalogue/plan.test.ts':
    "describe('a plan [1.2, 10.1]', () => { it('shows US dollars [1.1]', () => {}) })\ntest.skip('is left out [1.3]', () => {})",
  'test/spec/a.test.ts': 'for (const kind of kinds) test(`a ${kind} one responds | refuses [1.1, 7.1]`, () => {})',
}
const calls = ['GET /api/v1/plans', 'POST /logout']
const head = '| No. | Statement | Where | Proof |\n|---|---|---|---|\n'
const good = '| 1.1 | A price has a currency | `domain/catalogue/plan.ts` › priceText |  |\n'
const two = '| 1.2 | Two | `domain/catalogue/plan.ts`<br>as decided<br>`domain/catalogue/plan.test.ts` |  |\n'
const section7 = `\n## 7. The calls\n${head}| 7.1 | \`GET /api/v1/plans?type=paid\` | \`domain/catalogue/plan.ts\` |  |\n`
const beyond = `\n## 10. Beyond\n${head}| 10.1 | \`POST /logout\` | \`domain/catalogue/plan.ts\` |  |\n`

function inProject<T>(map: string, run: (base: string) => T): T {
  const base = mkdtempSync(join(tmpdir(), 'tillhouse-map-'))
  try {
    for (const [file, text] of Object.entries({ ...files, 'docs/specification-map.md': map })) {
      mkdirSync(join(base, dirname(file)), { recursive: true })
      writeFileSync(join(base, file), text)
    }
    return run(base)
  } finally {
    rmSync(base, { recursive: true })
  }
}

const complaintsOf = (map: string) => inProject(map, (base) => checkMap(base, calls))
const complete = `## 1. What\n${head}${good}${two}${section7}${beyond}`

test('accepts a map whose statements have files and tests, and whose calls are those of the contract', () => {
  assert.deepEqual(complaintsOf(complete), [])
})

test('the last column lists the titles with the number of the statement, and replaces what it listed before', () => {
  const outdated = complete.replace('priceText |  |', 'priceText | `test/gone.test.ts` › gone |')
  const written = inProject(outdated, specificationMap).split('\n')
  assert.equal(
    written.find((line) => line.startsWith('| 1.1 ')),
    '| 1.1 | A price has a currency | `domain/catalogue/plan.ts` › priceText | `domain/catalogue/plan.test.ts` › shows US dollars<br>`test/spec/a.test.ts` › a … one responds \\| refuses |',
  )
  assert.equal(
    written.find((line) => line.startsWith('| 10.1 ')),
    '| 10.1 | `POST /logout` | `domain/catalogue/plan.ts` | `domain/catalogue/plan.test.ts` › a plan |',
  )
})

const wrong: [what: string, line: string, complaint: string][] = [
  ['a missing file', '| 1.1 | A | `domain/gone.ts` |  |', 'there is no domain/gone.ts'],
  [
    'a missing function',
    '| 1.1 | A | `domain/catalogue/plan.ts` › costText |  |',
    'domain/catalogue/plan.ts has no ‘costText’',
  ],
  [
    'a statement whose only test is skipped',
    '| 1.3 | A | `domain/catalogue/plan.ts` |  |',
    'no test title ends with [1.3]',
  ],
  ['a statement without a file', '| 1.1 | A | somewhere |  |', 'names no file'],
  ['a number that is used twice', two.trim(), 'the number 1.2 is taken'],
  ['a row with a missing cell', '| 1.1 | A | `domain/catalogue/plan.ts` |', 'has 3 cells, not four'],
]

for (const [what, line, complaint] of wrong)
  test(`reports ${what}`, () => {
    const complaints = complaintsOf(
      `## 1. What\n${head}${good.replace('1.1', '1.0')}${two}${line}\n${section7}${beyond}`,
    )
    assert.ok(complaints.includes(`docs/specification-map.md:6: ${complaint}`), complaints.join('\n'))
  })

test('reports a number in a title that no statement has', () => {
  assert.deepEqual(complaintsOf(complete.replace(two, '')), [
    'domain/catalogue/plan.test.ts: ‘a plan’ names the statement 1.2, which docs/specification-map.md does not have',
  ])
})

test('reports a call that is not in the contract, and a call of the contract that is missing', () => {
  const other = complete.replace('/api/v1/plans', '/api/v1/products')
  assert.deepEqual(complaintsOf(other), [
    'docs/specification-map.md:10: GET /api/v1/products is not in the contract',
    'docs/specification-map.md: says nothing of GET /api/v1/plans',
  ])
})

test('the security page names existing tests, and may state which are expected', () => {
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
