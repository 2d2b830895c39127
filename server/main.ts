import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { html, type Html } from '../core/html.ts'
import { layOutMail, mailFrame } from '../core/mail-layout.ts'
import { page, type PageShell } from '../core/page.ts'
import { createIdentity } from '../identity/identity.ts'
import { identityMigrations } from '../identity/migrations.ts'
import { createSandboxClock } from '../sandbox/clock.ts'
import { sampleDocuments } from '../sandbox/documents.ts'
import { startMailSandbox } from '../sandbox/mail.ts'
import { createSmtpTransport } from './adapters/mail/smtp.ts'
import { emailDomainFacts } from './adapters/screening-lists/email-domains.ts'
import { noLists, sampleLists } from './adapters/screening-lists/sample.ts'
import { ensureAdministrator } from './administrator.ts'
import type { Mounted } from './app.ts'
import { brandStyles, readBrand, readCatalogue } from './catalogue.ts'
import { sandboxStart, waitForData } from './clock.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { pendingMigrations } from './database/migrate.ts'
import { openShopDatabase } from './database/open.ts'
import { reachable } from './database/pool.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { putSampleInstallers } from './installers.ts'
import { startJobs } from './jobs/jobs.ts'
import { readBuilt } from './pages.ts'
import { backChannelPath, callbackPath } from './routes/sign-in.ts'
import { deriveKeys, keptSecret, signatures } from './secrets.ts'
import { buildShopApp } from './shop-app.ts'
import type { Shop } from './shop.ts'
import { latestMoment } from './store/clock.ts'
import { migrations } from './store/migrations.ts'
import { queueMail } from './store/outbox.ts'
import { trialKey } from './store/subscribers.ts'
import type { Db, Tables } from './store/tables.ts'

export type Running = { url: string; stop(): Promise<void>; /** Resolves when it cannot go on. */ lost: Promise<Error> }
type Say = (line: string) => void

const allMigrations = { ...migrations, ...identityMigrations }

