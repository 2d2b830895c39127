/** A server that has started. */
export type Running = {
  url: string
  /** Has /readyz report that it is about to stop, and waits for proxies to choose other instances, where there can be any. */
  drain(): Promise<void>
  stop(): Promise<void>
  /** Closes connections that are still in use: a stop waits for their responses, and an installer may take hours. */
  closeConnections(): void
  /** Does the same, and has a stop wait for nothing but the database. Unfinished jobs run after the next start. */
  stopWaiting(): void
  /** Runs everything that is due by the clock: the payment simulator first, then every job. Resolves when all is done. */
  catchUp(): Promise<void>
  /** Resolves when it cannot go on. */
  lost: Promise<Error>
}

/** Prints one line, or several that belong together. */
export type Say = (...lines: string[]) => void
