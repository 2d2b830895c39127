import type { Running, Say } from './running.ts'
import type { Shutdown } from './shutdown.ts'

/** Milliseconds from the first signal. Service managers kill a process that still runs after a while, often 10 s. */
const after = { closeConnections: 7_000, stopWaiting: 9_000, samePress: 200 }

/** Stops in order at the first signal, and immediately at the second. */
export function stopOnSignals(running: Running, say: Say, fail: (error: unknown) => never): void {
  let since: number | null = null
  const begin = (quiet: Promise<void>) => {
    since = performance.now()
    setTimeout(() => {
      say('Stopping: closing connections that are still in use.')
      running.closeConnections()
    }, after.closeConnections).unref()
    setTimeout(running.stopWaiting, after.stopWaiting).unref()
    void quiet.then(running.stop).then(() => process.exit(0), fail)
  }
  const onSignal = (quiet: () => Promise<void>) => () => {
    if (since === null) return begin(quiet())
    // npm also passes on the Ctrl-C that the terminal has sent to both, so that one press arrives twice.
    if (performance.now() - since < after.samePress) return
    say('Stopping at once.')
    running.stopWaiting()
  }
  process.on('SIGTERM', onSignal(running.drain)).on(
    'SIGINT',
    onSignal(() => Promise.resolve()),
  )
}

/**
 * Until the returned function is called, a signal closes what the start has opened: an embedded database would otherwise
 * go on running. A second signal ends the process immediately.
 */
export function stopWhileStarting(shutdown: Shutdown, fail: (error: unknown) => never): () => void {
  let since: number | null = null
  const onSignal = () => {
    if (since !== null && performance.now() - since < after.samePress) return
    if (since !== null) process.exit(1)
    since = performance.now()
    void shutdown.interrupt().then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  return () => void process.off('SIGTERM', onSignal).off('SIGINT', onSignal)
}
