import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { html, type Html } from '../../platform/html.ts'
import { mailFrame } from '../mails/layout/layout.ts'
import { page, type PageShell } from '../../platform/page.ts'
import type { Language } from '../../domain/language.ts'
import { wordsIn } from '../../i18n/spoken.ts'
import { identityMigrations } from '../../identity/database/migrations.ts'
import { passwordProblem } from '../../identity/accounts/passwords.ts'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { eraseAgain } from '../actions/privacy/erase-subscriber.ts'
import { openErasureLog, openErasureLogs } from '../adapters/erasure-log/file.ts'
import { createContext, type Later } from './app-context.ts'
import { backupAge, erasureLogCopy, startBackups } from './backups.ts'
import { ensureAdministrator } from './bootstrap-admin.ts'
import type { Mounted } from '../http/mounted.ts'
import { namesIn, openBuiltInIdentityProvider, titleOfPath } from './built-in-identity-provider.ts'
import { brandIn } from '../../domain/catalogue/brand.ts'
import { brandStyles } from '../routes/brand.ts'
import { readOperatorFiles } from '../operator-files.ts'
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
import { deriveKeys, keptSecret } from '../../platform/crypto/secrets.ts'
import { announcement, explainListening } from './process/announcement.ts'
import { releaseMemory } from './process/release-memory.ts'
import { buildShopApp } from './routes-registry.ts'
import { stopOnSignals } from './process/stop-on-signals.ts'
import type { Running, Say } from './running.ts'
import { traceFatalErrors } from '../http/stack-traces.ts'
import { boxed, humanLine } from './process/terminal.ts'
import { latestMoment } from '../store/clock.ts'
import { migrations } from '../store/migrations.ts'
import { takesWrites } from './readiness.ts'
import { createTransact } from '../store/transact.ts'
import { ConfigError } from '../config-error.ts'
import { countRefusal, createMetrics } from '../metrics.ts'

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
    const { db, writes, isCrowded, close, lost, ownerUrl } = await openShopDatabase(config, allMigrations, say)
    closeDatabase = close
    const now = await startClock(config, await latestMoment(db), createClock, say)

    const shell = (language: Language): PageShell => ({
      brandName: brand.name,
      legalName: brand.legalName,
      logo: brand.logo,
      mark: brand.mark,
      lang: language,
      stylesheets: [...built[language].styles, brandStyles(brand).address],
      links: [
        ...Object.values(brandIn(brand, language).documents).map(({ title, address }) => ({ label: title, address })),
        { label: wordsIn(language).shell.support, address: `mailto:${brand.supportEmail}` },
      ],
      notice: config.testMode ? wordsIn(language).shell.testMode : undefined,
    })
    // What stands in for the world outside is for whoever tries the shop out.
    const pageTemplate = { html, page: (title: string, body: Html) => page(shell('en'), title, body) }
    const metrics = createMetrics()
    const integrationContext: IntegrationContext = { config, now, pageTemplate, metrics, closing }
    const { transport, mounted: mailPages } = await openMail(integrationContext, brand)
    const installersFolder = join(config.dataDir, 'installers')
    await (config.sandbox.mail
      ? putSampleInstallers(installersFolder, catalogue)
      : mkdir(installersFolder, { recursive: true }))

    const {
      payments,
      sales,
      mounted: paymentPages,
      tick,
      begin,
    } = await openPayments(integrationContext, catalogue, say)

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
          placeOf: (path) => titleOfPath(catalogue, brand, path),
          transact,
          sealing,
          warn(entry, message) {
            // What the provider lets in comes back to the shop, and counts there.
            countRefusal(metrics, entry)
            later.warn(entry, message)
          },
        })

    const screening = openScreening(
      integrationContext,
      db,
      catalogue,
      (entry, message) => later.info(entry, message),
      (entry, message) => later.warn(entry, message),
    )
    const context = createContext({
      config,
      db,
      now,
      secrets,
      catalogue,
      sales,
      brand,
      frame,
      allow,
      sealing,
      transact,
      identity,
      screening,
      erasureLog,
      metrics,
      later,
    })
    let leaving = false
    let caughtUp = false
    const identityPages: Mounted[] = identity ? [{ prefix: '/identity', handle: identity.handle }] : []
    const app = await buildShopApp({
      config,
      shell,
      context,
      payments,
      metrics,
      secrets,
      built,
      files: pages.files,
      mounted: [...pages.mounted, ...identityPages, ...mailPages, ...paymentPages],
      clientSecret,
      roles: identity ?? { issuer: config.oidc?.issuer ?? '' },
      installersFolder,
      backupAge: backupDir === null ? null : () => backupAge(backupDir, machineTime()),
      waitsForDatabase: isCrowded,
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
      succeeded: (job) => metrics.jobSuccess.set(Math.round(now().getTime() / 1000), job),
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
  traceFatalErrors()
  await run()
}
