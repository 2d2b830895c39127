import assert from 'node:assert/strict'
import { test } from 'vitest'
import { exportJWK, generateKeyPair } from 'jose'
import { createProgram } from '../../test/support/licence/program.ts'
import { readFileRequest } from './file-request.ts'

const program = await createProgram({ url: 'https://shop.example' })

test('a request names the product, the key that signed it and the computer, at most 64 characters of it', async () => {
  const { jkt } = program
  const said = { product: 'analytics', jkt, name: 'Laboratory 7', system: 'Windows 10', version: '4.2.0' }
  assert.deepEqual(await readFileRequest(`${await program.fileRequest()}\r\n`), said)
  const claims = { name: `<b>\u202E${'x'.repeat(5000)}`, system: 7 }
  const odd = await readFileRequest(await program.fileRequest({ claims }))
  assert.deepEqual([odd?.name, odd?.system], [`<b>${'x'.repeat(61)}`, ''])
})

test('any other text is no request', async () => {
  const good = await program.fileRequest()
  const [header = '', payload = '', signature = ''] = good.split('.')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const { publicKey: foreign } = await generateKeyPair('ES256')
  const texts = [
    'x',
    'a.b.c',
    `${header}.${payload}.`,
    `${header}.${part({ ...claims, name: 'another' })}.${signature}`,
    `${part({ alg: 'none', typ: 'licence-request+jwt' })}.${payload}.`,
    await program.fileRequest({ header: { typ: 'dpop+jwt' } }),
    await program.fileRequest({ header: { typ: 'licence+jwt' } }),
    await program.fileRequest({ header: { jwk: undefined } }),
    await program.fileRequest({ header: { jwk: await exportJWK(program.pair.privateKey) } }),
    await program.fileRequest({ header: { jwk: await exportJWK(foreign) } }),
    await program.fileRequest({ claims: { v: 2 } }),
    await program.fileRequest({ claims: { product: 7 } }),
    await program.fileRequest({ claims: { iat: undefined } }),
    await program.fileRequest({ claims: { more: 'x'.repeat(6200) } }),
  ]
  for (const text of texts) assert.equal(await readFileRequest(text), null, text.slice(0, 99))
})
