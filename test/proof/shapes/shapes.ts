import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import pg from 'pg'
import { clusterUrl, prepareCluster } from '../../../server/database/embedded/cluster.ts'
import { startEmbedded } from '../../../server/database/embedded/embedded.ts'
import { freePort, secret, type SentMail } from '../../support/given.ts'
import { start, type Product } from '../../support/product.ts'
import { eventually } from '../../support/given.ts'
import { givenAProvider, type TestProvider } from '../../support/servers/given-provider.ts'
import { startMailServer } from '../../support/servers/two-instances.ts'
import { startProxy } from '../../support/servers/proxy.ts'
import { createVisitor, type TestVisitor } from '../../support/http/visitor.ts'
import { startRelay } from './relay.ts'

/** The ways in which operators run the product; each scenario runs with each of them. */
export const shapes = ['on the embedded database', 'two instances on a separate PostgreSQL, behind a proxy'] as const
export type Shape = (typeof shapes)[number]

/** The product as one or two processes in production mode. */
export type Installation = {
  /** The proxy's URL if there is one. */
  url: string
  /** The addresses of the instances. */
  addresses: string[]
  /** The billing provider as a separate process, with `billing`; otherwise the simulator runs within the product. */
  provider: TestProvider | null
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  visitor(): TestVisitor
  /** Returns the emails that the scenario's mail server accepted, unless the settings name another server. */
  mails(): SentMail[]
  mailTo(address: string, subject?: string): Promise<SentMail>
  /** Returns the process ids of each instance, and of PostgreSQL's first process. */
  pids(): number[]
  postmaster(): number
  /** The connection URL of the product's database role. */
  productUrl: string
  /**
   * Ends an instance with SIGKILL, starts it again, and returns the milliseconds from its start until /readyz is green.
   */
  killAndStart(which: number): Promise<number>
  /** Returns the output of the instances. */
  output(): string
  stop(): Promise<void>
}

export type Setup = {
  settings?: Record<string, string>
  /** A folder that already contains a database, or that is on a file system of its own. */
  folder?: string
  billing?: boolean
}

const administrator = { email: 'admin@shop.example', password: 'the administrator of the proof' }
export { administrator as proofAdministrator }

/** Starts the product; everything is removed at the end of the test file, or by `stop`. */
export async function givenInstallation(
  shape: Shape,
  { settings = {}, billing = false, ...setup }: Setup = {},
): Promise<Installation> {
  const ends: (() => unknown)[] = []
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= endAll(ends))
  afterAll(stop)
  const folder = setup.folder ?? mkdtempSync(join(tmpdir(), 'tillhouse-proof-'))
  if (setup.folder === undefined) ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = join(folder, 'postgres')
  const isAlone = shape === 'on the embedded database'
  let separate: string | undefined
  if (!isAlone) {
    // It starts again after a crash, as a system service or a hosted database does.
    const database = await startEmbedded({ folder: postgres, log: () => undefined })
    ends.push(database.stop)
    separate = database.url
  }
  const mailServer = await startMailServer()
  ends.push(mailServer.stop)
  const provider = billing ? await givenAProvider({ atEnd: (end) => void ends.push(end) }) : null
  const ports = [await freePort(), ...(isAlone ? [] : [await freePort()])]
  const addresses = ports.map((port) => `http://localhost:${port}`)
  // Next to a real provider, limits per network address apply, so each request comes from a different address.
  const proxy = billing ? await startProxy(ports) : isAlone ? null : await startRelay(ports)
  if (proxy) ends.push(proxy.stop)
  const url = proxy?.url ?? addresses[0] ?? ''
  provider?.reportTo(url)
  const environment = {
    // As the container image and the systemd unit set it.
    MALLOC_ARENA_MAX: '2',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: folder,
    SECRET: secret,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Parallax Analytics <shop@shop.example>',
    SCREENING: 'off',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ...(separate === undefined ? {} : { DATABASE_URL: separate }),
    ...(provider
      ? { ...provider.environment, STRIPE_TEST_MODE: 'allow', TRUSTED_PROXIES: '127.0.0.1' }
      : { SANDBOX: 'allow', RATE_LIMIT_FACTOR: '1000000' }),
    ...settings,
  }
  const running: Product[] = []
  const begin = async (which: number) =>
    void (running[which] = await start({ ...environment, PORT: String(ports[which]) }))
  ends.push(() =>
    Promise.all(
      running.map(async ({ kill, exited }) => {
        kill('SIGTERM')
        await exited
      }),
    ),
  )
  for (const which of ports.keys()) await begin(which)
  const cluster = await prepareCluster(postgres, {})
  const pool = new pg.Pool({ connectionString: clusterUrl(cluster, 'postgres', 'tillhouse'), max: 2 })
  pool.on('error', () => undefined)
  ends.push(() => pool.end())
  return {
    url,
    addresses,
    provider,
    sql: async (text, values = []) => (await pool.query(text, values)).rows,
    visitor: () => createVisitor(url),
    mails: () => mailServer.mails,
    mailTo: (to, subject = '') =>
      eventually(`a mail to ${to}`, async () =>
        mailServer.mails.findLast((mail) => mail.to === to && mail.subject.includes(subject)),
      ),
    pids: () => running.map(({ pid }) => pid),
    postmaster: () => Number(readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    productUrl: clusterUrl(cluster, 'tillhouse', 'tillhouse'),
    async killAndStart(which) {
      running[which]?.kill('SIGKILL')
      await running[which]?.exited
      await begin(which)
      return running[which]?.startedIn ?? 0
    },
    output: () => running.map(({ output }) => output()).join('\n'),
    stop,
  }
}

async function endAll(ends: (() => unknown)[]): Promise<void> {
  for (const end of ends.toReversed()) await end()
}
