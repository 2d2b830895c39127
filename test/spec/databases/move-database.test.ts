import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'vitest'
import pg from 'pg'
import { moveDatabase } from '../../../server/app/cli/move-database.ts'
import { readConfig } from '../../../server/app/config/config.ts'
import { lookAtEmbedded } from '../../../server/database/embedded/running.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { moveRows } from '../../../server/database/move/move.ts'
import { openDatabase } from '../../../server/database/pool.ts'
import { allMigrations } from '../../../server/app/migrations.ts'
import type { Tables } from '../../../server/store/tables.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { useCluster } from '../../support/cluster.ts'
import { aRegistration, eventually, givenAShop, givenATrialUser, secret, signIn, whoIs } from '../../support/given.ts'

const cluster = await useCluster()
const root = givenAFolder()

async function move(to: string | null, settings: Record<string, string>): Promise<string[]> {
  const lines: string[] = []
  await moveDatabase(to === null ? [] : [to], readConfig({ SECRET: secret, ...settings }), (line) => lines.push(line))
  return lines
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text).finally(() => client.end())
  return rows
}

async function anEmptyDatabase(template?: string): Promise<string> {
  const { url, drop } = await cluster.createDatabase(template)
  cluster.atEnd(drop)
  return url
}

async function makeTables(url: string): Promise<void> {
  const { db, close } = openDatabase<Tables>(url)
  await migrate(db, allMigrations)
  await close()
}

test('moving to PostgreSQL of the operator, to an embedded one, and back keeps everything', async () => {
  const shop = await givenAShop({}, cluster)
  const { email } = await givenATrialUser(shop, { firstName: 'Zoë' })
  // A value that COPY has to escape.
  await shop.sql(String.raw`update subscribers set company = E'Tab\tand \\ and\nline'`)
  const settings = { DATA_DIR: shop.dataDir, DATABASE_URL: shop.databaseUrl, MIGRATE_DATABASE_URL: shop.ownerUrl }
  await assert.rejects(move(await anEmptyDatabase(), settings), /^Error: The database to move has \d+ other/)
  await shop.stop()
  // The test's own connection is excluded.
  const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await eventually('nobody connected', async () => (await ask(shop.ownerUrl, others)).length === 0)

  const own = await anEmptyDatabase()
  const lines = await move(own, settings)
  assert.match(lines.at(-3) ?? '', /^\d+ tables with \d+ rows are copied and compared\.$/)
  await assert.rejects(move(own, settings), /^Error: The new database is not empty: \w+ has rows\. Name an empty one/)

  const dataDir = join(root, 'embedded')
  const toEmbedded = await move('embedded', { DATA_DIR: dataDir, DATABASE_URL: own })
  assert.match(toEmbedded.at(-2) ?? '', /^Remove DATABASE_URL .* keep SECRET as it is/)
  await assert.rejects(move('embedded', { DATA_DIR: dataDir, DATABASE_URL: own }), /already has a database/)

  const back = await anEmptyDatabase()
  const secretFile = join(dataDir, 'secret')
  assert.match((await move(back, { DATA_DIR: dataDir, SECRET: '' })).at(-2) ?? '', RegExp(`SECRET_FILE=${secretFile}:`))
  const last = `select max(number) as last from jobs`
  assert.deepEqual(await ask(back, last), await ask(shop.ownerUrl, last))

  await shop.restart({ DATABASE_URL: back, MIGRATE_DATABASE_URL: back })
  const visitor = shop.visitor()
  await signIn(visitor, email)
  assert.equal(await whoIs(visitor), email)
  // New rows get new numbers, and the administrators’ list includes them.
  const later = await givenATrialUser(shop, aRegistration({ lastName: 'Aftermove' }))
  const listed = await ask(
    back,
    `select count(*)::int as rows from user_list_rows r join subscribers s on s.id = r.subscriber_id where s.email = '${later.email}'`,
  )
  assert.deepEqual(listed, [{ rows: 1 }])
})

test('a second move into the same database is refused while the first one runs', async () => {
  const [from, to] = [await anEmptyDatabase(process.env['TEST_SHOP_TEMPLATE']), await anEmptyDatabase()]
  const { tables } = await moveRows(
    from,
    to,
    async () => {
      const second = move(to, { DATA_DIR: root, DATABASE_URL: from })
      await assert.rejects(second, /^Error: Another move into the new database is running: wait for its end/)
      await makeTables(to)
    },
    () => undefined,
  )
  assert.notEqual(tables, 0)
})

