import { sql, type Kysely } from 'kysely'
import { reasonInWords } from '../../platform/database-errors.ts'

const readOnly = '25006'

/** SQLSTATEs of a read-only database (postgresql.org/docs/current/errcodes-appendix.html), in words. */
const reasons: Readonly<Record<string, string>> = {
  [readOnly]: 'it is read-only',
  '53100': 'there is no space left on its disk',
  '58030': 'its disk fails',
}

/** Whether the server accepts no writes on this connection, as a standby does. */
export async function isReadOnly<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`select current_setting('transaction_read_only') as state`.execute(db)
  return rows[0]?.state !== 'off'
}

/** Whether a write failed because the database takes none at the moment. */
export function isWriteRefused(error: unknown): boolean {
  return (
    error instanceof Error && 'severity' in error && Object.hasOwn(reasons, String((error as { code?: unknown }).code))
  )
}

/**
 * Milliseconds after a write failed for lack of space, or a connection failed, in which the success of a small write or
 * of another connection proves nothing.
 */
const fullMs = 4_000

export type Writes = {
  /** Why writes fail, in words; null if none has failed since the last successful one. */
  fault(): string | null
  /** Whether a write failed because of the disk within the last seconds: a small one may fit where others do not. */
  failedRecently(): boolean
  /** Evaluates the error of a statement on a connection. */
  failed(error: unknown, client: object): void
  /** Called when a connection turns out to be read-only. */
  readOnly(): void
  /** Called when a write succeeded. */
  succeeded(): void
  /** Called when a connection was taken from the pool. */
  connected(): void
  /** Evaluates the error of an attempt to connect. */
  notConnected(error: unknown): void
  /**
   * Whether a connection must not be used again: a server that was read-only may be gone, or writable only over new
   * connections.
   */
  isStale(client: object): boolean
}

/**
 * Detects from the errors of statements and connections that a database accepts no writes or no connections, and logs
 * that in one line, and its end in another. `elapsed` is in ms.
 */
export function trackWrites(log: (line: string) => void, elapsed: () => number = () => performance.now()): Writes {
  let fault: string | null = null
  let diskFailedAt = -Infinity
  let generation = 0
  let wasConnected = false
  let refusedAt: number | null = null
  const generations = new WeakMap<object, number>()
  function note(code: string): void {
    const reason = reasons[code]
    if (reason === undefined) return
    if (code === readOnly) generation += 1
    else diskFailedAt = elapsed()
    if (fault !== reason) log(`The database does not accept writes: ${reason}.`)
    fault = reason
  }
  function isStale(client: object): boolean {
    const from = generations.get(client) ?? generation
    generations.set(client, from)
    return from < generation
  }
  function notConnected(error: unknown): void {
    // A failed start reports this itself. A timeout while all connections are in use does not show that the database is lost.
    if (!wasConnected || (error as Error).message === 'timeout exceeded when trying to connect') return
    if (refusedAt === null) log(`The database ${reasonInWords(error)}.`)
    refusedAt = elapsed()
  }
  return {
    fault: () => fault,
    failedRecently: () => elapsed() - diskFailedAt < fullMs,
    failed(error, client) {
      const code = String((error as { code?: unknown } | null)?.code)
      // The liveness probe has cut the connection.
      if (code === 'ETIMEDOUT') notConnected(error)
      if (!(error instanceof Error && 'severity' in error)) return
      // A connection opened before the last change does not show the server's present state.
      if (code !== readOnly || !isStale(client)) note(code)
    },
    readOnly: () => note(readOnly),
    connected() {
      wasConnected = true
      if (refusedAt === null || elapsed() - refusedAt < fullMs) return
      refusedAt = null
      log('The database can be used again.')
    },
    notConnected,
    succeeded() {
      if (fault === null) return
      // Connections opened in the meantime are still read-only.
      generation += 1
      log('The database accepts writes again.')
      fault = null
    },
    isStale,
  }
}
