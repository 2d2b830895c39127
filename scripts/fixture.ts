import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import packageFile from '../package.json' with { type: 'json' }
import { openCluster } from '../test/support/cluster.ts'
import { givenAShop } from '../test/support/given.ts'
import { dumpRows, recordSchema } from './fixture/dump.ts'
import { addLeftovers } from './fixture/leftovers.ts'
import { putLists, writeCatalogue } from './fixture/operator-files.ts'
import { readStates, type Fixture } from './fixture/states.ts'
import { createHistory, start } from './fixture/history.ts'
import { root } from './run.ts'

/**
 * Writes test/fixtures/database-<version>.sql: the schema of this version and rows of every kind that it writes, as one
 * file of plain SQL. Run it once for each release, just before the release, and never change the file afterwards:
 * test/spec/databases/upgrade.test.ts starts the current version on it. An argument names another file.
 */
const { version } = packageFile
const [file = join(root, `test/fixtures/database-${version}.sql`)] = process.argv.slice(2)
if (existsSync(file)) {
  console.error(`${file} already exists. The fixture of a released version must not change.`)
  process.exit(1)
}
const cluster = await openCluster()
const folder = mkdtempSync(join(tmpdir(), 'tillhouse-fixture-'))
try {
  const empty = await cluster.createDatabase()
  const schema = await recordSchema(empty.url)
  await empty.drop()

  const database = await cluster.createDatabase()
  const lists = join(folder, 'lists')
  mkdirSync(lists)
  putLists(lists, 'first')
  const shop = await givenAShop(
    {
      DATABASE_URL: database.url,
      CLOCK_START: start,
      CATALOGUE: writeCatalogue(folder),
      SCREENING_DIR: lists,
      SCREENING_SETTLE: '0.1',
    },
    cluster,
  )
  const signedIn = await createHistory(shop, lists)
  await shop.stop()
  const queued = await addLeftovers(shop)

  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const rows = await dumpRows(client)
  const states = await readStates(client)
  await client.end()
  const head = [
    `-- The database of version ${version}: its schema, and fictional people in every state. Made by scripts/fixture.ts.`,
    '-- Load it into an empty database of PostgreSQL 15 or later. Do not change it.',
    `-- ${JSON.stringify({ ...signedIn, ...queued, ...states } satisfies Fixture)}`,
  ]
  writeFileSync(file, `${[...head, ...schema, ...rows].join('\n\n')}\n`)
  console.log(file)
} finally {
  await cluster.close()
  rmSync(folder, { recursive: true, force: true })
}
