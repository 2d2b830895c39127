import { AsyncResource } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { refusal } from '../../../contract/errors.ts'
import { clientAddress } from '../../../platform/network-address.ts'
import { networksOf } from '../session/rate-limits.ts'

/** How many requests are processed before later ones wait, while the process is busy. */
const maxAtOnce = 16
/** The maximum time that a request waits, in milliseconds. Clients give up at about that time. */
const maxWaitMs = 10_000
/** Milliseconds of one turn of the event loop in which requests begin, while the process is busy. */
const beginsForMs = 2
/** Milliseconds between two checks of waiting requests. */
const intervalMs = 50
/** The share of time in which the event loop was busy, and the milliseconds over which it is measured. */
const busyLoop = { share: 0.9, over: 100 }

/** Admits requests, each of which leaves later. */
export type Admission = {
  /**
   * Calls `go` immediately if there is room, otherwise in the request's turn; with false if that takes too long.
   * Clients take turns, whatever their number of waiting requests. Returns a function that gives up a turn that has not
   * come yet: `go` is then never called.
   */
  enter(client: string, go: (admitted: boolean) => void): () => void
  leave(): void
}

type Waiting = { go: (admitted: boolean) => void; until: number }

/**
 * Has requests wait for one another while the process is busy: worked on together, each would take as long as all of
 * them. While it is not busy, every request is admitted, however many there are: those inside may wait for another
 * service, which costs nothing.
 *
 * While it is busy, requests begin for `beginsForMs` of a turn of the event loop, and at least one of them does: many
 * pages are rendered in the turn in which they begin, so a client with 1,500 connections would have 1,500 pages rendered
 * before the request of another client is read. libuv accepts one new connection in a turn (1.45.0: "don't accept()
 * connections in a loop"). With one request per turn, light calls reached two thirds as many requests per second.
 *
 * `now`: milliseconds. `afterTurn` calls once new requests have been read.
 */
export function createAdmission(
  isBusy: () => boolean,
  now: () => number = () => performance.now(),
  afterTurn: (call: () => void) => void = setImmediate,
): Admission {
  /** By client, in the order of their turns; a client's own requests in the order they came in. No list is empty. */
  const waiting = new Map<string, Waiting[]>()
  let inside = 0
  /** When the first request of this turn began. */
  let turnBegan: number | null = null
  let isLooking = false
  let timer: NodeJS.Timeout | undefined
  const isTurnOver = () => turnBegan !== null && now() - turnBegan >= beginsForMs
  const hasRoom = () => (inside < maxAtOnce && !isTurnOver()) || !isBusy()

  function remove(client: string, own: Waiting, queue: Waiting[]): void {
    const place = queue.indexOf(own)
    if (place >= 0) queue.splice(place, 1)
    if (queue.length === 0 && waiting.get(client) === queue) waiting.delete(client)
  }

  function letIn(go: Waiting['go']): void {
    inside += 1
    if (turnBegan === null) {
      turnBegan = now()
      afterTurn(beginTurn)
    }
    go(true)
  }

  function beginTurn(): void {
    turnBegan = null
    if (waiting.size > 0) look()
  }

  function look(): void {
    // A request that leaves in the turn in which it is let in makes room for the next step of the loop.
    if (isLooking) return
    isLooking = true
    try {
      refuseLate()
      letInWaiting()
    } finally {
      isLooking = false
    }
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function refuseLate(): void {
    const late: Waiting[] = []
    for (const [client, queue] of waiting) {
      const inTime = queue.findIndex(({ until }) => until > now())
      late.push(...queue.splice(0, inTime < 0 ? queue.length : inTime))
      if (queue.length === 0) waiting.delete(client)
    }
    for (const { go } of late) go(false)
  }

  function letInWaiting(): void {
    for (let [next] = waiting; next && hasRoom(); [next] = waiting) {
      const [client, queue] = next
      const first = queue.shift()
      // Its next request waits until every other client has had a turn.
      waiting.delete(client)
      if (queue.length > 0) waiting.set(client, queue)
      if (first) letIn(first.go)
    }
  }

  return {
    enter(client, go) {
      if (waiting.size === 0 && hasRoom()) {
        letIn(go)
        return () => undefined
      }
      // It continues in its own trace, not in that of the request that made room.
      const own: Waiting = { go: AsyncResource.bind(go), until: now() + maxWaitMs }
      const queue = waiting.get(client) ?? []
      queue.push(own)
      waiting.set(client, queue)
      timer ??= setInterval(look, intervalMs).unref()
      return () => remove(client, own, queue)
    },
    leave() {
      inside -= 1
      if (waiting.size > 0) look()
    },
  }
}

/** Whether the event loop has recently had hardly a pause, or requests wait for a database connection. */
export function createBusy(waitsForDatabase: () => boolean): () => boolean {
  let [before, at, loop] = [performance.eventLoopUtilization(), performance.now(), false]
  return () => {
    const moment = performance.now()
    if (moment - at >= busyLoop.over) {
      const seen = performance.eventLoopUtilization()
      loop = performance.eventLoopUtilization(seen, before).utilization > busyLoop.share
      ;[before, at] = [seen, moment]
    }
    return loop || waitsForDatabase()
  }
}

/**
 * Routes whose requests never wait. Probes must learn whether the server is running; reports of the payment provider and
 * of the issuer take little time and would be repeated; and a page without its files is useless. Other paths with the
 * same beginning are pages.
 */
const atOnce = /^\/(healthz|readyz|metrics|webhooks|sign-in\/back-channel-logout|assets|brand)(\/|$)/

/** The header by which this process recognises its own requests. */
export const ownRequestHeader = 'x-own-request'

declare module 'fastify' {
  interface FastifyRequest {
    /** Leaves the admission, or its queue, once; null if the request never waits. */
    leaveAdmission: (() => void) | null
  }
}

/**
 * Admits each request before it is processed. `refused` receives each one that was not admitted in time, which returns
 * 503. `ownRequests`: the value of the header of this process's own requests, which never wait, because a sign-in calls
 * the built-in identity provider while it is admitted itself.
 */
export function addAdmission(
  app: FastifyInstance,
  admission: Admission,
  refused: () => void,
  ownRequests: string | null = null,
): void {
  app.decorateRequest('leaveAdmission', null)
  // After the body has arrived: a slow upload must not occupy a place.
  app.addHook('preHandler', (request, reply, done) => {
    const isOwn = ownRequests !== null && request.headers[ownRequestHeader] === ownRequests
    if (isOwn || atOnce.test(request.routeOptions.url ?? '')) return done()
    // The client has disconnected: work on it would only keep others waiting, and its end would not be noticed.
    if (reply.raw.destroyed) return
    let inside = false
    let giveUp = (): void => undefined
    const leave = () => {
      if (inside) admission.leave()
      else giveUp()
      inside = false
    }
    request.leaveAdmission = leave
    reply.raw.once('close', leave)
    const [[client]] = networksOf(clientAddress(request))
    giveUp = admission.enter(client, (admitted) => {
      inside = admitted
      if (admitted) return done()
      refused()
      done(refusal('OVERLOADED'))
    })
  })
  // Sending may take as long as a download.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.leaveAdmission?.()
    done()
  })
}
