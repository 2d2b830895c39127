import { eraseAgain } from '../actions/privacy/erase-subscriber.ts'
import { drainConnections } from '../http/connections/drain-connections.ts'
import { startJobs, type Jobs } from '../jobs/start-jobs.ts'
import { listsInForce } from '../store/screening/screening-lists.ts'
import { startBackups } from './backups.ts'
import { ensureAdministrator } from './identity/bootstrap-admin.ts'
import type { Composition } from './compose.ts'
import { isSandbox } from './config/config.ts'
import type { OpenedParts } from './open.ts'
import { announcement, explainListening } from './process/announcement.ts'
import { machineTime } from './process/clock.ts'
import type { Running } from './process/running.ts'
import { makeSandboxKey } from './sandbox-key.ts'

/** Listens, performs the work that fell due while the server was down, and starts the jobs. */
export async function runShop(
  parts: OpenedParts,
  { context, licence, connect, app, phase }: Composition,
): Promise<Running> {
  const { config, say, shutdown, currentBrand, db, database, now, log, signals, metrics } = parts
  const { payment, screening, erasureLog, identity } = parts
  await screening.activate()
  const again = await eraseAgain(context, await erasureLog.all())
  if (again > 0) log.warn({ people: again }, 'a restored backup had people who were erased: they are erased again')
  const administrator =
    identity &&
    // Uses the file's value: otherwise a changed support address would create another administrator at the next start.
    (await ensureAdministrator(config.admin, identity, db, currentBrand.file.supportEmail.split('@')[1] ?? 'localhost'))
  let jobs: Jobs | null = null
  shutdown.add(() => jobs?.stop())
  shutdown.add(() => app.close())
  await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(explainListening(config, error), { cause: error })
  })
  payment.simulator?.begin()
  const report = { warn: log.warn.bind(log), info: log.info.bind(log) }
  // The port is open while overdue work is done; /readyz returns 503 until it is.
  jobs = await startJobs({
    context,
    cleanUpLicences: () => licence.cleanUp(now()),
    cleanUpKeys: () => connect.cleanUp(),
    ...report,
    syncLists: screening.sync,
    succeeded: (job) => metrics.jobSuccess.set(Math.round(now().getTime() / 1000), job),
    noteTime: config.sandbox.time,
    alone: config.databaseUrl === null,
  })
  const { backupDir, dataDir } = config
  if (backupDir !== null && database.ownerUrl !== null) {
    const { ownerUrl } = database
    const backups = startBackups({ backupDir, dataDir, ownerUrl, now: machineTime, ...report })
    shutdown.add(() => backups.stop())
  }
  const { wake, syncLists, runAll } = jobs
  const webhooks = await connect.startWebhooks(config.databaseUrl === null)
  shutdown.add(() => webhooks.stop())
  signals.on('jobsQueued', wake).on('listsChanged', syncLists)
  // With `NODE_ENV=production`, a sandbox can hold the data of real people.
  const mayPrintKey = isSandbox(config) && !config.production
  const key =
    mayPrintKey && identity && administrator && administrator.link !== null
      ? await makeSandboxKey(context, connect, identity, administrator.email)
      : null
  phase.now = 'serving'
  const lists = (await listsInForce(db)).length
  say(...announcement(config, currentBrand.brand().name, administrator, key, lists))
  const closeConnections = () => {
    const closing = setInterval(() => app.server.closeAllConnections(), 50)
    app.server.once('close', () => clearInterval(closing))
  }
  return {
    url: config.publicUrl,
    lost: database.lost,
    stop: shutdown.stop,
    async drain() {
      phase.now = 'stopping'
      // A proxy must not send on a connection just as it is closed, so the previous response announces it.
      app.server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      })
      if (config.databaseUrl !== null) await Promise.race([drainConnections(app.server), shutdown.waitingSkipped])
    },
    closeConnections,
    stopWaiting() {
      closeConnections()
      shutdown.skipWaiting()
    },
    async catchUp() {
      // The jobs' calls make the simulator emit further events, so both run until there are none.
      for (let reported = 1; reported > 0;) {
        reported = (await payment.simulator?.tick()) ?? 0
        await runAll()
        await webhooks.drain()
      }
    },
  }
}
