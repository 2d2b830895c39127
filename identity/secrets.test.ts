import assert from 'node:assert/strict'
import { test } from 'vitest'
import { tokenHash } from '../platform/crypto/secrets.ts'
import { isSigned, keysFor, unseal } from './secrets.ts'

const [newer, older] = ['the new secret of the operator, 32+', 'the old secret of the operator, 32+']

test('values sealed, signed or hashed by an earlier version stay valid', () => {
  const sealed = 'bfAzkCYzlfrDqpHxJGqgGFsN0O7h3ktr643wfLDcFX2YSQ'
  assert.equal(unseal([newer, older], 'keys', sealed), 'a text')
  assert.equal(unseal([newer], 'keys', sealed), undefined)
  assert.equal(unseal([older], 'objects', sealed), undefined)
  assert.ok(isSigned([newer, older], 'forms', 'a cookie', 'N6DASIOtCc0LtP_m5E21ikMvhe41z-3_uaY_dhdAPd4'))
  const [cookies] = keysFor([older], 'cookies')
  assert.equal(cookies?.export().toString('base64url'), 'jQnzbuW-qNsRFaz3NqDGsCofbAjtXxbKkwDv_4giMQU')
  assert.equal(tokenHash('a token'), '4zFuK6_rthA6NBjod4wK3JYNQCE6A6fn9PzTQm7YB78')
})
