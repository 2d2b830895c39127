import { createSandboxClock } from '../../sandbox/clock.ts'
import { ConfigError } from '../config-error.ts'
import { withoutKeys } from '../../connect/rules/key-text.ts'
import { isUnavailable, reasonInWords, UnusableDatabase } from '../../platform/database-errors.ts'
import { createLineLog, type LogStream } from '../http/log.ts'
import { traceFatalErrors } from '../http/stack-traces.ts'
import { builtPages } from '../pages/built-pages.ts'
import { compose } from './compose.ts'
import { readConfig, type Config } from './config/config.ts'
import { openParts } from './open.ts'
import { releaseMemory } from './process/release-memory.ts'
import { stopOnSignals } from './process/stop-on-signals.ts'
import { inFrame, humanLine } from './process/terminal.ts'
import { runShop } from './run.ts'
import type { Running, Say } from './process/running.ts'
import { createShutdown } from './process/shutdown.ts'

/**
 * Starts the shop; it is ready when this resolves. If the database is lost meanwhile, as during a failover, the start
 * begins again, up to twice. Rejects with an error whose message can be shown.
 */
export async function start(
  config: Config,
  say: Say,
  logTo: LogStream = process.stdout,
  createClock = createSandboxClock,
  pages = builtPages,
): Promise<Running> {
  for (let left = 2; ; left -= 1) {
    const shutdown = createShutdown()
    try {
      const parts = await openParts({ config, say, logTo, createClock, pages, shutdown })
      return await runShop(parts, await compose(parts))
    } catch (error) {
      await shutdown.stop()
      if (error instanceof UnusableDatabase || !isUnavailable(error)) throw error
      const lost = `The database ${reasonInWords(error)}. It was lost during the start`
      if (left === 0) throw new Error(`${lost}.`, { cause: error })
      say(`${lost}, which begins again.`)
    }
  }
}

/** Runs the server with the configuration of the environment, until a signal ends it. */
export async function run(pages = builtPages): Promise<void> {
  const { stdout } = process
  const log = createLineLog(stdout, (line) => withoutKeys(stdout.isTTY ? humanLine(line) : line))
  const say: Say = (...lines) => {
    // Earlier log lines come above the summary.
    if (stdout.isTTY) log.flush()
    stdout.write(`${stdout.isTTY && lines.length > 1 ? inFrame(lines) : lines.join('\n')}\n`)
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
    // By then proxies and probes have had their first responses.
    setTimeout(releaseMemory, 1_000).unref()
  } catch (error) {
    fail(error)
  }
}

if (import.meta.main) {
  traceFatalErrors()
  await run()
}
