import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** Milliseconds from one connection of a slowed client to its next, and how long one waits at the most. */
const gap = 100
const maxWait = 4000
/** Clients that are kept in mind before those whose time is over are dropped. */
const enough = 1000

type Connection = Pick<Socket, 'pause' | 'resume' | 'destroy'>

/**
 * Slows a client down whose connection had to be ended: what it sends on its next connections is read one after the other,
 * `gap` apart. Node parses all that has arrived before it can be stopped, so that a client which opens such connections again
 * and again would keep the process busy. `now`: milliseconds.
 */
export function createConnectionPace(now: () => number = () => performance.now()): {
  /** A connection of this client was ended. */
  slowDown(client: string): void
  /** A new connection of this client, before anything is read from it. */
  begin(client: string, connection: Connection): void
} {
  /** When the next connection of a client may begin. */
  const next = new Map<string, number>()
  return {
    slowDown(client) {
      if (next.size >= enough) for (const [one, at] of next) if (at <= now()) next.delete(one)
      next.set(client, Math.max(next.get(client) ?? 0, now() + gap))
    },
    begin(client, connection) {
      const at = next.get(client)
      if (at === undefined) return
      const wait = at - now()
      if (wait <= 0) return void next.delete(client)
      if (wait > maxWait) return void connection.destroy()
      next.set(client, at + gap)
      connection.pause()
      setTimeout(() => connection.resume(), wait).unref()
    },
  }
}
