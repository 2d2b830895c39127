import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkLicences, licenceFaults } from './licences.ts'

const faultsOf = (license: string | undefined, name = 'thing') =>
  licenceFaults({
    '': {},
    [`node_modules/${name}`]: license === undefined ? { version: '1.0.0' } : { version: '1.0.0', license },
  })

test('every package of the lockfile has an allowed licence', async () => {
  assert.deepEqual(await checkLicences(), [])
})

test('a package with another licence or none is reported, and a choice of licences is accepted', () => {
  for (const license of ['MIT', '(MIT OR GPL-3.0)', '(MIT AND Zlib)']) assert.deepEqual(faultsOf(license), [])
  for (const license of ['GPL-3.0', 'SEE LICENSE IN LICENSE', '(MIT AND GPL-3.0)', undefined])
    assert.match(faultsOf(license)[0] ?? '', /^thing 1\.0\.0: .+ is not among the allowed licences/)
  assert.deepEqual(faultsOf('MPL-2.0', 'lightningcss-linux-x64-gnu'), [])
  assert.equal(faultsOf('MPL-2.0').length, 1)
})
