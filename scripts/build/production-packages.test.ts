import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import { root } from '../run.ts'
import { productionPackages } from './production-packages.ts'

const manifest = {
  name: 'shop',
  version: '1.0.0',
  dependencies: { native: '1.0.0', bundled: '1.0.0' },
  optionalDependencies: { database: '2.0.0' },
  allowScripts: { database: true },
}
const packages = {
  '': {},
  'node_modules/bundled': { dependencies: { other: '1' } },
  'node_modules/database': {},
  'node_modules/inner': {},
  'node_modules/native': { dependencies: { inner: '2' }, optionalDependencies: { 'native-linux': '1', absent: '1' } },
  'node_modules/native-linux': { dependencies: { inner: '1' } },
  'node_modules/native/node_modules/inner': {},
  'node_modules/other': {},
}

describe('the packages of production', () => {
  it('are those not bundled, the optional ones and all their dependencies, as in the lockfile', () => {
    const made = productionPackages(manifest, { lockfileVersion: 3, packages }, ['native'])
    const { packages: locked } = made.lock as { packages: object }
    assert.deepEqual(Object.keys(locked), [
      '',
      'node_modules/database',
      'node_modules/inner',
      'node_modules/native',
      'node_modules/native-linux',
      'node_modules/native/node_modules/inner',
    ])
    assert.deepEqual((made.manifest as typeof manifest).dependencies, { native: '1.0.0' })
  })

  it('are written by the build beside the server, with hashes', () => {
    const lock = JSON.parse(readFileSync(join(root, 'dist/package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>
    }
    const { '': own, ...locked } = lock.packages
    assert.ok(own && locked['node_modules/@node-rs/argon2'])
    for (const [path, { integrity }] of Object.entries(locked)) assert.ok(integrity, path)
    assert.equal(locked['node_modules/fastify'], undefined)
  })
})
