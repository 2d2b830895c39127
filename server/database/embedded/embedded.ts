import { setTimeout as sleep } from 'node:timers/promises'
import { clusterUrl, prepareCluster, removeSocketFolder, type ClusterOptions } from './cluster.ts'
import {
  claim,
  clusterNameOf,
  connectSupervisor,
  makeDatabase,
  type SupervisorConnection,
} from './supervisor-connection.ts'
import {
  fatalLine,
  livingPostmaster,
  startPostmaster,
  stopPostmaster,
  type Postmaster,
  type Cluster,
} from './postmaster.ts'
import { clusterNameIn, settingsFor } from './settings.ts'

/** A running embedded database under supervision. */
export type EmbeddedServer = {
  /** For the product: the role `tillhouse`, owner of the database `tillhouse`. Stays the same when PostgreSQL is restarted. */
  url: string
  /** For tests and tools: the superuser, in the database `postgres`. */
  ownerUrl: string
  /** Resolves only if another product has taken over the folder, so that this one must stop. */
  lost: Promise<Error>
  /** Stops PostgreSQL in order. Close the pools first: open connections are cut. */
  stop(): Promise<void>
}

export type EmbeddedOptions = ClusterOptions & { folder: string; log(line: string): void }

/** How long crash recovery can take before a start counts as failed; in milliseconds. */
const timeoutMs = 60_000
const longestBackoff = 2_000

/**
 * Starts the bundled PostgreSQL on `folder`, or takes over one that a killed product left behind, and keeps it running.
 * Accepts connections when it resolves. Rejects with one sentence: the folder is in use, or why PostgreSQL cannot
 * start.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { log } = options
  const cluster = await prepareCluster(options.folder, options)
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  let connection: SupervisorConnection | undefined = await connectAndClaim(cluster, stopping.signal)
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>()

  async function supervise() {
    while (connection !== undefined) {
      await connection.ended
      connection = undefined
      if (isStopping()) return
      log('The embedded database stopped; starting it again.')
      connection = await reconnect()
      if (connection !== undefined) log('The embedded database works again.')
    }
  }

  async function reconnect(): Promise<SupervisorConnection | undefined> {
    for (let wait = 50; !isStopping(); wait = Math.min(wait * 2, longestBackoff)) {
      try {
        return await connectAndClaim(cluster, stopping.signal)
      } catch (error) {
        if (isStopping()) return undefined
        if (error instanceof Error && error.cause === 'in use') {
          lose(error)
          return undefined
        }
        if (wait === 50) log(`The embedded database does not start yet. ${String(error)}`)
        await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
    return undefined
  }

  const supervision = supervise()

  async function stop() {
    stopping.abort()
    const held = connection
    if (held !== undefined) {
      await stopPostmaster(cluster, held.postmaster)
      await held.client.end().catch(() => undefined)
    }
    await supervision
    removeSocketFolder(cluster)
  }

  try {
    await makeDatabase(connection, cluster.password)
  } catch (error) {
    await stop()
    throw new Error(`The embedded database in ${cluster.folder} cannot be written: ${String(error)}.`, { cause: error })
  }

  let stopped: Promise<void> | undefined
  return {
    url: clusterUrl(cluster, 'tillhouse', 'tillhouse'),
    ownerUrl: clusterUrl(cluster, 'postgres', 'postgres'),
    lost,
    stop: () => (stopped ??= stop()),
  }
}

/** Connects to the PostgreSQL on the folder, starting it if none is running, and locks the folder for this process. */
async function connectAndClaim(cluster: Cluster, signal: AbortSignal): Promise<SupervisorConnection> {
  const settings = settingsFor(cluster)
  const until = performance.now() + timeoutMs
  let started: Postmaster | undefined
  let trouble = 'it does not answer'
  while (performance.now() < until) {
    if (signal.aborted) {
      if (started !== undefined && started.pid > 0) await stopPostmaster(cluster, started.pid)
      throw new Error('Stopped while starting.')
    }
    const found = await connectSupervisor(cluster)
    if (typeof found === 'object') {
      if (await claimOrStop(cluster, found, settings)) return found
      started = undefined
    } else if (found === 'absent') {
      if (started?.ended) {
        trouble = fatalLine(started.saying()) || `PostgreSQL ended with ${started.ended}`
        if (!passing.test(trouble)) break
      }
      if (started?.ended !== undefined) started = undefined
      if (started === undefined && (await livingPostmaster(cluster)) === undefined) {
        started = await startPostmaster(cluster, settings)
      }
    }
    await sleep(trouble === 'it does not answer' ? 10 : 100)
  }
  throw new Error(
    `The embedded database in ${cluster.folder} does not start: ${trouble}. More is in ${cluster.logFile}.`,
  )
}

/**
 * Returns true if the connection can be kept: the folder is locked, and the server runs with the settings of this
 * version.
 */
async function claimOrStop(cluster: Cluster, connection: SupervisorConnection, settings: string[]): Promise<boolean> {
  try {
    await claim(connection, cluster.folder)
    if ((await clusterNameOf(connection)) === clusterNameIn(settings)) return true
    await stopPostmaster(cluster, connection.postmaster)
  } catch (error) {
    if (error instanceof Error && error.cause === 'in use') {
      await connection.client.end()
      throw error
    }
    // The server went down between two checks: try again.
  }
  await connection.client.end().catch(() => undefined)
  return false
}

/** Two concurrent starts, or processes of a killed server that have not ended yet, which pass in a moment. */
const passing = /lock file "[^"]*" already exists|shared memory block/
