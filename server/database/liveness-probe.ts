import type { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseSocket } from './database-socket.ts'

/** Milliseconds: how often the database is probed while work waits for it, and how long it can take to respond. */
const intervalMs = 1_000
const timeoutMs = 1_200
/** The number of parts in which that time is waited. */
const parts = 12

/**
 * Resolves to false after that time without a response. While this process is itself blocked it receives nothing: such
 * a time counts as one part.
 */
function probeTimeout(): Promise<false> {
  return new Promise((resolve) => {
    let left = parts
    const timer = setInterval(() => {
      left -= 1
      if (left > 0) return
      clearInterval(timer)
      resolve(false)
    }, timeoutMs / parts).unref()
  })
}

export type LivenessProbe = {
  /** Creates pg's sockets, so that they can be cut. */
  stream: () => Socket
  /** Starts probing. `hasPendingQueries` returns whether a request is waiting for the database. */
  watch(hasPendingQueries: () => boolean): void
  stop(): void
}

/**
 * If a database disappears (a dead network, a frozen host), queries wait forever, because TCP reports nothing. So while
 * work is running, a separate connection probes it; without a response every connection is cut, and the queries on them
 * fail immediately. Slow queries of a running database are not affected. The connection is kept, because a busy server
 * may take seconds to accept a new one while it responds on existing ones.
 */
export function startLivenessProbe(url: string): LivenessProbe {
  const sockets = new Set<Socket>()
  let timer: NodeJS.Timeout | undefined
  let kept: ProbeConnection | null = null
  let asking = false
  let stopped = false

  /** Probes the kept connection, or a new one if that broke, as it does with every restart of the server. */
  async function probe(): Promise<boolean> {
    if ((kept && (await kept.ask())) || stopped) return true
    kept?.socket.destroy()
    const fresh = openConnection(url)
    kept = fresh
    const lives = await fresh.ask()
    // One that the server refused does not count as a response a second time.
    kept = fresh.isOpen() ? fresh : null
    if (!kept) fresh.socket.destroy()
    return lives
  }

  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    if (!(await Promise.race([probe(), probeTimeout()]))) {
      drop()
      const silence = Object.assign(new Error('timeout: no sign of life'), { code: 'ETIMEDOUT', syscall: 'read' })
      for (const socket of sockets) socket.destroy(silence)
    }
    asking = false
  }

  function drop(): void {
    kept?.socket.destroy()
    kept = null
  }

  return {
    stream() {
      const socket = new DatabaseSocket()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
    watch(hasPendingQueries) {
      timer = setInterval(() => {
        if (hasPendingQueries()) void ask()
      }, intervalMs).unref()
    },
    stop() {
      stopped = true
      clearInterval(timer)
      drop()
    },
  }
}

type ProbeConnection = { socket: Socket; ask(): Promise<boolean>; isOpen(): boolean }

function openConnection(url: string): ProbeConnection {
  const socket = new DatabaseSocket()
  const client = new pg.Client({ connectionString: url, stream: () => socket })
  client.on('error', () => undefined)
  let open = false
  const connect = async () => {
    await client.connect()
    open = true
  }
  const connected = connect()
  const ask = () =>
    connected
      .then(() => client.query('select 1'))
      .then(
        () => true,
        // A response, even that it is full, means that it is running.
        (error: unknown) => error instanceof pg.DatabaseError,
      )
  // Does not keep a process alive that has nothing else to do.
  socket.unref()
  return { socket, ask, isOpen: () => open }
}
