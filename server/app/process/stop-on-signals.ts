import type { Running, Say } from './running.ts'
import type { Shutdown } from './shutdown.ts'

/** Milliseconds from the first signal. Service managers kill a process that still runs after a while, often 10 s. */
const after = { closeConnections: 7_000, stopWaiting: 9_000, samePress: 200 }

/** Stops in order at the first signal, and immediately at the second. */
export function stopOnSignals(running: Running, say: Say, fail: (error: unknown) => never): void {
  const begin = (quiet: Promise<void>) => {
    setTimeout(() => {
      say('Stopping: closing connections that are still in use.')
      running.closeConnections()
    }, after.closeConnections).unref()
    setTimeout(running.stopWaiting, after.stopWaiting).unref()
    void quiet.then(running.stop).then(() => process.exit(0), fail)
  }
  const listener = listeners(() => {
    say('Stopping immediately.')
    running.stopWaiting()
  })
  process.on(
    'SIGTERM',
    listener(() => begin(running.drain())),
  )
  process.on(
    'SIGINT',
    listener(() => begin(Promise.resolve())),
  )
}

/**
 * Until the returned function is called, a signal closes what the start has opened: an embedded database would otherwise
 * go on running. A second signal ends the process immediately.
 */
export function stopWhileStarting(shutdown: Shutdown, fail: (error: unknown) => never): () => void {
  const listener = listeners(() => process.exit(1))(() => {
    void shutdown.interrupt().then(() => process.exit(0), fail)
  })
  process.on('SIGTERM', listener).on('SIGINT', listener)
  return () => void process.off('SIGTERM', listener).off('SIGINT', listener)
}

/**
 * Returns a function that creates listeners: the first signal to any of them calls its own function, a later one
 * `again`. npm also passes on the Ctrl-C that the terminal has sent to both, so that one press arrives twice.
 */
function listeners(again: () => void): (first: () => void) => () => void {
  let since: number | null = null
  return (first) => () => {
    if (since === null) {
      since = performance.now()
      first()
    } else if (performance.now() - since >= after.samePress) again()
  }
}
