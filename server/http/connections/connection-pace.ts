import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** Milliseconds from one connection of a slowed client to its next, and the maximum wait of one. */
const gap = 100
const maxWait = 4000
/** Milliseconds after which a client is no longer slowed down. */
const slowedFor = 10_000
/** How many clients are stored before expired ones are removed. */
const maxClients = 1000

type Connection = Pick<Socket, 'pause' | 'resume' | 'destroy'>

/**
 * Slows down a client whose connection had to be closed: its next connections are read one after the other, `gap`
 * apart. Node parses everything that has arrived before it can be stopped, so a client that opens such connections
 * repeatedly would keep the process busy. `now`: milliseconds.
 */
export function createConnectionPace(now: () => number = () => performance.now()): {
  /** Records that a connection of this client was closed. */
  slowDown(client: string): void
  /** Handles a new connection of this client, before anything is read from it. */
  begin(client: string, connection: Connection): void
} {
  /** When the next connection of a client can begin, and until when it is slowed down. */
  const slowed = new Map<string, { next: number; until: number }>()
  return {
    slowDown(client) {
      if (slowed.size >= maxClients) for (const [one, { until }] of slowed) if (until <= now()) slowed.delete(one)
      const next = Math.max(slowed.get(client)?.next ?? 0, now() + gap)
      slowed.set(client, { next, until: now() + slowedFor })
    },
    begin(client, connection) {
      const own = slowed.get(client)
      if (!own) return
      if (own.until <= now()) return void slowed.delete(client)
      const wait = Math.max(0, own.next - now())
      if (wait > maxWait) return void connection.destroy()
      own.next = now() + wait + gap
      if (wait === 0) return
      connection.pause()
      setTimeout(() => connection.resume(), wait).unref()
    },
  }
}
