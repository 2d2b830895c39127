import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { deriveKeys, isSigned, keptSecret, randomToken, sign, signatures } from './secrets.ts'

const [older, newer] = ['the old secret of the operator, 32+', 'the new secret of the operator, 32+']
const folder = mkdtempSync(join(tmpdir(), 'tillhouse-secret-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a signature', () => {
  const keys = deriveKeys([newer, older], 'downloads')

  it('is valid only for its text', () => {
    const signature = sign(keys, 'analytics 1')
    assert.ok(isSigned(keys, 'analytics 1', signature))
    assert.ok(!isSigned(keys, 'analytics 2', signature))
    for (const other of ['', 'x', `${signature}x`, signature.toUpperCase(), 'é'.repeat(43)])
      assert.ok(!isSigned(keys, 'analytics 1', other))
  })

  it('is valid only for its purpose', () => {
    assert.ok(!isSigned(deriveKeys([newer, older], 'anti-forgery'), 'text', sign(keys, 'text')))
  })

  it('by an older secret stays valid; new ones are made with the newest', () => {
    const before = sign(deriveKeys([older], 'downloads'), 'text')
    assert.ok(isSigned(keys, 'text', before))
    assert.equal(sign(keys, 'text'), signatures(keys, 'text')[0])
    assert.notEqual(sign(keys, 'text'), before)
  })

  it('signed by a removed secret is invalid', () => {
    assert.ok(!isSigned(deriveKeys([newer], 'downloads'), 'text', sign(deriveKeys([older], 'downloads'), 'text')))
  })
})

describe('a token', () => {
  it('has 256 bits', () => assert.equal(Buffer.from(randomToken(), 'base64url').length, 32))
})

describe('the secret in the data folder', () => {
  it('is created once, readable by its owner only', async () => {
    const made = await keptSecret(join(folder, 'new'))
    assert.equal(await keptSecret(join(folder, 'new')), made)
    assert.equal(Buffer.from(made, 'base64url').length, 32)
    assert.equal(statSync(join(folder, 'new', 'secret')).mode & 0o077, 0)
  })

  it('is created again if the file was cut short', async () => {
    writeFileSync(join(folder, 'secret'), 'cut')
    const made = await keptSecret(folder)
    assert.ok(made.length >= 32)
    assert.equal(readFileSync(join(folder, 'secret'), 'utf8').trim(), made)
  })
})
