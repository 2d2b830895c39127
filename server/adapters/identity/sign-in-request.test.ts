import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { SignInRequest } from './port.ts'
import { promptFor } from './sign-in-request.ts'

const promptOf = (request: SignInRequest, listed?: string[], issuer = 'https://issuer.example') =>
  promptFor({ issuer, ...(listed && { prompt_values_supported: listed }) }, request)

test('a sign-in has no prompt, unless a sign-out did not reach the issuer', () => {
  assert.equal(promptOf({}), undefined)
  assert.equal(promptOf({}, ['none', 'select_account']), undefined)
  assert.equal(promptOf({ afterSignOut: true }), 'login')
})

test('where a person must be asked, the prompt is login, and select_account at an issuer that does not support login', () => {
  for (const request of [{ afterSignOut: true }, { kind: 'login' }, { kind: 'confirm' }] as const) {
    assert.equal(promptOf(request), 'login')
    assert.equal(promptOf(request, ['none', 'login', 'select_account']), 'login')
    assert.equal(promptOf(request, ['none', 'select_account']), 'select_account')
    assert.equal(promptOf(request, ['none', 'consent']), 'login')
    assert.equal(promptOf(request, undefined, 'https://accounts.google.com'), 'select_account')
  }
})

test('the prompt create goes only to an issuer that lists it', () => {
  assert.equal(promptOf({ kind: 'create' }, ['create', 'login']), 'create')
  assert.equal(promptOf({ kind: 'create' }), undefined)
  assert.equal(promptOf({ kind: 'create', afterSignOut: true }, ['create', 'login']), 'create')
  assert.equal(promptOf({ kind: 'create', afterSignOut: true }), 'login')
})
