import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createSigningKey } from './key-rows.ts'
import { readKeyFile, writeKeyFile } from './key-file.ts'

const now = new Date('2026-11-20T12:00:00Z')
const issuer = 'https://shop.example/licence'
const keys = [
  await createSigningKey('ES256', issuer, 'current', now),
  await createSigningKey('Ed25519', issuer, 'current', now),
]
const next = await createSigningKey('ES256', issuer, 'next', now)
type File = { format: string; issuer: string; keys: Record<string, unknown>[] }

test('exported keys are the same when they are read', async () => {
  assert.deepEqual(await readKeyFile(writeKeyFile([...keys, next])), [...keys, next])
})

test('a file without a current key, with a key twice, or with a key that is not what it says, is rejected', async () => {
  const changed = (change: (file: File) => unknown) => {
    const file = JSON.parse(writeKeyFile([...keys, next])) as File
    change(file)
    return JSON.stringify(file)
  }
  const texts = [
    '',
    'null',
    '{}',
    changed((file) => (file.format = 'another')),
    changed((file) => (file.keys = [])),
    changed((file) => file.keys.shift()),
    changed((file) => file.keys.push({ ...file.keys[2] })),
    changed((file) => Object.assign(file.keys[0] ?? {}, { kid: 'x' })),
    changed((file) => Object.assign(file.keys[0] ?? {}, { algorithm: 'Ed25519' })),
    changed((file) => Object.assign(file.keys[0] ?? {}, { state: 'unknown' })),
    changed((file) => Object.assign(file.keys[0] ?? {}, { createdAt: 'then' })),
    changed((file) => Reflect.deleteProperty(file.keys[0]?.['jwk'] as object, 'd')),
  ]
  for (const text of texts) await assert.rejects(readKeyFile(text), /^Error: The file /, text.slice(0, 99))
})