test('a running server is noticed by a database owner who cannot see the sessions of the server’s role', async () => {
  const url = await anEmptyDatabase()
  const name = new URL(url).pathname.slice(1)
  const roles = [`owner_${name}`, `product_${name}`]
  for (const role of roles) await ask(url, `create role ${role} login password 'a'`)
  cluster.atEnd(() => ask(url, roles.map((role) => `drop owned by ${role}; drop role ${role}`).join(';')))
  const [owner = '', product = ''] = roles.map(
    (username) => Object.assign(new URL(url), { username, password: 'a' }).href,
  )
  await ask(url, `grant create on schema public to ${roles[0]}; grant create on database ${name} to ${roles[0]}`)
  await ask(
    owner,
    `alter default privileges in schema public grant select, insert, update, delete on tables to ${roles[1]};
     alter default privileges in schema public grant usage, select on sequences to ${roles[1]}`,
  )
  await makeTables(owner)
  const settings = { DATA_DIR: root, DATABASE_URL: product, MIGRATE_DATABASE_URL: owner }
  const server = new pg.Client(product)
  await server.connect()
  const target = await anEmptyDatabase()
  const refused = move(target, settings).finally(() => server.end())
  await assert.rejects(refused, /^Error: The database to move has 1 other connection: stop the server/)
  assert.match((await move(target, settings)).at(-3) ?? '', /are copied and compared/)
})

test('a database that cannot be moved is refused in one sentence, and nothing is left behind', async () => {
  const url = await anEmptyDatabase(process.env['TEST_SHOP_TEMPLATE'])
  const dataDir = join(root, 'refused')
  const from = { DATA_DIR: dataDir, DATABASE_URL: url }
  await assert.rejects(move('mysql://somewhere/else', from), /^Error: Usage: npm run move-database/)
  await assert.rejects(move(null, from), /^Error: Usage: npm run move-database/)
  const none = 'postgres://localhost:1/none'
  await assert.rejects(move(null, { ...from, MOVE_TO_DATABASE_URL: none }), /^Error: The database none at localhost:1/)
  await assert.rejects(move(none, { ...from, MOVE_TO_DATABASE_URL: none }), /^Error: The new database is given twice/)
  const production = { ...from, NODE_ENV: 'production', SANDBOX: 'allow', SCREENING: 'off', OIDC_ISSUER: '' }
  await assert.rejects(move('postgres://db.internal/shop', production), /^Error: The URL does not require TLS: /)
  await assert.rejects(move('embedded', { DATA_DIR: dataDir }), /^Error: DATABASE_URL is missing/)
  await assert.rejects(
    move('postgres://localhost:1/none', from),
    /^Error: The database none at localhost:1 .* Check the address\.$/,
  )
  await assert.rejects(move(url, { DATA_DIR: dataDir }), /^Error: There is no database in .* yet/)

  await assert.rejects(move(url, from), { message: 'The new database is the database to be moved. Name another one.' })

  // A row that violates a constraint of the new database stops the move in the middle.
  const target = await anEmptyDatabase(process.env['TEST_SHOP_TEMPLATE'])
  const aJob = `insert into jobs (id, kind, subject, payload, created_at, run_at) values (gen_random_uuid(), 'email', 'a', '{}', now(), now())`
  await ask(url, aJob)
  await ask(target, `alter table jobs add constraint never check (subject <> 'a')`)
  await assert.rejects(move(target, from), /never/)
  assert.deepEqual(await ask(target, 'select count(*)::int as rows from jobs'), [{ rows: 0 }])
  assert.equal(typeof lookAtEmbedded(join(dataDir, 'postgres')), 'string')

  // Nobody has registered there, but a server has used it.
  const used = await anEmptyDatabase(process.env['TEST_SHOP_TEMPLATE'])
  await ask(used, aJob)
  await assert.rejects(move(used, from), /^Error: The new database is not empty: jobs has rows\. Name an empty one/)
})

test('a role that may not create the tables is refused by the name of the setting to change', async () => {
  const source = await anEmptyDatabase()
  await makeTables(source)
  const target = await anEmptyDatabase()
  const role = `mover_${crypto.randomUUID().slice(0, 8)}`
  await ask(target, `create role ${role} login password 'moving'`)
  const url = Object.assign(new URL(target), { username: role, password: 'moving' }).href
  const settings = { DATA_DIR: root, DATABASE_URL: source }
  await assert.rejects(
    move(null, { ...settings, MOVE_TO_DATABASE_URL: url }),
    /permission denied .* Name a role that may change tables in MOVE_TO_DATABASE_URL\.$/,
  )
  await assert.rejects(move(url, settings), /Name a role that may change tables in the address\.$/)
  await ask(target, `drop role ${role}`)
})

test('everything is moved even if the new database’s statistics cannot be collected', async () => {
  const [url, target] = [
    await anEmptyDatabase(process.env['TEST_SHOP_TEMPLATE']),
    await anEmptyDatabase(process.env['TEST_SHOP_TEMPLATE']),
  ]
  await ask(
    url,
    `insert into jobs (id, kind, subject, payload, created_at, run_at) values (gen_random_uuid(), 'email', 'a', '{}', now(), now())`,
  )
  // An index over an expression can make the statistics fail.
  await ask(
    target,
    `create function fails(text) returns int language plpgsql immutable as $$
       begin
         if current_setting('application_name') <> 'tillhouse move-database' then raise 'no statistics'; end if;
         return 1;
       end $$;
     create index on jobs (fails(kind))`,
  )
  const lines = await move(target, { DATA_DIR: root, DATABASE_URL: url })
  assert.match(lines.join('\n'), /Warning: .*VACUUM .*: no statistics\. Run it there\.\n\d+ tables with \d+ rows are/)
  assert.deepEqual(await ask(target, 'select subject from jobs'), [{ subject: 'a' }])
})
