import assert from 'node:assert/strict'
import { test } from 'vitest'
import pg from 'pg'
import { openCluster, useCluster } from './cluster.ts'

const own = await useCluster()

test('drops every database that was made, so that the role of the tests has no rights left', async () => {
  const cluster = await openCluster()
  const { name } = await cluster.createDatabase(process.env['TEST_SHOP_TEMPLATE'])
  await cluster.close()
  const client = new pg.Client({ connectionString: (await own.createDatabase()).url })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  await client.end()
  assert.equal(rowCount, 0)
})
