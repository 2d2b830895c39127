import { AsyncResource } from 'node:async_hooks'

/** Repeated work, at most one run at a time, until it is stopped. */
export type Job = {
  stop(): Promise<void>
  soon(): void
  /** Resolves when the current run and those requested meanwhile have ended; null between runs. */
  underWay(): Promise<void> | null
}

/**
 * Runs `work` every `every` milliseconds of the machine's time, and immediately after `soon()`. A run that throws is
 * reported and the next one comes as planned. `stop` aborts the signal, and waits for the current run.
 */
export function startJob(
  work: (signal: AbortSignal) => Promise<void>,
  every: number,
  report: (error: unknown) => void,
): Job {
  const stopping = new AbortController()
  const { signal } = stopping
  let again = false
  const goesOn = () => again && !signal.aborted
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    do {
      again = false
      await work(signal).catch(report)
    } while (goesOn())
    // In the same turn as the check above: otherwise a request in between would be lost.
    running = null
    if (!signal.aborted) timer = setTimeout(begin, every).unref()
  }

  function begin(): void {
    if (signal.aborted) return
    if (running) {
      again = true
      return
    }
    clearTimeout(timer)
    running = run()
  }

  timer = setTimeout(begin, every).unref()
  return {
    // The caller's context, such as a request's trace, is not passed on: it would apply to all later runs.
    soon: AsyncResource.bind(begin),
    underWay: () => running,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
