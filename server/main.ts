import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { html, type Html } from '../core/html.ts'
import { layOutMail, mailFrame } from '../core/mail-layout.ts'
import { page, type PageShell } from '../core/page.ts'
import { createIdentity } from '../identity/identity.ts'
import { identityMigrations } from '../identity/migrations.ts'
import { createSandboxClock } from '../sandbox/clock.ts'
import { inviteElsewhere } from './actions/invite-elsewhere.ts'
import { createEmailDomains } from './adapters/screening-lists/email-domains.ts'
import { noLists, sampleLists } from './adapters/screening-lists/sample.ts'
import { ensureAdministrator } from './administrator.ts'
import type { Mounted } from './app.ts'
import { brandStyles, readOperatorFiles } from './catalogue.ts'
import { startClock } from './clock.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { pendingMigrations } from './database/migrate.ts'
import { openShopDatabase } from './database/open.ts'
import { reachable } from './database/pool.ts'
import { readBuilt } from './document.ts'
import { createLineLog } from './http/log.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { putSampleInstallers } from './installers.ts'
import { startJobs } from './jobs/jobs.ts'
import { openMail, openPayments, type Surroundings } from './parties.ts'
import { backChannelPath, callbackPath } from './routes/sign-in.ts'
import { deriveKeys, keptSecret, signatures } from './secrets.ts'
import { buildShopApp } from './shop-app.ts'
import type { Shop } from './shop.ts'
import { latestMoment } from './store/clock.ts'
import { migrations } from './store/migrations.ts'
import { queueMail } from './store/outbox.ts'
import { trialKey } from './store/subscribers.ts'
import type { Tables } from './store/tables.ts'

export type Running = { url: string; stop(): Promise<void>; /** Resolves when it cannot go on. */ lost: Promise<Error> }
type Say = (line: string) => void

/** What is there only once everything stands, and is asked for before. */
type Later = { log: (entry: object, message: string) => void; outboxFilled: () => void; eventsCame: () => void }

const allMigrations = { ...migrations, ...identityMigrations }

