import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'vitest'
import { root } from '../run.ts'
import { checkGenerated, checkLinks, checkOperation } from './documents.ts'

function givenFiles(files: Record<string, string>): string {
  const base = mkdtempSync(join(tmpdir(), 'documents-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  return base
}

describe('links of the documents', () => {
  it('accepts links to files, folders, headings and other sites', () => {
    const base = givenFiles({
      'README.md':
        '[a](docs/one.md) [b](docs) [c](docs/one.md#two-words-or-more) [d](https://example.com/x) `[e](none.md)`',
      'docs/one.md': '# One\n## Two words, or more\n[back](../README.md) [here](#one)',
    })
    assert.deepEqual(checkLinks(base), [])
  })

  it('names a missing file and a missing heading', () => {
    const base = givenFiles({ 'README.md': '[a](docs/none.md)', 'docs/one.md': '# One\n[b](#other)' })
    assert.deepEqual(checkLinks(base), [
      'README.md: docs/none.md does not exist',
      'docs/one.md: #other names no heading',
    ])
  })
})

describe('generated pages', () => {
  it('names a page that is missing or differs from the code', () => {
    const base = givenFiles({ 'same.md': 'text', 'other.md': 'old text' })
    const pages = ['same.md', 'other.md', 'missing.md'].map((path) => ({ path, text: () => 'text' }))
    assert.deepEqual(checkGenerated(base, pages), [
      'other.md: differs from the code. Run npm run docs',
      'missing.md: differs from the code. Run npm run docs',
    ])
  })
})

describe('pages of operation', () => {
  it('names an alert without an entry, an entry without an alert, and a metric that is not described', () => {
    const base = givenFiles({
      'deploy/alerts.yaml': '      - alert: TillhouseDown\n      - alert: TillhouseSlow\n',
      'docs/how-to/runbook.md': '## TillhouseDown\n## TillhouseGone\n',
      'server/metrics.ts': `createValues('counter', 'sign_ins_total')`,
      'server/routes/metrics-text.ts': `'# TYPE jobs_waiting gauge'`,
      'docs/reference/metrics-and-logs.md': 'jobs_waiting',
    })
    assert.deepEqual(checkOperation(base), [
      'docs/how-to/runbook.md: the alert TillhouseSlow has no entry',
      'docs/how-to/runbook.md: there is no alert TillhouseGone',
      'docs/reference/metrics-and-logs.md: sign_ins_total is missing',
    ])
  })
})

describe('the files of deploy and their documents', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')

  it('shows how to run a command with the user, folder, variables and Node.js of the systemd unit', () => {
    const unit = (name: string) => {
      const values = [...read('deploy/tillhouse.service').matchAll(/^(\w+)=(.*)$/gm)].filter(([, key]) => key === name)
      assert.equal(values.length, 1, name)
      return values[0]?.[2] ?? ''
    }
    const [line = ''] = /^systemd-run .*$/m.exec(read('docs/how-to/deploy.md')) ?? []
    const [command, ...words] = line.split(' ')
    assert.equal(command, 'systemd-run')
    const program = words.findIndex((word) => !word.startsWith('--'))
    assert.deepEqual(words.slice(program), [unit('ExecStart').split(' ')[0], 'dist/server/doctor.js'])
    const options = words.slice(0, program).filter((word) => word.includes('='))
    assert.deepEqual(
      new Set(options),
      new Set([
        `--uid=${unit('User')}`,
        `--working-directory=${unit('WorkingDirectory')}`,
        `--property=UMask=${unit('UMask')}`,
        `--property=EnvironmentFile=${unit('EnvironmentFile')}`,
        ...unit('Environment')
          .split(' ')
          .map((pair) => `--setenv=${pair}`),
      ]),
    )
  })

  it('names the user of the image by a number, which Kubernetes can compare with root', () => {
    assert.match(read('deploy/Containerfile'), /^USER [1-9]\d*$/m)
  })
})
