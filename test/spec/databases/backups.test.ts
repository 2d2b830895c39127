import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { promisify } from 'node:util'
import pg from 'pg'
import { lookAtEmbedded } from '../../../server/database/embedded/running.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { aRegistration, eventually } from '../../support/given.ts'
import { start, type Product } from '../../support/product.ts'
import { createVisitor } from '../../support/http/visitor.ts'

/** Archiving needs a shell. */
const skip = process.platform === 'win32'
const root = givenAFolder()
const BACKUP_DIR = join(root, 'backups')
const running: Product[] = []
afterAll(async () => {
  for (const product of running) product.kill('SIGTERM')
  await Promise.all(running.map(({ exited }) => exited))
})

const settings = (dataDir: string) => ({ DATA_DIR: join(root, dataDir), BACKUP_DIR, RATE_LIMIT_FACTOR: '1000' })

async function begin(dataDir: string): Promise<Product> {
  const product = await start(settings(dataDir))
  running.push(product)
  return product
}

async function stop(product: Product): Promise<void> {
  product.kill('SIGTERM')
  assert.equal(await product.exited, 0, product.output())
}

/** Runs one of the operator's commands, as npm does. */
async function command(name: string, dataDir: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const { PATH = '', HOME = '/tmp' } = process.env
  const env = { PATH, HOME, ...settings(dataDir) }
  const cwd = join(import.meta.dirname, '../../..')
  return promisify(execFile)(process.execPath, [`dist/server/${name}.js`, ...args], { cwd, env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  )
}

async function ask(dataDir: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const database = lookAtEmbedded(join(root, dataDir, 'postgres'))
  if (typeof database === 'string') throw new Error(database)
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text, values)
  await client.end()
  return rows
}

const register = (product: Product, email: string) =>
  createVisitor(product.url).post('/api/v1/users', aRegistration({ email }))
const idOf = async (dataDir: string, email: string) =>
  (await ask(dataDir, 'select id from subscribers where email = $1', [email]))[0]?.['id']
const ageIn = (metrics: string) => Number(/^backup_age_seconds (\S+)$/m.exec(metrics)?.[1])

test(
  'with BACKUP_DIR the server backs itself up, and what is lost is restored by npm run restore',
  { skip },
  async () => {
    const product = await begin('data')
    await eventually('the first backup', async () => {
      const metrics = await (await fetch(`${product.url}/metrics`)).text()
      return ageIn(metrics) >= 0 && /^backup_wal_archiving 1$/m.test(metrics)
    })
    await register(product, 'first@northwind-bottling.example')
    const byHand = await command('backup', 'data')
    assert.equal(byHand.code, 0, byHand.output)
    assert.match(byHand.output, /restored once and counted: \d+ rows/)
    assert.match(byHand.output, /The secret of DATA_DIR is part of it/)
    await register(product, 'second@northwind-bottling.example')
    const erased = await idOf('data', 'first@northwind-bottling.example')
    await stop(product)

    const vague = await command('restore', 'restored', '--until', '2026-11-22')
    assert.equal(vague.code, 1)
    assert.match(vague.output, /^--until must be a time with its offset/)

    // Erased after the backup, before the whole data folder is lost.
    const line = `${String(erased)} 2026-11-20T10:00:00.000Z\n`
    appendFileSync(join(BACKUP_DIR, 'forgotten.ledger'), line)
    const secret = readFileSync(join(root, 'data', 'secret'), 'utf8')
    rmSync(join(root, 'data'), { recursive: true })

    const restored = await command('restore', 'restored')
    assert.equal(restored.code, 0, restored.output)
    assert.match(restored.output, /The first start erases everyone in the erasure log again/)
    assert.equal(readFileSync(join(root, 'restored', 'secret'), 'utf8'), secret)
    const second = await begin('restored')
    assert.ok(await idOf('restored', 'second@northwind-bottling.example'), 'what came after the last backup is there')
    assert.equal(await idOf('restored', 'first@northwind-bottling.example'), undefined, 'the erased person is not')
    await stop(second)
    assert.equal(existsSync(join(root, 'restored', 'backup-check')), false, 'a backup under way leaves nothing')
  },
)
