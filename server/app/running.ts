/** A shop that has started. */
export type Running = {
  url: string
  /** Has /readyz say that it is about to stop, and waits for proxies to turn to other instances, where there can be any. */
  leave(): Promise<void>
  stop(): Promise<void>
  /** Closes connections that are still in use: a stop waits for their answers, and an installer may take hours. */
  cut(): void
  /** Does the same, and has a stop wait for nothing but the database. What a job leaves undone is done after the next start. */
  hurry(): void
  /** Runs everything that is due by the clock: the payment simulator first, then every job. Resolves when all is done. */
  catchUp(): Promise<void>
  /** Resolves when it cannot go on. */
  lost: Promise<Error>
}

/** Prints one line, or several that belong together. */
export type Say = (...lines: string[]) => void
