type Close = () => Promise<unknown> | void

/** What must be closed when the server stops, or when its start fails. */
export type Shutdown = {
  add(close: Close): void
  /** Closes the database, after everything else and always. */
  addDatabase(close: () => Promise<void>): void
  /** Closes everything, the latest first. */
  stop(): Promise<void>
  /** Closes everything during the start, which then fails. */
  interrupt(): Promise<void>
  isInterrupted(): boolean
  /** Makes `stop` wait only for the database. */
  skipWaiting(): void
  waitingSkipped: Promise<void>
}

export function createShutdown(): Shutdown {
  const closing: Close[] = []
  const { promise: waitingSkipped, resolve: skipWaiting } = Promise.withResolvers<void>()
  let closeDatabase = () => Promise.resolve()
  let interrupted = false
  const shutdown: Shutdown = {
    add: (close) => void closing.push(close),
    addDatabase(close) {
      closeDatabase = close
    },
    async stop() {
      for (const close of closing.splice(0).toReversed()) await Promise.race([close(), waitingSkipped])
      const close = closeDatabase
      // A second stop, as after a failed start, finds it closed already.
      closeDatabase = () => Promise.resolve()
      await close()
    },
    interrupt() {
      interrupted = true
      return shutdown.stop()
    },
    isInterrupted: () => interrupted,
    skipWaiting,
    waitingSkipped,
  }
  return shutdown
}
