/** A server that has started. */
export type Running = {
  url: string
  /** Makes /readyz report the stop, and waits for proxies to choose other instances, if there can be any. */
  drain(): Promise<void>
  stop(): Promise<void>
  /**
   * Closes connections that are still in use, because a stop waits for their responses, and an installer may take
   * hours.
   */
  closeConnections(): void
  /** Closes them too, and makes a stop wait only for the database. Unfinished jobs run after the next start. */
  stopWaiting(): void
  /** Runs everything that is due by the clock: the payment simulator first, then every job. Resolves when all is done. */
  catchUp(): Promise<void>
  /** Resolves when the server cannot continue. */
  lost: Promise<Error>
}

/** Prints one line, or several that belong together. */
export type Say = (...lines: string[]) => void
