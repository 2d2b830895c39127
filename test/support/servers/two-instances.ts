import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { TestCluster } from '../cluster.ts'
import { eventually, freePort, secret, type SentMail, type TestShop } from '../given.ts'
import { givenAProvider, type TestProvider } from './given-provider.ts'
import { start, type Product } from '../product.ts'
import { startProxy } from './proxy.ts'
import { createVisitor, type TestVisitor } from '../http/visitor.ts'
import { aWire, type Wire } from '../http/wire.ts'

/** The number of the instance. */
export type Which = 0 | 1

/** Two processes of the product as an operator runs them in production, on one database and behind one proxy. */
export type TwoInstances = Pick<TestShop, 'url' | 'sql' | 'visitor' | 'mailTo'> & {
  provider: TestProvider
  /** The wire from both to the database, which tests cut. */
  wire: Wire
  /** Returns the address of one of them, without the proxy. */
  address(which: Which): string
  /** Returns the same browser, whose requests all go to one of them. */
  at(which: Which, visitor?: TestVisitor): TestVisitor
  /** Returns every delivery that the mail server received. */
  mails(): SentMail[]
  /** Stops one of them in order. */
  stop(which: Which): Promise<void>
  begin(which: Which): Promise<void>
}

/** Replacements for the tests' proxy, and for what is between the product and its database. */
export type OtherParties = {
  startProxy?: (ports: readonly number[]) => Promise<{ url: string; stop(): void | Promise<void> }>
  /** Settings that replace the tests' own. */
  settings?: Record<string, string>
}

/** Starts them; everything is removed when the tests of the file are over. */
export async function givenTwoInstances(cluster: TestCluster, others: OtherParties = {}): Promise<TwoInstances> {
  const database = await cluster.createDatabase(process.env['TEST_SHOP_TEMPLATE'])
  cluster.atEnd(database.drop)
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-instances-'))
  cluster.atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const owner = new pg.Pool({ connectionString: database.url, max: 2 })
  owner.on('error', () => undefined)
  cluster.atEnd(() => owner.end())
  const wire = await aWire(database.productUrl)
  cluster.atEnd(wire.cut)
  const mailServer = await startMailServer()
  cluster.atEnd(mailServer.stop)
  const provider = await givenAProvider(cluster)
  const ports = [await freePort(), await freePort()]
  const proxy = await (others.startProxy ?? startProxy)(ports)
  cluster.atEnd(async () => proxy.stop())
  provider.reportTo(proxy.url)

  mkdirSync(join(folder, 'installers'))
  for (const file of ['parallax-analytics-setup.exe', 'parallax-statistics-setup.exe'])
    writeFileSync(join(folder, 'installers', file), file.repeat(1000))
  const settings = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: proxy.url,
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: wire.url,
    MIGRATE_DATABASE_URL: database.url,
    SECRET: secret,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Parallax Analytics <shop@shop.example>',
    SCREENING: 'off',
    ADMIN_EMAIL: 'admin@shop.example',
    ADMIN_PASSWORD: 'the administrator of the tests',
    ...provider.environment,
    STRIPE_TEST_MODE: 'allow',
    ...others.settings,
  }
  const running: (Product | undefined)[] = []
  const begin = async (which: Which) => void (running[which] = await start({ ...settings, PORT: String(ports[which]) }))
  const stop = async (which: Which) => {
    const product = running[which]
    running[which] = undefined
    product?.kill('SIGTERM')
    assert.equal((await product?.exited) ?? 0, 0, product?.output())
  }
  cluster.atEnd(() => Promise.all([stop(0), stop(1)]))
  await begin(0)
  await begin(1)

  const address = (which: Which) => `http://127.0.0.1:${ports[which]}`
  return {
    url: proxy.url,
    provider,
    wire,
    address,
    sql: async (text, values = []) => (await owner.query(text, values)).rows,
    visitor: () => createVisitor(proxy.url),
    at(which, visitor) {
      const there = createVisitor(address(which))
      for (const [name, value] of visitor?.cookies ?? []) there.cookies.set(name, value)
      return there
    },
    mails: () => mailServer.mails,
    mailTo: (to, subject = '') =>
      eventually(`a mail to ${to}`, async () =>
        mailServer.mails.findLast((mail) => mail.to === to && mail.subject.includes(subject)),
      ),
    stop,
    begin,
  }
}

/**
 * Receives every email as often as it is sent, unlike the sandbox's inbox, where a repeated email replaces the first.
 */
export async function startMailServer() {
  const mails: SentMail[] = []
  async function keep(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const mail = await PostalMime.parse(await buffer(stream))
    const { messageId: id = '', subject = '', text = '', html = '', date: sentAt = '' } = mail
    mails.push({ id, to: envelope.rcptTo.map(({ address }) => address).join(', '), subject, text, html, sentAt })
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1_000,
    onData: (stream, session, done) => void keep(stream, session).then(() => done(), done),
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    mails,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
