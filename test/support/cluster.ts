import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../server/database/embedded/embedded.ts'
import { openDatabase } from '../../server/database/pool.ts'
import type { Tables } from '../../server/store/tables.ts'
import { whenOver } from './when-over.ts'

export type TestDatabase = {
  name: string
  /** With its owner's role. */
  url: string
  /**
   * With the product's own role, which cannot create tables; with the owner's if `npm test` has not created such a
   * role.
   */
  productUrl: string
  drop(): Promise<void>
}

export type TestCluster = {
  /** A fresh database, dropped at the end at the latest; a copy of `template` (a name), to which nobody may be connected then. */
  createDatabase(template?: string): Promise<TestDatabase>
  /** Registers a function that runs before the server stops, the newest first. */
  atEnd(done: () => Promise<unknown>): void
}

/**
 * Returns a PostgreSQL for the tests of this file: the server of TEST_DATABASE_URL, whose role must be a superuser, or
 * else a new one in a temporary folder, without fsync, which is removed when the file's tests are over. Call it once,
 * at the top of the file.
 */
export async function useCluster(): Promise<TestCluster> {
  const { close, ...cluster } = await openCluster()
  whenOver(close)
  return cluster
}

/** The same for a script, which calls `close` itself. */
export async function openCluster(): Promise<TestCluster & { close(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  const { url, stop } = given === undefined ? await startTemporary() : { url: given, stop: async () => undefined }
  const owner = new pg.Pool({ connectionString: url, max: 2 })
  owner.on('error', () => undefined)
  const ends: (() => Promise<unknown>)[] = []
  const drops: (() => Promise<void>)[] = []
  return {
    async close() {
      for (const end of ends.toReversed()) await end()
      // A copy of a shop's database would keep the role of the tests from being removed.
      for (const drop of drops) await drop()
      await owner.end()
      await stop()
    },
    atEnd: (done) => void ends.push(done),
    async createDatabase(template = 'template1') {
      const name = `test_${randomBytes(8).toString('hex')}`
      await owner.query(`create database ${name} template ${pg.escapeIdentifier(template)} strategy file_copy`)
      const drop = async () => void (await owner.query(`drop database if exists ${name} with (force)`))
      drops.push(drop)
      const ownerUrl = withDatabase(url, name)
      return { name, url: ownerUrl, productUrl: asProduct(ownerUrl, template), drop }
    },
  }
}

/** Opens a new database with the product's tables, until the file's tests are over. */
export async function openTables(cluster: TestCluster, options: { max?: number } = {}) {
  const { url } = await cluster.createDatabase(process.env['TEST_SHOP_TEMPLATE'])
  const database = openDatabase<Tables>(url, options)
  cluster.atEnd(database.close)
  return { ...database, url }
}

async function startTemporary() {
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-test-'))
  const server = await startEmbedded({ folder, log: () => undefined, fsync: false })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: server.ownerUrl, stop }
}

/**
 * Returns the URL with the role in `TEST_SHOP_ROLE` (name:password), which has its privileges only in copies of the
 * shop's template.
 */
function asProduct(url: string, template: string): string {
  const [name, password] = process.env['TEST_SHOP_ROLE']?.split(':') ?? []
  if (!name || !password || template !== process.env['TEST_SHOP_TEMPLATE']) return url
  return Object.assign(new URL(url), { username: name, password }).href
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
