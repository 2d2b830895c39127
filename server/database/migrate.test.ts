import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sql, type Kysely } from 'kysely'
import { useCluster } from '../../test/support/cluster.ts'
import pg from 'pg'
import { migrate, pendingMigrations, requireDatabase, requirePreparedStatements, type Migrations } from './migrate.ts'
import { openDatabase, type Database } from './pool.ts'

const cluster = await useCluster()

const migrations: Migrations = {
  '002-notes': { up: (db) => db.schema.createTable('note').addColumn('text', 'text').execute() },
  '001-marks': {
    async up(db: Kysely<unknown>) {
      await sql`create table mark (number int)`.execute(db)
      await sql`insert into mark values (1)`.execute(db)
    },
  },
}

const noChange = { up: async () => undefined }

/** Runs `body` with two instances of the product on one fresh database. */
async function withInstances(body: (one: Database<unknown>, other: Database<unknown>) => Promise<void>) {
  const { url, drop } = await cluster.createDatabase()
  const [one, other] = [openDatabase<unknown>(url), openDatabase<unknown>(url)]
  try {
    await body(one, other)
  } finally {
    await Promise.all([one.close(), other.close()])
    await drop()
  }
}

test('migrate › when two instances start together, each migration is applied once', async () => {
  await withInstances(async (one, other) => {
    assert.deepEqual(await pendingMigrations(one.db, migrations), ['001-marks', '002-notes'])
    const applied = await Promise.all([migrate(one.db, migrations), migrate(other.db, migrations)])
    assert.deepEqual(applied.flat(), ['001-marks', '002-notes'])
    assert.deepEqual((await one.pool.query('select number from mark')).rows, [{ number: 1 }])
    assert.deepEqual(await pendingMigrations(other.db, migrations), [])
  })
})

test('migrate › when there is nothing new, changes nothing, and the connection keeps its time limit', async () => {
  await withInstances(async (one) => {
    await migrate(one.db, migrations)
    assert.deepEqual(await migrate(one.db, migrations), [])
    assert.deepEqual((await one.pool.query('show statement_timeout')).rows, [{ statement_timeout: '10s' }])
  })
})

test('migrate › leaves no session lock, which a pooler could release on another connection', async () => {
  await withInstances(async (one, other) => {
    const seen: unknown[] = []
    const looking: Migrations = {
      '001-looking': {
        async up(db: Kysely<unknown>) {
          // Releases the session's lock; a lock of the transaction stays, and the result is false.
          const { rows } = await sql<{ mine: boolean }>`
            select pg_advisory_unlock(objid::bigint + (classid::bigint << 32)) as mine from pg_locks
            where locktype = 'advisory' and pid = pg_backend_pid()`.execute(db)
          seen.push(...rows.map(({ mine }) => mine))
          const limit = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)
          seen.push(limit.rows[0]?.statement_timeout)
        },
      },
    }
    await migrate(one.db, looking)
    assert.deepEqual(seen, [false, '0'])
    assert.deepEqual(await migrate(other.db, looking), [])
  })
})

test('runs a new migration of one folder after the applied ones of another, whatever their names', async () => {
  await withInstances(async (one) => {
    const identity: Migrations = { 'identity-0001': { up: (db) => db.schema.createTable('account').execute() } }
    await migrate(one.db, { ...migrations, ...identity })
    const later: Migrations = { '003-later': { up: (db) => db.schema.createTable('later').execute() } }
    assert.deepEqual(await migrate(one.db, { ...migrations, ...later, ...identity }), ['003-later'])
    assert.deepEqual(await pendingMigrations(one.db, { ...migrations, ...later, ...identity }), [])
  })
})

test('migrate › names a failed migration and leaves the database unchanged', async () => {
  await withInstances(async (one) => {
    const broken: Migrations = {
      ...migrations,
      '003-broken': { up: async (db) => void (await sql`select nonsense`.execute(db)) },
    }
    await assert.rejects(migrate(one.db, broken), {
      message: 'Migration 003-broken failed, nothing was changed: column "nonsense" does not exist',
    })
    assert.deepEqual(await pendingMigrations(one.db, broken), ['001-marks', '002-notes', '003-broken'])
    assert.deepEqual((await one.pool.query(`select to_regclass('mark') as mark`)).rows, [{ mark: null }])
  })
})

test('migrate › refuses a database of a later version, or of one before the first release, and changes nothing', async () => {
  await withInstances(async (one) => {
    await migrate(one.db, migrations)
    const earlier: Migrations = { '001-init': { up: (db) => db.schema.createTable('init').execute() } }
    await assert.rejects(migrate(one.db, earlier), {
      message:
        'The database was used by another version: it has migrations that this version does not have (001-marks, 002-notes). ' +
        'Start a later version. A database from before the first release cannot be upgraded: use an empty one.',
    })
    assert.deepEqual((await one.pool.query(`select to_regclass('init') as init`)).rows, [{ init: null }])
    const later: Migrations = { ...migrations, '003': noChange, '004': noChange, '005': noChange }
    await migrate(one.db, later)
    await assert.rejects(migrate(one.db, {}), /\(001-marks, 002-notes, 003, 2 more\)/)
  })
})

test('if nothing listens, the migration reports it in one sentence without the password', async () => {
  const url = 'postgres://shop:secret@127.0.0.1:9/shop'
  const { db, close } = openDatabase(url)
  await assert.rejects(requireDatabase(db, url), {
    message: 'The database shop at 127.0.0.1:9 cannot be reached: no server listens there. Check DATABASE_URL.',
  })
  await close()
})

test('requireDatabase › a database that cannot store every character is refused, with the setting and the encoding', async () => {
  const { url, drop } = await cluster.createDatabase()
  cluster.atEnd(drop)
  const name = `latin_${crypto.randomUUID().slice(0, 8)}`
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(
    `create database ${name} encoding 'LATIN1' template template0 locale_provider libc lc_collate 'C' lc_ctype 'C'`,
  )
  const latin = Object.assign(new URL(url), { pathname: `/${name}` }).href
  const { db, close } = openDatabase(latin)
  await assert.rejects(requireDatabase(db, latin), {
    message:
      "The database has the encoding LATIN1; UTF8 is required. Name a database with ENCODING 'UTF8' in DATABASE_URL.",
  })
  await close()
  await owner.query(`drop database ${name}`)
  await owner.end()
})

test('requireDatabase › a certificate file that is missing is named, with the setting', async () => {
  const url = 'postgres://shop@127.0.0.1:9/shop?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'
  const { db, close } = openDatabase(url)
  await assert.rejects(requireDatabase(db, url), {
    message: 'DATABASE_URL names the file /nowhere/ca.pem, which cannot be read (ENOENT).',
  })
  await close()
})

test('requirePreparedStatements › a pooler that shares its connections is refused, and a database of its own is not', async () => {
  const { url, drop } = await cluster.createDatabase()
  cluster.atEnd(drop)
  const { pool, close } = openDatabase(url)
  await requirePreparedStatements(pool)
  await close()
  for (const code of ['42P05', '26000']) {
    const lost = Object.assign(new Error('prepared statement'), { code })
    const client = { query: () => Promise.reject(lost), release: () => undefined }
    await assert.rejects(
      requirePreparedStatements({ connect: () => Promise.resolve(client) } as unknown as pg.Pool),
      /^Error: DATABASE_URL names a connection pooler .*: set DATABASE_PREPARE=off/,
    )
  }
})
