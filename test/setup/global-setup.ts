import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { buildIfOutdated } from '../../scripts/build/fresh.ts'
import { findChromium } from '../../scripts/chromium/chromium.ts'
import { root } from '../../scripts/run.ts'
import { makeTestFolder } from '../../scripts/test-folder.ts'
import { startEmbedded } from '../../server/database/embedded/embedded.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/pool.ts'
import { allMigrations } from '../../server/app/migrations.ts'
import type { Tables } from '../../server/store/tables.ts'

/**
 * Prepares what all test files use: the build, Chromium, a database server and a template database with the shop's
 * tables.
 */
export async function setup(): Promise<() => Promise<void>> {
  const [chromium] = await Promise.all([findChromium(), buildIfOutdated()])
  const folder = process.env['TEST_FOLDER'] ?? makeTestFolder()
  const ends: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  let ending: Promise<void> | undefined
  const end = () =>
    (ending ??= (async () => {
      for (const each of ends.toReversed()) await each()
    })())
  const prepared = Promise.withResolvers<void>()
  endBySignals(() => prepared.promise.then(end))
  try {
    const isOwn = process.env['TEST_DATABASE_URL'] === undefined
    const database = await startDatabase(folder)
    ends.push(database.stop)
    const template = await makeTemplate(database.url)
    if (!isOwn) ends.push(template.drop)
    // The worker processes start later, and inherit these variables.
    Object.assign(process.env, {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/compile'),
      TMPDIR: folder,
      CHROMIUM_PATH: chromium,
      TEST_DATABASE_URL: database.url,
      TEST_SHOP_TEMPLATE: template.name,
      TEST_SHOP_ROLE: template.role,
    })
    return end
  } catch (error) {
    await end()
    throw error
  } finally {
    prepared.resolve()
  }
}

/**
 * Runs `end` also if a signal ends the run: Vitest's own listeners, which are removed here, exit without it. Further
 * signals change nothing: Ctrl-C arrives twice, from the terminal and from `npm test`.
 */
function endBySignals(end: () => Promise<void>): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.removeAllListeners(signal)
    process.on(signal, () => void end().finally(() => process.exit(code)))
  }
}

/**
 * Starts one server for all test files, each of which creates databases in it; TEST_DATABASE_URL names another server.
 */
async function startDatabase(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() }
  const server = await startEmbedded({ folder: join(folder, 'postgres'), log: () => undefined, fsync: false })
  return { url: server.ownerUrl, stop: () => server.stop() }
}

/**
 * Creates a database with the shop's tables, which each test's shop copies: creating the tables would take most of a
 * start. The shops use it with a role that may only change rows, as docs/how-to/your-postgresql.md advises; `role` is
 * name:password.
 */
async function makeTemplate(url: string): Promise<{ name: string; role: string; drop: () => Promise<void> }> {
  const name = `shop_template_${process.pid}`
  const role = `shop_of_the_tests_${process.pid}`
  const password = randomBytes(12).toString('hex')
  const address = new URL(url)
  address.pathname = `/${name}`
  const ask = async (text: string, where = url) => {
    const owner = new pg.Client({ connectionString: where })
    await owner.connect()
    await owner.query(text).finally(() => owner.end())
  }
  await ask(`create role ${role} login password '${password}'`)
  await ask(`create database ${name}`)
  await ask(
    `grant usage on schema public to ${role};
     alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
     alter default privileges in schema public grant usage, select on sequences to ${role}`,
    address.href,
  )
  const { db, close } = openDatabase<Tables>(address.href)
  await migrate(db, allMigrations)
  await close()
  return {
    name,
    role: `${role}:${password}`,
    async drop() {
      await ask(`drop database ${name} with (force)`)
      // An interrupted test leaves a database in which the role still has privileges.
      await ask(`drop role ${role}`).catch((error: Error) => {
        console.error(`${role} stays behind: ${error.message}`)
      })
    },
  }
}
