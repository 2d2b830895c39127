import type { Running, Say } from '../running.ts'

/** Milliseconds from the first signal. Service managers kill what is still there after a while, 10 s with many of them. */
const stopping = { cut: 7_000, hurry: 9_000, samePress: 200 }

/** Stops in order at the first signal, at once at the second. */
export function stopOnSignals(running: Running, say: Say, fail: (error: unknown) => never): void {
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
