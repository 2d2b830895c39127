import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import type { JWK } from 'jose'
import { manageLicenceKeys } from '../../../server/app/cli/licence.ts'
import { examine } from '../../../server/app/cli/doctor.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { linesOf } from '../../support/command.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop, givenATrialUser, secret, type TestShop } from '../../support/given.ts'
import { createProgram, verified } from '../../support/licence/program.ts'

const cluster = await useCluster()
const start = { CLOCK_START: '2026-11-20T12:00:00Z' }

const shop = await givenAShop(start, cluster)

type Printed = {
  issuer: string
  keys: (JWK & { kid: string; sandbox?: boolean })[]
  states: { kid: string; state: string }[]
}

const settingsOf = (at: TestShop) => ({
  DATABASE_URL: at.ownerUrl,
  SECRET: secret,
  DATA_DIR: at.dataDir,
  PUBLIC_URL: at.url,
})

async function commandAt(clock: { CLOCK_START: string }, at: TestShop, ...args: string[]): Promise<string> {
  const lines = await linesOf({ ...settingsOf(at), ...clock }, (config, print) =>
    manageLicenceKeys(args, config, print),
  )
  return lines.join('\n')
}
const command = (at: TestShop, ...args: string[]) => commandAt(start, at, ...args)
const printed = async (at: TestShop) => JSON.parse(await command(at, 'keys')) as Printed
const published = async (at: TestShop) =>
  (await (await fetch(`${at.url}/licence/keys`)).json()) as { keys: (JWK & { kid: string })[] }

test('the keys command prints the issuer and the current and next key for a program’s build, and no private part; doctor names a secret that does not open them', async () => {
  const { issuer, keys, states } = await printed(shop)
  assert.equal(issuer, `${shop.url}/licence`)
  assert.equal(keys.length, 2)
  assert.deepEqual(
    keys.map(({ kid }) => states.find((one) => one.kid === kid)?.state),
    ['current', 'next'],
  )
  for (const key of keys) assert.deepEqual([key.d, key.sandbox, key.alg], [undefined, true, 'ES256'])
  await assert.rejects(command(shop, 'key'), /npm run licence -- rotate/)
  // A secret that does not open them is named by the doctor.
  const wrong = { ...settingsOf(shop), SECRET: 'a secret that never sealed anything here' }
  const finding = (await examine(wrong, undefined, {})).find(({ about }) => about === 'licence keys')
  const [row] = await shop.sql<{ sealed_under: string }>('select sealed_under from licence_keys limit 1')
  assert.equal(finding?.level, 'fault')
  assert.ok(finding.sentence.includes(`fingerprint ${row?.sealed_under}`), finding.sentence)
})

test('after a rotation, or if the current key is revoked, the next key signs, which programs already have; a retired key stays published, a revoked one does not', async () => {
  const { visitor } = await givenATrialUser(shop)
  const program = await createProgram(shop)
  const before = await program.signIn(visitor)
  const { keys } = await printed(shop)
  await assert.rejects(command(shop, 'rotate'), /younger than 30 days/)
  assert.match(await command(shop, 'rotate', '--anyway'), /the next key signs from now on/)
  await shop.advanceTo('2026-11-20T12:02:00Z')
  const { body } = await program.renew()
  // The program has only the two keys that it was built with.
  await verified(body.licence, { keys: keys.slice(1) })
  await verified(before.licence, await published(shop))
  assert.equal((await published(shop)).keys.length, 3)

  const [leaked, next] = (await printed(shop)).keys
  assert.match(await command(shop, 'revoke', leaked?.kid ?? ''), /no longer signs and is no longer published/)
  await assert.rejects(command(shop, 'revoke', leaked?.kid ?? ''), /revoked already/)
  await assert.rejects(command(shop, 'revoke', 'nothing'), /There is no licence key nothing/)
  await shop.advanceTo('2026-11-20T12:04:00Z')
  assert.ok(!(await published(shop)).keys.some(({ kid }) => kid === leaked?.kid))
  await verified((await program.renew()).body.licence, { keys: next ? [next] : [] })
  const later = { CLOCK_START: '2026-12-21T12:00:00Z' }
  assert.match(await commandAt(later, shop, 'rotate'), /the next key signs from now on/)
})

test('exported keys can be imported, unless they lack a key while devices have licences', async () => {
  const file = join(givenAFolder(), 'keys.json')
  await command(shop, 'export', file)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  await assert.rejects(command(shop, 'export', file), /keys\.json exists already/)
  const other = await givenAShop(start, cluster)
  await command(other, 'import', file)
  assert.deepEqual((await printed(other)).keys, (await printed(shop)).keys)
  assert.equal((await printed(other)).issuer, `${shop.url}/licence`, 'programs pin the issuer')
  await other.advanceTo('2026-11-20T12:02:00Z')
  const { visitor } = await givenATrialUser(other)
  await (await createProgram(other)).signIn(visitor)
  await command(other, 'import', file)
  await command(other, 'rotate', '--anyway')
  await assert.rejects(command(other, 'import', file), /The file lacks the licence key/)
})
