import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { html, type Html } from '../../platform/html.ts'
import { lifetimes } from '../../domain/limits.ts'
import { mailFrame } from '../mails/layout/layout.ts'
import { page, type PageShell } from '../../platform/page.ts'
import type { Language } from '../../domain/language.ts'
import { administratorRole } from '../../domain/role.ts'
import { wordsIn } from '../../i18n/spoken.ts'
import { identityMigrations } from '../../identity/database/migrations.ts'
import { passwordProblem } from '../../identity/accounts/passwords.ts'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { eraseAgain } from '../actions/privacy/erase-subscriber.ts'
import { inviteElsewhere } from '../actions/accounts/invite-elsewhere.ts'
import { sealEarlierRows } from '../actions/privacy/seal-earlier-rows.ts'
import { openErasureLog, openErasureLogs } from '../adapters/erasure-log/file.ts'
import { createEmailDomains } from '../screening/email-domains.ts'
import { backupAge, erasureLogCopy, startBackups } from './backups.ts'
import { ensureAdministrator } from './bootstrap-admin.ts'
import type { Mounted } from '../http/mounted.ts'
import { openBuiltInIdentityProvider } from './built-in-identity-provider.ts'
import { brandStyles, namesIn, placeIn, readOperatorFiles } from '../catalogue.ts'
import { machineTime, startClock } from './process/clock.ts'
import { readConfig, type Config } from './config/config.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { openShopDatabase } from './open-database.ts'
import { builtPages } from '../pages/document.ts'
import { createLineLog } from '../http/log.ts'
import { drainConnections } from '../http/drain-connections.ts'
import { createRateLimits } from '../http/session/rate-limits.ts'
import { putSampleInstallers } from '../installers.ts'
import { startJobs, type Jobs } from '../jobs/jobs.ts'
import { openMail, openPayments, openScreening, type IntegrationContext } from './integrations.ts'
import { createSealing } from '../../platform/crypto/sealing.ts'
import { createUnsubscribeLinks } from '../mails/unsubscribe-links.ts'
import { deriveKeys, keptSecret, signatures } from '../../platform/crypto/secrets.ts'
import { releaseMemory } from './process/release-memory.ts'
import { buildShopApp } from './routes-registry.ts'
import type { AppContext } from '../context.ts'
import { mapStackTraces } from './process/stack-traces.ts'
import { boxed, humanLine } from './process/terminal.ts'
import { createKeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import { administratorEmails, recipientsAt } from '../store/accounts/accounts.ts'
import { latestMoment } from '../store/clock.ts'
import { migrations } from '../store/migrations.ts'
import type { JobKind } from '../store/tables.ts'
import { trialKey } from '../store/subscribers/subscribers.ts'
import { takesWrites } from './readiness.ts'
import { createTransact } from '../store/transact.ts'
import { ConfigError } from '../config-error.ts'

export type Running = {
  url: string
  /** Has /readyz say that it is about to stop, and waits for proxies to turn to other instances, where there can be any. */
  leave(): Promise<void>
  stop(): Promise<void>
  /** Closes connections that are still in use: a stop waits for their answers, and an installer may take hours. */
  cut(): void
  /** Does the same, and has a stop wait for nothing but the database. What a job leaves undone is done after the next start. */
  hurry(): void
  /** Runs everything that is due by the clock: the payment simulator first, then every job. Resolves when all is done. */
  catchUp(): Promise<void>
  /** Resolves when it cannot go on. */
  lost: Promise<Error>
}
/** Prints one line, or several that belong together. */
type Say = (...lines: string[]) => void

/** What is there only once everything stands, and is asked for before. */
type Later = {
  warn: Log
  info: Log
  wakeWorkers: (kinds: ReadonlySet<JobKind>) => void
  lookAtLists: () => void
}
type Log = (entry: object, message: string) => void

const allMigrations = { ...migrations, ...identityMigrations }

/** Starts the shop; it is ready when this resolves. Rejects with an error whose message can be shown as it is. */
export async function start(
  config: Config,
  say: Say,
  logTo?: { write(line: string): void },
  createClock = createSandboxClock,
  pages = builtPages,
): Promise<Running> {
  const closing: (() => Promise<unknown> | void)[] = []
  const { promise: hurried, resolve: stopWaiting } = Promise.withResolvers<void>()
  let closeDatabase = () => Promise.resolve()
  const stop = async () => {
    for (const close of closing.splice(0).toReversed()) await Promise.race([close(), hurried])
    const close = closeDatabase
    // Stopped again, as after a start that failed, it is closed already.
    closeDatabase = () => Promise.resolve()
    await close()
  }
  try {
    const [{ catalogue, brand }, built] = await Promise.all([
      readOperatorFiles(config.catalogueFile, config.brandFile),
      pages.read(),
    ])
    const names = namesIn(brand, catalogue)
    const { email = '', password } = (config.oidc ? null : config.admin) ?? {}
    const problem = password ? passwordProblem(wordsIn('en').identity, password, email, names) : undefined
    if (problem !== undefined) throw new ConfigError(`ADMIN_PASSWORD: ${problem}`)
    await mkdir(config.dataDir, { recursive: true })
    const { backupDir, erasureLogFile } = config
    const openLog = backupDir
      ? openErasureLogs(erasureLogFile, erasureLogCopy(backupDir))
      : openErasureLog(erasureLogFile)
    const erasureLog = await openLog.catch((error: NodeJS.ErrnoException) => {
      const names = backupDir ? 'FORGOTTEN_LEDGER, or its copy in BACKUP_DIR,' : 'FORGOTTEN_LEDGER'
      throw new ConfigError(`${names} cannot be written (${error.code ?? error.name}): ${error.path ?? erasureLogFile}`)
    })
    const secrets = config.secrets ?? [await keptSecret(config.dataDir)]
    const { db, writes, close, lost, ownerUrl } = await openShopDatabase(config, allMigrations, say)
    closeDatabase = close
    const now = await startClock(config, await latestMoment(db), createClock, say)

    const shell = (language: Language): PageShell => ({
      brandName: brand.name,
      logo: brand.logo,
      lang: language,
      stylesheets: [...built[language].styles, brandStyles(brand).address],
      links: [
        { label: brand.documents.eula.title, address: brand.documents.eula.address },
        { label: brand.documents.privacy.title, address: brand.documents.privacy.address },
        { label: wordsIn(language).shell.support, address: `mailto:${brand.supportEmail}` },
      ],
      notice: config.testMode ? wordsIn(language).shell.testMode : undefined,
    })
    // What stands in for the world outside is for whoever tries the shop out.
    const pageTemplate = { html, page: (title: string, body: Html) => page(shell('en'), title, body) }
    const integrationContext: IntegrationContext = { config, now, pageTemplate, closing }
    const { transport, mounted: mailPages } = await openMail(integrationContext, brand)
    const installersFolder = join(config.dataDir, 'installers')
    await (config.sandbox.mail
      ? putSampleInstallers(installersFolder, catalogue)
      : mkdir(installersFolder, { recursive: true }))

    const { payments, mounted: paymentPages, tick, begin } = await openPayments(integrationContext, catalogue, say)

    const allow = createRateLimits(db, now, config.rateLimitFactor)
    const frame = mailFrame(brand, config.publicUrl)
    const later: Later = {
      warn: () => undefined,
      info: () => undefined,
      wakeWorkers: () => undefined,
      lookAtLists: () => undefined,
    }
    const sealing = createSealing(deriveKeys(secrets, 'sealed'))
    const transact = createTransact(db, (kinds) => later.wakeWorkers(kinds))
    const clientSecret = deriveKeys(secrets, 'identity-client')[0]?.export().toString('base64url') ?? ''
    const identity = config.oidc
      ? null
      : await openBuiltInIdentityProvider({
          config,
          db,
          secrets,
          clientSecret,
          now,
          allow,
          frame,
          shell,
          names,
          placeOf: (path) => placeIn(catalogue, brand, path),
          transact,
          sealing,
          warn: (entry, message) => later.warn(entry, message),
        })

    const screening = openScreening(
      integrationContext,
      db,
      catalogue,
      (entry, message) => later.info(entry, message),
      (entry, message) => later.warn(entry, message),
    )
    const trialKeys = deriveKeys(secrets, 'trial-history')
    const domainKeys = deriveKeys(secrets, 'cleared-domains')
    const context: AppContext = {
      db,
      transact,
      now,
      warn: (entry, message) => later.warn(entry, message),
      catalogue,
      brand,
      mailFrame: frame,
      screener: screening.screener,
      reviewTwo: config.reviewTwo,
      lookAtLists: () => later.lookAtLists(),
      emailDomains: createEmailDomains(),
      invite: identity?.invite ?? inviteElsewhere(frame, { allow, now, sealing }),
      isActiveAccount: identity?.isActive ?? (() => Promise.resolve(false)),
      async administrators() {
        const own = await identity?.administrators(db)
        const active = own?.filter(({ activated, role }) => activated && role === administratorRole)
        const emails = active?.map(({ email }) => email)
        return recipientsAt(
          db,
          emails ?? (await administratorEmails(db, config.oidc?.issuer ?? '', config.adminSubjects)),
        )
      },
      resendActivation: identity?.resendActivation ?? (() => Promise.resolve(null)),
      sendPasswordLink: identity?.sendPasswordLink ?? (() => Promise.resolve(null)),
      changeAccountEmail: identity?.changeEmail ?? (() => Promise.resolve(true)),
      otherIssuer: config.oidc && new URL(config.oidc.issuer).host,
      // Another issuer keeps its accounts and sessions itself.
      endAccount: identity?.end ?? (() => Promise.resolve()),
      endIdentityProviderSessions: identity?.signOut ?? (() => Promise.resolve()),
      endIdentityProviderSession: identity?.endSession ?? (() => Promise.resolve()),
      endOtherIdentityProviderSessions: identity?.endOtherSessions ?? (() => Promise.resolve()),
      erasureLog,
      retentionYears: config.retentionYears,
      allow,
      serialize: createKeyedMutex(),
      trialHashes: (email) => signatures(trialKeys, trialKey(email)) as [string, ...string[]],
      domainHashes: (pair) => signatures(domainKeys, pair) as [string, ...string[]],
      unsubscribeLinks: createUnsubscribeLinks(deriveKeys(secrets, 'reminders'), config.publicUrl),
      sealing,
    }
    let leaving = false
    let caughtUp = false
    const identityPages: Mounted[] = identity ? [{ prefix: '/identity', handle: identity.handle }] : []
    const app = await buildShopApp({
      config,
      shell,
      context,
      payments,
      secrets,
      built,
      files: pages.files,
      mounted: [...pages.mounted, ...identityPages, ...mailPages, ...paymentPages],
      clientSecret,
      roles: identity ?? { issuer: config.oidc?.issuer ?? '' },
      installersFolder,
      backupAge: backupDir === null ? null : () => backupAge(backupDir, machineTime()),
      isWritable: () => writes.fault() === null,
      ready: async () =>
        caughtUp &&
        !leaving &&
        (await takesWrites(db, writes, now())) &&
        (await pendingMigrations(db, allMigrations).catch(() => ['?'])).length === 0,
      ...(logTo ? { logTo } : {}),
    })
    later.warn = (entry, message) => app.log.warn(entry, message)
    later.info = (entry, message) => app.log.info(entry, message)
    await sealEarlierRows(context)
    const doubles = (await identity?.doubleAccounts(db)) ?? []
    if (doubles.length > 0)
      later.warn({ accounts: doubles }, 'accounts whose mailbox has another account, spelt otherwise, cannot sign in')
    await screening.begin()
    const again = await eraseAgain(context, await erasureLog.all())
    if (again > 0) later.warn({ people: again }, 'a restored backup had people who were erased: they are erased again')
    const administrator =
      identity &&
      (await ensureAdministrator(config.admin, identity, db, brand.supportEmail.split('@')[1] ?? 'localhost'))
    let jobs: Jobs | null = null
    closing.push(() => jobs?.stop())
    closing.push(() => app.close())
    await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
      throw new Error(explainListening(config, error), { cause: error })
    })
    begin()
    // The port is open while work that fell due during downtime is done; /readyz returns 503 until it is.
    jobs = await startJobs({
      context,
      payments,
      transport,
      cleanUpIdentity: async () => identity?.cleanUp(db, now()),
      syncLists: screening.keep && { keep: screening.keep, fetch: screening.fetch, debounceMs: screening.debounceMs },
      warn: later.warn,
      info: later.info,
      noteTime: config.sandbox.time,
      alone: config.databaseUrl === null,
    })
    if (backupDir !== null && ownerUrl !== null) {
      const { warn, info } = later
      const backups = startBackups({ backupDir, dataDir: config.dataDir, ownerUrl, now: machineTime, warn, info })
      closing.push(() => backups.stop())
    }
    const { wake, listsStirred, runAll } = jobs
    later.wakeWorkers = wake
    later.lookAtLists = () => {
      screening.lookAgain()
      listsStirred()
    }
    screening.onStir(listsStirred)
    caughtUp = true
    say(...announcement(config, brand.name, administrator))
    const leave = async () => {
      leaving = true
      // A proxy must not send on a connection in the moment in which it is closed: so it is told with the answer before.
      app.server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      })
      if (config.databaseUrl !== null) await Promise.race([drainConnections(app.server), hurried])
    }
    const cut = () => {
      const closeAll = setInterval(() => app.server.closeAllConnections(), 50)
      app.server.once('close', () => clearInterval(closeAll))
    }
    const hurry = () => {
      cut()
      stopWaiting()
    }
    const catchUp = async () => {
      // The jobs' calls make the simulator emit further events, so both run until there are none.
      for (let reported = 1; reported > 0;) {
        reported = await tick()
        await runAll()
      }
    }
    return { url: config.publicUrl, leave, stop, cut, hurry, catchUp, lost }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Why nothing can listen where HOST and PORT say, in one sentence. */