/** Starts the shop; it is ready when this resolves. Rejects with an error whose message can be shown as it is. */
export async function start(config: Config, say: Say, logTo?: { write(line: string): void }): Promise<Running> {
  const closing: (() => Promise<unknown> | void)[] = []
  const stop = async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  }
  try {
    const [catalogue, brand, built] = await Promise.all([
      readCatalogue(config.catalogueFile),
      readBrand(config.brandFile),
      readBuilt(join(import.meta.dirname, '../dist')),
    ])
    await mkdir(config.dataDir, { recursive: true })
    const secrets = config.secrets ?? [await keptSecret(config.dataDir)]
    const { db, close, lost } = await openShopDatabase(config, allMigrations, say)
    closing.push(close)
    const now = await startClock(config, db, say)

    const shell: PageShell = { brandName: brand.name, logo: brand.logo, lang: 'en', stylesheets: [...built.styles, brandStyles(brand).address] }
    const dress = { html, page: (title: string, body: Html) => page(shell, title, body) }
    const inbox = config.sandbox.mail ? await startMailSandbox({ folder: join(config.dataDir, 'sandbox/mail'), now, dress }) : null
    if (inbox) closing.push(() => inbox.stop())
    const transport = createSmtpTransport({ url: config.smtpUrl ?? inbox?.smtpUrl ?? '', from: config.mailFrom ?? brand.supportEmail })
    closing.push(() => transport.close())
    const installersFolder = join(config.dataDir, 'installers')
    await (config.sandbox.mail ? putSampleInstallers(installersFolder, catalogue) : mkdir(installersFolder, { recursive: true }))

    const allow = createRateLimits(db, now, config.rateLimitFactor)
    const frame = mailFrame(brand, config.publicUrl)
    const [clientKey] = deriveKeys(secrets, 'identity-client')
    const clientSecret = clientKey?.toString('base64url') ?? ''
    const later: { log: (entry: object, message: string) => void; outboxFilled: () => void } = { log: () => undefined, outboxFilled: () => undefined }
    const identity = await createIdentity<Tables>({
      db,
      publicUrl: config.publicUrl,
      secrets,
      client: {
        id: 'shop',
        secret: clientSecret,
        redirectUri: config.publicUrl + callbackPath,
        postLogoutRedirectUri: `${config.publicUrl}/`,
        backchannelLogoutUri: `http://127.0.0.1:${config.port}${backChannelPath}`,
      },
      now,
      async sendMail(trx, mail) {
        await queueMail(trx, randomUUID(), null, mail, now())
        later.outboxFilled()
      },
      layOutMail: (content) => layOutMail(frame, content),
      shell: () => shell,
      allow,
      log: (entry, message) => later.log(entry, message),
    })

    const trialKeys = deriveKeys(secrets, 'trial-history')
    const shop: Shop = {
      db,
      now,
      catalogue,
      brand,
      mailFrame: frame,
      lists: config.screeningOff ? noLists : sampleLists,
      emailDomains: emailDomainFacts,
      invite: identity.invite,
      allow,
      trialHashes: (email) => signatures(trialKeys, trialKey(email)) as [string, ...string[]],
      outboxFilled: () => later.outboxFilled(),
    }
    const mounted: Mounted[] = [{ prefix: '/identity', handle: identity.handle }]
    if (inbox) mounted.push({ prefix: '/sandbox/mail', handle: inbox.handle }, { prefix: '/sandbox/documents', handle: sampleDocuments(dress) })
    const app = await buildShopApp({
      config,
      shop,
      secrets,
      built,
      mounted,
      clientSecret,
      issuer: identity.issuer,
      installersFolder,
      ready: async () => (await reachable(db)) && (await pendingMigrations(db, allMigrations).catch(() => ['?'])).length === 0,
      ...(logTo ? { logTo } : {}),
    })
    later.log = (entry, message) => app.log.warn(entry, message)
    const jobs = await startJobs({ shop, transport, cleanUpIdentity: () => identity.cleanUp(db, now()), log: later.log, noteTime: config.sandbox.time })
    later.outboxFilled = jobs.outboxFilled
    closing.push(() => jobs.stop())
    closing.push(() => app.close())
    const administrator = config.oidc ? null : await ensureAdministrator(config.admin, identity, db, brand.supportEmail.split('@')[1] ?? 'localhost')
    await app.listen({ host: config.host, port: config.port })
    for (const line of announcement(config, brand.name, administrator)) say(line)
    return { url: config.publicUrl, stop, lost }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startClock(config: Config, db: Db, say: Say): Promise<() => Date> {
  const moments = { machine: new Date(), wanted: config.clockStart, latest: await latestMoment(db) }
  if (!config.sandbox.time) {
    await waitForData(moments)
    return () => new Date()
  }
  const { start: begin, notice } = sandboxStart(moments)
  if (notice) say(notice)
  return createSandboxClock(begin ? { start: begin } : {}).now
}

function announcement(config: Config, brand: string, administrator: { email: string; password: string | null } | null): string[] {
  const lines = [`${brand} is open at ${config.publicUrl}`]
  if (config.sandbox.mail) lines.push(`Mail goes to the sandbox inbox at ${config.publicUrl}/sandbox/mail`)
  if (administrator?.password) lines.push(`First administrator: ${administrator.email}, password ${administrator.password} (shown this once)`)
  else if (administrator) lines.push(`Administrator: ${administrator.email}`)
  return lines
}

async function main(): Promise<void> {
  const say: Say = (line) => process.stdout.write(`${line}\n`)
  const fail = (error: unknown): never => {
    process.stderr.write(`${error instanceof ConfigError ? `The configuration is wrong:\n${error.message}` : error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
  try {
    const running = await start(readConfig(process.env), say)
    const end = () => void running.stop().then(() => process.exit(0), fail)
    process.once('SIGTERM', end).once('SIGINT', end)
    void running.lost.then(fail)
  } catch (error) {
    fail(error)
  }
}

if (import.meta.main) await main()