/** Starts the shop; it is ready when this resolves. Rejects with an error whose message can be shown as it is. */
export async function start(config: Config, say: Say, logTo?: { write(line: string): void }): Promise<Running> {
  const closing: (() => Promise<unknown> | void)[] = []
  const stop = async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  }
  try {
    const [{ catalogue, brand }, built] = await Promise.all([
      readOperatorFiles(config.catalogueFile, config.brandFile),
      readBuilt(join(import.meta.dirname, '../dist')),
    ])
    await mkdir(config.dataDir, { recursive: true })
    const secrets = config.secrets ?? [await keptSecret(config.dataDir)]
    const { db, close, lost } = await openShopDatabase(config, allMigrations, say)
    closing.push(close)
    const now = await startClock(config, await latestMoment(db), createSandboxClock, say)

    const shell: PageShell = {
      brandName: brand.name,
      logo: brand.logo,
      lang: 'en',
      stylesheets: [...built.styles, brandStyles(brand).address],
    }
    const dress = { html, page: (title: string, body: Html) => page(shell, title, body) }
    const surroundings: Surroundings = { config, now, dress, closing }
    const { transport, mounted: mailPages } = await openMail(surroundings, brand)
    const installersFolder = join(config.dataDir, 'installers')
    await (config.sandbox.mail
      ? putSampleInstallers(installersFolder, catalogue)
      : mkdir(installersFolder, { recursive: true }))

    const { payments, mounted: paymentPages } = await openPayments(surroundings, catalogue, say)

    const allow = createRateLimits(db, now, config.rateLimitFactor)
    const frame = mailFrame(brand, config.publicUrl)
    const later: Later = { log: () => undefined, outboxFilled: () => undefined, eventsCame: () => undefined }
    const clientSecret = deriveKeys(secrets, 'identity-client')[0]?.export().toString('base64url') ?? ''
    const identity = config.oidc
      ? null
      : await createIdentity<Tables>({
          ...identityClient(config, clientSecret),
          db,
          secrets,
          now,
          allow,
          async sendMail(trx, mail) {
            await queueMail(trx, randomUUID(), null, mail, now())
            later.outboxFilled()
          },
          layOutMail: (content) => layOutMail(frame, content),
          shell: () => shell,
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
      emailDomains: createEmailDomains(),
      invite: identity?.invite ?? inviteElsewhere(frame, config.oidc?.signupUrl ?? null, { allow, now }),
      // Another issuer keeps its accounts and sessions itself.
      endAccount: identity?.end ?? (() => Promise.resolve()),
      endProviderSessions: identity?.signOut ?? (() => Promise.resolve()),
      allow,
      trialHashes: (email) => signatures(trialKeys, trialKey(email)) as [string, ...string[]],
      outboxFilled: () => later.outboxFilled(),
    }
    const identityPages: Mounted[] = identity ? [{ prefix: '/identity', handle: identity.handle }] : []
    const app = await buildShopApp({
      config,
      shop,
      payments,
      eventsCame: () => later.eventsCame(),
      secrets,
      built,
      mounted: [...identityPages, ...mailPages, ...paymentPages],
      clientSecret,
      issuer: config.oidc?.issuer ?? identity?.issuer ?? '',
      installersFolder,
      ready: async () =>
        (await reachable(db)) && (await pendingMigrations(db, allMigrations).catch(() => ['?'])).length === 0,
      ...(logTo ? { logTo } : {}),
    })
    later.log = (entry, message) => app.log.warn(entry, message)
    const jobs = await startJobs({
      shop,
      payments,
      transport,
      cleanUpIdentity: async () => identity?.cleanUp(db, now()),
      log: later.log,
      noteTime: config.sandbox.time,
      alone: config.databaseUrl === null,
    })
    later.outboxFilled = jobs.outboxFilled
    later.eventsCame = jobs.eventsCame
    closing.push(() => jobs.stop())
    closing.push(() => app.close())
    const administrator =
      identity &&
      (await ensureAdministrator(config.admin, identity, db, brand.supportEmail.split('@')[1] ?? 'localhost'))
    await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE'
        ? new Error(`Port ${config.port} is in use: stop what listens there, or set PORT.`)
        : error
    })
    for (const line of announcement(config, brand.name, administrator)) say(line)
    return { url: config.publicUrl, stop, lost }
  } catch (error) {
    await stop()
    throw error
  }
}

/** How the built-in provider knows the shop. It tells of sign-outs by loopback: both are this process. */
function identityClient({ publicUrl, port }: Config, secret: string) {
  const redirectUri = publicUrl + callbackPath
  const backchannelLogoutUri = `http://127.0.0.1:${port}${backChannelPath}`
  return {
    publicUrl,
    client: { id: 'shop', secret, redirectUri, postLogoutRedirectUri: `${publicUrl}/`, backchannelLogoutUri },
  }
}

function announcement(
  config: Config,
  brand: string,
  administrator: { email: string; password: string | null } | null,
): string[] {
  const lines = [`${brand} is open at ${config.publicUrl}`]
  if (config.sandbox.mail) lines.push(`Mail goes to the sandbox inbox at ${config.publicUrl}/sandbox/mail`)
  if (administrator?.password)
    lines.push(`First administrator: ${administrator.email}, password ${administrator.password} (shown this once)`)
  else if (administrator) lines.push(`Administrator: ${administrator.email}`)
  return lines
}

async function main(): Promise<void> {
  const say: Say = (line) => process.stdout.write(`${line}\n`)
  const fail = (error: unknown): never => {
    process.stderr.write(
      `${error instanceof ConfigError ? `The configuration is wrong:\n${error.message}` : error instanceof Error ? error.message : String(error)}\n`,
    )
    process.exit(1)
  }
  try {
    const running = await start(readConfig(), say, createLineLog())
    const end = () => void running.stop().then(() => process.exit(0), fail)
    process.once('SIGTERM', end).once('SIGINT', end)
    void running.lost.then(fail)
  } catch (error) {
    fail(error)
  }
}

if (import.meta.main) await main()