function explainListening({ host, port }: Config, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop the process that uses it, or set PORT.`
  if (code === 'EACCES') return `Port ${port} requires permissions that this user lacks: set PORT to 1024 or more.`
  if (code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine: set HOST to one that is.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${host} is not a known host name: set HOST to an address.`
  return `Cannot listen on the address that HOST and PORT name: ${message}`
}

/** What names are compared with: nobody must find out later that it was a sample. */
function comparison({ off, folder }: Config['screening']): string {
  if (folder !== null) return `Names are compared with the official lists in ${folder}`
  if (off) return 'Names are not compared with any list: SCREENING is off'
  return 'Names are compared with a sample of fictional names: set SCREENING_DIR to use official lists'
}

function announcement(
  config: Config,
  brand: string,
  administrator: Awaited<ReturnType<typeof ensureAdministrator>>,
): string[] {
  const lines = [`${brand} is open at ${config.publicUrl}`]
  if (config.sandbox.mail) lines.push(`Email goes to the sandbox inbox at ${config.publicUrl}/sandbox/mail`)
  lines.push(comparison(config.screening))
  if (administrator) {
    const { email, link, others } = administrator
    if (link !== null) {
      const hours = lifetimes.firstPasswordLink / 3_600_000
      lines.push(
        `First administrator: ${email}. Choose a password within ${hours} hours (the link works once): ${link}`,
      )
      return lines
    }
    const more =
      others === 0 ? '' : ` (and ${others} ${others === 1 ? 'other' : 'others'}: npm run administrators -- list)`
    lines.push(`Administrator: ${email}${more}`)
  }
  return lines
}

