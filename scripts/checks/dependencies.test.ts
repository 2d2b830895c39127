import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkDependencies, dependencyFaults } from './dependencies.ts'

const sound = {
  manifest: { dependencies: { one: '1.2.3' }, devDependencies: { tool: '1.0.0-beta.1' } },
  lock: {
    packages: {
      '': {},
      'node_modules/one': { integrity: 'sha512-x' },
      'node_modules/one/node_modules/@scope/two': { integrity: 'sha512-x' },
      'node_modules/tool': { integrity: 'sha512-x', dev: true },
    },
  },
  production: {
    builtIn: [],
    lock: { packages: { '': {}, 'node_modules/one': {}, 'node_modules/one/node_modules/@scope/two': {} } },
  },
  guide: '| package | why |\n|---|---|\n| `one` | for `server/one.ts` |\n| `@scope/*` | comes along |\n',
}

test('dependencyFaults › names each fault: a range, an archive without a hash, a package missing from the page or listed needlessly', () => {
  const { manifest, lock, guide, production } = sound
  assert.deepEqual(dependencyFaults(manifest, lock, guide, production), [])
  for (const version of ['^1.2.3', '~1.2.3', '1.x', 'latest', '>=1', 'git+https://example.com/one.git'])
    assert.deepEqual(dependencyFaults({ dependencies: { one: version } }, lock, guide, production), [
      `package.json: one has the version ${version}, which is not exact`,
    ])
  const workspace = { 'packages/own': { dependencies: { one: '^1.2.3' } }, 'node_modules/own': { link: true } }
  assert.deepEqual(dependencyFaults(manifest, { packages: { ...lock.packages, ...workspace } }, guide, production), [
    'packages/own/package.json: one has the version ^1.2.3, which is not exact',
  ])
  const foreign = {
    ...lock.packages,
    'node_modules/one': { integrity: 'sha512-x', resolved: 'https://example.com/o.tgz' },
  }
  for (const packages of [foreign, { ...lock.packages, 'node_modules/one': {} }])
    assert.match(
      dependencyFaults(manifest, { packages }, guide, production).join(),
      /^package-lock\.json: node_modules\/one has no hash/,
    )
  assert.deepEqual(dependencyFaults(manifest, lock, guide, { ...production, builtIn: ['tool'] }), [
    'docs/dependencies.md does not name tool, which runs in production',
  ])
  assert.deepEqual(dependencyFaults(manifest, lock, guide.replace('`one`', '`other`'), production), [
    'docs/dependencies.md does not name one, which runs in production',
    'docs/dependencies.md names other, which does not run in production',
  ])
})

test('the packages of this version are listed, exact and hashed', async () => {
  assert.deepEqual(await checkDependencies(), [])
})
