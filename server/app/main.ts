import { createSandboxClock } from '../../sandbox/clock.ts'
import { ConfigError } from '../config-error.ts'
import { withoutKeys } from '../../connect/rules/key-text.ts'
import { createLineLog, type LogStream } from '../http/log.ts'
import { traceFatalErrors } from '../http/stack-traces.ts'
import { builtPages } from '../pages/built-pages.ts'
import { compose } from './compose.ts'
import { readConfig, type Config } from './config/config.ts'
import { openParts } from './open.ts'
import { beginAgain } from './process/begin-again.ts'
import { releaseMemory } from './process/release-memory.ts'
import { stopOnSignals, stopWhileStarting } from './process/stop-on-signals.ts'
import { inFrame, humanLine } from './process/terminal.ts'
import { runShop } from './run.ts'
import type { Running, Say } from './process/running.ts'
import { createShutdown } from './process/shutdown.ts'

/** Starts the shop; it is ready when this resolves. Rejects with an error whose message can be shown. */
export async function start(
  config: Config,
  say: Say,
  logTo: LogStream = process.stdout,
  createClock = createSandboxClock,
  pages = builtPages,
  shutdown = createShutdown(),
): Promise<Running> {
  const begin = async () => {
    try {
      const parts = await openParts({ config, say, logTo, createClock, pages, shutdown })
      return await runShop(parts, await compose(parts))
    } catch (error) {
      await shutdown.stop()
      throw error
    }
  }
  return beginAgain(begin, say, shutdown.isInterrupted)
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
      `${error instanceof ConfigError ? `The configuration is invalid:\n${error.message}` : error instanceof Error ? error.message : String(error)}\n`,
    )
    process.exit(1)
  }
  const shutdown = createShutdown()
  const startIsOver = stopWhileStarting(shutdown, fail)
  try {
    const running = await start(readConfig(), say, log, undefined, pages, shutdown)
    if (shutdown.isInterrupted()) return
    startIsOver()
    stopOnSignals(running, say, fail)
    void running.lost.then(fail)
    // By then proxies and probes have had their first responses.
    setTimeout(releaseMemory, 1_000).unref()
  } catch (error) {
    if (!shutdown.isInterrupted()) fail(error)
  }
}

if (import.meta.main) {
  traceFatalErrors()
  await run()
}
