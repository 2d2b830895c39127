import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { clusterUrl, prepareCluster } from '../../../server/database/embedded/cluster.ts'
import { readPidFile } from '../../../server/database/embedded/postmaster.ts'
import type { Db, Tables } from '../../../server/store/tables.ts'
import { signIn } from '../../../test/support/given.ts'
import { createVisitor } from '../../../test/support/http/visitor.ts'
import { seedPeople } from '../../run.ts'
import type { Statement } from '../bare.ts'
import { startProduct, type Product } from '../product.ts'

/** The product with fictional subscribers, a signed-in administrator, and its database. */
export type AdminWorld = {
  folder: string
  /** Ms that creating the subscribers took. */
  seededIn: number
  /** Started a second time: the first start creates the administrator, the samples and Node's compile cache. */
  product: Product
  databaseUrl: string
  /** PostgreSQL's main process, the parent of the others. */
  databasePid: number
  pool: pg.Pool
  /** Headers of an administrator's requests. */
  headers: Record<string, string>
  /** Returns the statements that the product's functions send to the database, in order. */
  statementsOf(ask: (db: Db) => Promise<unknown>): Promise<Statement[]>
  stop(): Promise<void>
}

const admin = { ADMIN_EMAIL: 'desk@parallax.example', ADMIN_PASSWORD: 'the administrator of the benchmark' }

export async function openAdminWorld(folder: string, subscribers: number): Promise<AdminWorld> {
  const began = performance.now()
  if (!existsSync(join(folder, 'postgres'))) await seedPeople(subscribers, { DATA_DIR: folder })
  const seededIn = performance.now() - began
  const settings = { ...admin, RATE_LIMIT_FACTOR: '1000', TRUSTED_PROXIES: '127.0.0.1' }
  await (await startProduct(folder, settings)).stop()
  const product = await startProduct(folder, settings)
  const cluster = await prepareCluster(join(folder, 'postgres'), {})
  const databaseUrl = clusterUrl(cluster, 'tillhouse', 'tillhouse')
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, application_name: 'bench' })
  pool.on('error', () => undefined)
  const visitor = createVisitor(product.url)
  const signedIn = await signIn(visitor, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)
  if (!signedIn.ok) throw new Error(`the administrator's sign-in answered ${signedIn.status}`)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    folder,
    seededIn,
    product,
    databaseUrl,
    databasePid: readPidFile(cluster.data)?.pid ?? 0,
    pool,
    headers: { cookie },
    async statementsOf(ask) {
      const seen: Statement[] = []
      const log = ({ query }: { query: { sql: string; parameters: readonly unknown[] } }) =>
        void seen.push({ text: query.sql, values: [...query.parameters] })
      // Not destroyed, because the pool is the bench's.
      await ask(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log }))
      return seen
    },
    async stop() {
      await pool.end()
      await product.stop()
    },
  }
}

/** Fields of /proc/PID/stat from the third, the state, which follows the name. */
const statOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ') // prettier-ignore
/**
 * The 14th to 17th field: user and system time of the process, and of its ended children. In hundredths of a second.
 */
const ticks = (fields: string[], count: 2 | 4) => fields.slice(11, 11 + count).reduce((sum, each) => sum + Number(each), 0) // prettier-ignore

/** Returns the processor time of a process so far, user and system, in ms. PostgreSQL's processes are separate. */
export function processorTime(pid: number): number {
  return ticks(statOf(pid), 2) * 10
}

/** Returns the processor time of a process with all its children, including ended ones. */
export function familyTime(pid: number): number {
  let sum = ticks(statOf(pid), 4)
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = statOf(Number(name))
      if (Number(fields[1]) === pid) sum += ticks(fields, 2)
    } catch (error) {
      // It ended since the folder was read, and its time counts for its parent.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  return sum * 10
}

/** Returns the resident memory of a process, in megabytes. */
export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
}
