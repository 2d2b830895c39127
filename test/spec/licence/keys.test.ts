import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { JWK } from 'jose'
import { givenAFolder } from '../../support/given-folder.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'
import { useCluster } from '../../support/cluster.ts'
import { atTheHour, givenAShop, givenATrialUser, secret } from '../../support/given.ts'
import { createProgram, leaseOf } from '../../support/licence/program.ts'

const cluster = await useCluster()
const kids = async (shop: { url: string }) => {
  const { keys } = (await (await fetch(`${shop.url}/licence/keys`)).json()) as { keys: JWK[] }
  for (const key of keys) assert.equal(key.d, undefined, 'a private part was published')
  return keys.map(({ kid = '' }) => kid).toSorted((one, other) => one.localeCompare(other))
}

test('two instances that start concurrently use the same keys', async () => {
  const database = await cluster.createDatabase(process.env['TEST_SHOP_TEMPLATE'])
  cluster.atEnd(() => database.drop())
  const environment = { ...atTheHour, DATABASE_URL: database.url }
  const shops = await Promise.all([givenAShop(environment, cluster), givenAShop(environment, cluster)])
  const [one, other] = [await kids(shops[0]), await kids(shops[1])]
  assert.equal(one.length, 2)
  assert.deepEqual(one, other)
})

test('the first start creates two keys, which later starts keep; a start without the secret that encrypted the keys fails, names it, and makes no other key, also with secrets in the wrong order; after the shop moves, a lease keeps its issuer’s name and has the new address', async () => {
  const shop = await givenAShop(atTheHour, cluster)
  const made = await kids(shop)
  assert.equal(made.length, 2)
  const [row] = await shop.sql<{ sealed_under: string }>('select sealed_under from licence_keys limit 1')
  await assert.rejects(
    shop.restart({ SECRET: 'a secret that never sealed anything here' }),
    (error: Error) => error.message.includes(`fingerprint ${row?.sealed_under}`) && error.message.includes('SECRET'),
  )
  const newer = 'another secret of the tests that is long enough'
  // The new secret is last, so the old one still encrypts.
  await shop.restart({ SECRET: `${secret},${newer}` })
  assert.deepEqual(await kids(shop), made)
  await assert.rejects(shop.restart({ SECRET: newer }), /Add that secret to SECRET again, after the newest one/)
  await shop.restart({ SECRET: `${newer},${secret}` })
  await shop.restart({ SECRET: newer })
  assert.deepEqual(await kids(shop), made)
  const { visitor } = await givenATrialUser(shop)
  const program = await createProgram(shop)
  const before = leaseOf(await program.signIn(visitor))
  const address = shop.url.replace('localhost', '127.0.0.1')
  await shop.restart({ SECRET: newer, PUBLIC_URL: address })
  const there = await createProgram({ url: address }, 'analytics', program.pair)
  const { status, body } = await there.renewWith(program.token())
  assert.equal(status, 200, JSON.stringify(body))
  const after = leaseOf(body)
  assert.deepEqual([after.iss, after['base']], [before.iss, address])
})

test('licences are signed with Ed25519 if the catalogue chooses it', async () => {
  const CATALOGUE = aCatalogueIn(givenAFolder(), ({ products }) => {
    for (const product of products) product.licence = { algorithm: 'Ed25519', showHolder: false }
  })
  const shop = await givenAShop({ ...atTheHour, CATALOGUE }, cluster)
  const { visitor } = await givenATrialUser(shop)
  const body = await (await createProgram(shop)).signIn(visitor)
  assert.equal(JSON.parse(Buffer.from(body.licence.split('.')[0] ?? '', 'base64url').toString()).alg, 'Ed25519')
  assert.equal(leaseOf(body).to, undefined)
  assert.equal((await kids(shop)).length, 2)
})
