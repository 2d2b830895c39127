import assert from 'node:assert/strict'
import { test } from 'vitest'
import { approvalRequirementsIn } from './approval.ts'
import type { ReasonKind } from './screening.ts'

const reason = (kind: ReasonKind, holds = true) => ({ kind, holds })

test('the condition for approval is a business email or a matching domain, each only if its lack keeps the person on hold', () => {
  assert.deepEqual(approvalRequirementsIn([reason('personal-email')]), ['businessEmail'])
  assert.deepEqual(approvalRequirementsIn([reason('disposable-email'), reason('list')]), ['businessEmail'])
  assert.deepEqual(approvalRequirementsIn([reason('domain')]), ['matchingDomain'])
  assert.deepEqual(approvalRequirementsIn([reason('domain', false)]), [])
})

test('no condition is stated for other reasons', () => {
  const others: ReasonKind[] = [
    'list',
    'country-look',
    'region',
    'unscreened',
    'unfinished',
    'unreadable',
    'correction',
  ]
  assert.deepEqual(approvalRequirementsIn(others.map((kind) => reason(kind))), [])
  assert.deepEqual(approvalRequirementsIn([]), [])
})
