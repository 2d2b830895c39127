import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve as resolvePath } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { identityMigrations } from '../identity/database/migrations.ts'
import { startEmbedded } from '../server/database/embedded/embedded.ts'
import { migrate } from '../server/database/migrate.ts'
import { openDatabase } from '../server/database/pool.ts'
import { migrations } from '../server/store/migrations.ts'
import type { Tables } from '../server/store/tables.ts'
import { findChromium } from './chromium/chromium.ts'
import { buildIfOutdated } from './build/fresh.ts'
import { root } from './run.ts'
import { runSteps } from './checks/steps.ts'

const testFiles =
  '{packages,domain,contract,i18n,platform,server,identity,licence,connect,sandbox,web,test,scripts}/**/*.test.ts'
const named = process.argv.slice(2)
/** One more than the cores of a small machine: tests also wait, for PostgreSQL and Chromium among others. */
const processes = 3

const folder = mkdtempSync(join(roomyFolder(), 'tillhouse-test-'))
try {
  // With files named, only those tests run. Without, every check of `npm run check` runs first.
  const sound = named.length > 0 || (await runSteps())
  const [chromium] = await Promise.all([findChromium(), buildIfOutdated()])
  const database = await startDatabase()
  try {
    const template = await makeTemplate(database.url)
    const passed = await runTests({
      CHROMIUM_PATH: chromium,
      TEST_DATABASE_URL: database.url,
      TEST_SHOP_TEMPLATE: template.name,
      TEST_SHOP_ROLE: template.role,
    })
    await template.drop()
    process.exitCode = passed && sound ? 0 : 1
  } finally {
    await database.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Where the tests keep their files: in memory if there is plenty of it. A shop's database takes 11 ms there instead of 400. */
function roomyFolder(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    accessSync(memory, constants.W_OK)
    if (process.env['TMPDIR'] === undefined && bavail * bsize >= 4 * 2 ** 30) return memory
  } catch {
    // Only Linux has it.
  }
  return tmpdir()
}

/** One server for all test files, each of which makes databases of its own in it; TEST_DATABASE_URL names another. */
async function startDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() }
  const server = await startEmbedded({ folder: join(folder, 'postgres'), log: () => undefined, fsync: false })
  return { url: server.ownerUrl, stop: () => server.stop() }
}

/**
 * A database with the shop's tables, of which each test's shop gets a copy: making them anew would take most of a start.
 * The shops use it by a role that may change rows and nothing else, as docs/how-to/your-postgresql.md advises; `role` is name:password.
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
  await migrate(db, { ...migrations, ...identityMigrations })
  await close()
  return {
    name,
    role: `${role}:${password}`,
    async drop() {
      await ask(`drop database ${name} with (force)`)
      // A test that was interrupted leaves a database behind in which the role still may do something. A server of our own
      // goes with all of it.
      await ask(`drop role ${role}`).catch((error: Error) => {
        if (process.env['TEST_DATABASE_URL']) console.error(`${role} stays behind: ${error.message}`)
      })
    },
  }
}

function runTests(env: NodeJS.ProcessEnv): Promise<boolean> {
  const files = heaviestFirst(globSync(named.length > 0 ? named : testFiles, { cwd: root }))
  if (files.length === 0) throw new Error('There are no tests to run.')
  const workers = Array.from({ length: Math.min(processes, files.length) }, (_, index) => {
    const worker = join(folder, `worker-${index + 1}.js`)
    const parts = ['untracked', 'worker'].map((part) => {
      const url = pathToFileURL(join(root, `test/support/${part}.ts`)).href
      return `await import(${JSON.stringify(url)})\n`
    })
    writeFileSync(worker, `process.env.TEST_WORKER = '${index}'\n${parts.join('')}`)
    return worker
  })
  const claims = join(folder, 'claims')
  mkdirSync(claims)
  const flags = ['--test', `--test-concurrency=${processes}`, '--test-timeout=900000', '--test-reporter=spec']
  // Ctrl-C reaches the runner too; waiting for its end leaves time to stop the database.
  process.on('SIGINT', () => undefined)
  return new Promise((resolve, reject) => {
    const runner = spawn(process.execPath, [...flags, ...workers], {
      cwd: root,
      stdio: 'inherit',
      env: {
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
        ...process.env,
        ...env,
        TEST_FILES: files.join('\n'),
        TEST_CLAIMS: claims,
        TMPDIR: folder,
      },
    })
    process.on('SIGTERM', () => runner.kill('SIGTERM'))
    runner.on('error', reject)
    runner.on('close', (code) => {
      // A process that a test ended early counts as passed, with whatever it had left to do.
      const unfinished = files.filter((_, index) => !existsSync(join(claims, `${index}-over`)))
      for (const file of unfinished) console.error(`${file} did not run to its end.`)
      resolve(code === 0 && unfinished.length === 0)
    })
  })
}

/** Screens take longest by far, then whatever has most to read: begun first, they are not what all others wait for. */
function heaviestFirst(files: string[]): string[] {
  const weight = (file: string) => statSync(resolvePath(root, file)).size * (file.startsWith('test/screens/') ? 3 : 1)
  return files.toSorted((a, b) => weight(b) - weight(a) || a.localeCompare(b))
}