/** Milliseconds from the first signal. Service managers kill what is still there after a while, 10 s with many of them. */
const stopping = { cut: 7_000, hurry: 9_000, samePress: 200 }

/** Stops in order at the first signal, at once at the second. */
function stopOnSignals(running: Running, say: Say, fail: (error: unknown) => never): void {
  let since: number | null = null
  const begin = (quiet: Promise<void>) => {
    since = performance.now()
    setTimeout(() => {
      say('Stopping: closing connections that are still in use.')
      running.cut()
    }, stopping.cut).unref()
    setTimeout(running.hurry, stopping.hurry).unref()
    void quiet.then(running.stop).then(() => process.exit(0), fail)
  }
  const onSignal = (quiet: () => Promise<void>) => () => {
    if (since === null) return begin(quiet())
    // npm passes on the Ctrl-C that the terminal has sent to both, so that one press comes twice.
    if (performance.now() - since < stopping.samePress) return
    say('Stopping at once.')
    running.hurry()
  }
  process.on('SIGTERM', onSignal(running.leave)).on(
    'SIGINT',
    onSignal(() => Promise.resolve()),
  )
}

/** Runs the server with the configuration of the environment, until a signal ends it. */
export async function run(pages = builtPages): Promise<void> {
  const { stdout } = process
  const log = createLineLog(stdout, stdout.isTTY ? humanLine : undefined)
  const say: Say = (...lines) => {
    // The summary is the last that the start says: what was logged before stands above it.
    if (stdout.isTTY) log.flush()
    stdout.write(`${stdout.isTTY && lines.length > 1 ? boxed(lines) : lines.join('\n')}\n`)
  }
  const fail = (error: unknown): never => {
    process.stderr.write(
      `${error instanceof ConfigError ? `The configuration is wrong:\n${error.message}` : error instanceof Error ? error.message : String(error)}\n`,
    )
    process.exit(1)
  }
  try {
    const running = await start(readConfig(), say, log, undefined, pages)
    stopOnSignals(running, say, fail)
    void running.lost.then(fail)
    // By then proxies and probes have had their first answers.
    setTimeout(releaseMemory, 1_000).unref()
  } catch (error) {
    fail(error)
  }
}

if (import.meta.main) {
  mapStackTraces()
  await run()
}
