import type pg from 'pg'
import type { Writes } from './writes.ts'

export type Query = { name?: string; text: string; values: unknown[] }
type Waiting = { query: Query; resolve: (rows: unknown[]) => void; reject: (error: unknown) => void }
/** A connection taken from its pool, and how many statements wait for a result on it. */
type SharedConnection = {
  client: Promise<pg.PoolClient>
  open: pg.PoolClient | null
  waiting: number
  isBroken: boolean
}

/**
 * Statements that find a few rows by an index share one connection, in pg's pipeline mode: those of one turn of the
 * event loop are sent together, and none waits until another is answered. On a separate connection, such a statement
 * takes less time than the system calls and the wake-ups around it. A slow statement would keep the others
 * waiting, so it belongs in `pool`.
 */
export function createLookUps(pool: pg.Pool, writes: Writes): (query: Query) => Promise<unknown[]> {
  let waiting: Waiting[] = []
  let shared: SharedConnection | null = null

  async function connect(own: Pick<SharedConnection, 'open'>): Promise<pg.PoolClient> {
    let client = await pool.connect()
    for (; writes.isStale(client); client = await pool.connect()) client.release(true)
    return (own.open = client)
  }

  function newConnection(): SharedConnection {
    const own = { open: null, waiting: 0, isBroken: false }
    return Object.assign(own, { client: connect(own) })
  }

  function leave(own: SharedConnection, client: pg.PoolClient): void {
    own.waiting -= 1
    if (own.waiting > 0) return
    if (shared === own) shared = null
    client.release(own.isBroken || writes.isStale(client))
  }

  function submit(own: SharedConnection, client: pg.PoolClient, all: Waiting[]): void {
    for (const { query, resolve, reject } of all) {
      client.query(query, (error: Error | null | undefined, result: pg.QueryResult) => {
        if (error) {
          writes.failed(error, client)
          if (!('severity' in error)) own.isBroken = true
          reject(error)
        } else resolve(result.rows)
        leave(own, client)
      })
    }
  }

  function send(): void {
    const all = waiting
    waiting = []
    if (shared?.open && (shared.isBroken || writes.isStale(shared.open))) shared = null
    const own = (shared ??= newConnection())
    own.waiting += all.length
    own.client.then(
      (client) => submit(own, client, all),
      (error: unknown) => {
        if (shared === own) shared = null
        for (const { reject } of all) reject(error)
      },
    )
  }

  return (query) =>
    new Promise((resolve, reject) => {
      // pg converts other objects to text while it sends them. If that fails, it keeps the statement in its queue and
      // assigns it the next one's response.
      if (!query.values.every(isPlain)) throw new TypeError('a look-up takes texts, numbers, dates and lists of them')
      // Sent once all readable sockets were read, so that statements of requests that arrived together are sent
      // together.
      if (waiting.push({ query, resolve, reject }) === 1) setImmediate(send)
    })
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  return typeof value !== 'object' || value === null || value instanceof Date
}
