import { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds: how often the database is asked whether it lives while work waits for it, and how long it may take to say so. */
const intervalMs = 1_000
const timeoutMs = 1_200
/** In how many parts that time is waited. */
const parts = 12

/** False once so long nothing came. While this process is itself held up it receives nothing: such a moment counts as one part. */
function inVain(): Promise<false> {
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
  /** Where pg gets its sockets from, so that they can be cut. */
  stream: () => Socket
  /** Begins to watch. `isWaited` returns whether a request waits for the database at present. */
  watch(isWaited: () => boolean): void
  stop(): void
}

/**
 * A database that vanishes (a dead network, a frozen host) leaves queries waiting for ever, as TCP reports nothing.
 * So whenever work is under way, a connection of its own asks for a sign of life; without one every connection is cut, and
 * what waits on them fails immediately. Slow queries of a living database are left alone. The connection is kept: a server under
 * load may take seconds to begin a new one, while it answers on those it has.
 */
export function startLivenessProbe(url: string): LivenessProbe {
  const sockets = new Set<Socket>()
  let timer: NodeJS.Timeout | undefined
  let kept: ProbeConnection | null = null
  let asking = false
  let stopped = false

  /** Asks on the kept connection, and on a new one where that broke since, as it does with every restart of the server. */
  async function signOfLife(): Promise<boolean> {
    if ((kept && (await kept.ask())) || stopped) return true
    kept?.socket.destroy()
    const fresh = openConnection(url)
    kept = fresh
    const lives = await fresh.ask()
    // One that the server refused is no sign of life a second time.
    kept = fresh.isOpen() ? fresh : null
    if (!kept) fresh.socket.destroy()
    return lives
  }

  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    if (!(await Promise.race([signOfLife(), inVain()]))) {
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
      const socket = new Socket()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
    watch(isWaited) {
      timer = setInterval(() => {
        if (isWaited()) void ask()
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
  const socket = new Socket()
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
        // A response, even that it is full, is a sign of life.
        (error: unknown) => error instanceof pg.DatabaseError,
      )
  // It keeps no process alive that has nothing else to do.
  socket.unref()
  return { socket, ask, isOpen: () => open }
}
