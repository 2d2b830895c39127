import assert from 'node:assert/strict'
import { test } from 'vitest'
import { judgeAudit } from './audit.ts'

const report = (severity: string) => JSON.stringify({ vulnerabilities: { one: { name: 'one', severity } } })

test('an audit fails for a high or critical vulnerability, and states if no registry responded', () => {
  assert.deepEqual(judgeAudit(report('critical')), { ok: false, output: 'one: critical' })
  assert.equal(judgeAudit(report('moderate')).ok, true)
  for (const output of ['', 'npm error audit endpoint returned an error\n{ "message": "404" }'])
    assert.equal(judgeAudit(output).note, 'not asked: no registry answered')
})
