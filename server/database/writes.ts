const readOnly = '25006'

/** SQLSTATEs of a read-only database (postgresql.org/docs/current/errcodes-appendix.html), in words. */
const reasons: Readonly<Record<string, string>> = {
  [readOnly]: 'it is read-only',
  '53100': 'there is no space left on its disk',
  '58030': 'its disk fails',
}

/** Milliseconds after a write failed for lack of space, in which the success of a small write proves nothing. */
const fullMs = 4_000

export type Writes = {
  /** Why writes fail, in words; null if none has failed since the last successful one. */
  fault(): string | null
  /** Whether a write failed because of the disk within the last seconds: a small one may fit where others do not. */
  failedLately(): boolean
  /** Evaluates the error of a statement on a connection. */
  failed(error: unknown, client: object): void
  /** Called when a connection turns out to be read-only. */
  readOnly(): void
  /** Called when a write succeeded. */
  succeeded(): void
  /**
   * Whether a connection must not be used again: a server that was read-only may be gone, or writable only over new
   * connections.
   */
  isStale(client: object): boolean
}

/**
 * Detects from the errors of statements that a database is read-only, and logs that in one line, and its end in
 * another. `elapsed` is in ms.
 */
export function watchWrites(log: (line: string) => void, elapsed: () => number = () => performance.now()): Writes {
  let fault: string | null = null
  let diskFailedAt = -Infinity
  let generation = 0
  const generations = new WeakMap<object, number>()
  function note(code: string): void {
    const reason = reasons[code]
    if (reason === undefined) return
    if (code === readOnly) generation += 1
    else diskFailedAt = elapsed()
    if (fault !== reason) log(`The database takes no writes: ${reason}.`)
    fault = reason
  }
  function isStale(client: object): boolean {
    const from = generations.get(client) ?? generation
    generations.set(client, from)
    return from < generation
  }
  return {
    fault: () => fault,
    failedLately: () => elapsed() - diskFailedAt < fullMs,
    failed(error, client) {
      if (!(error instanceof Error && 'severity' in error)) return
      const code = String((error as { code?: unknown }).code)
      // A connection opened before the last change does not show the server's present state.
      if (code !== readOnly || !isStale(client)) note(code)
    },
    readOnly: () => note(readOnly),
    succeeded() {
      if (fault === null) return
      // Connections opened in the meantime are still read-only.
      generation += 1
      log('The database takes writes again.')
      fault = null
    },
    isStale,
  }
}
