import { AsyncResource } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { refusal } from '../../contract/errors.ts'

/** How many requests are worked on before later ones wait, while the process is busy. */
const enough = 16
/** Milliseconds a request waits for its turn at the most: whoever sent it has given up by then, or soon will. */
const patience = 10_000
/** Milliseconds between two looks at those that wait. */
const interval = 50
/** Share of the time in which the event loop had something to do; milliseconds over which it is taken. */
const busyLoop = { share: 0.9, over: 100 }

/** Lets requests in, each until it leaves. */
export type Admission = {
  /**
   * Calls `go` at once while there is room, else when it is the request's turn; with false when that takes too long. Returns
   * what gives up a turn that has not come yet: `go` is then never called.
   */
  enter(go: (admitted: boolean) => void): () => void
  leave(): void
}

type Waiting = { go: (admitted: boolean) => void; until: number }

/**
 * Has requests wait for one another while the process is busy: worked on all at once, each would take as long as all of them.
 * While it is not busy, everybody is let in, however many there are: those inside may wait for another party, which costs
 * nothing. `now`: milliseconds.
 */
export function createAdmission(isBusy: () => boolean, now: () => number = () => performance.now()): Admission {
  const waiting: Waiting[] = []
  let inside = 0
  let timer: NodeJS.Timeout | undefined
  const hasRoom = () => inside < enough || !isBusy()

  function letIn(go: Waiting['go']): void {
    inside += 1
    go(true)
  }

  function look(): void {
    for (let first = waiting[0]; first && first.until <= now(); first = waiting[0]) {
      waiting.shift()
      first.go(false)
    }
    for (let next = waiting[0]; next && hasRoom(); next = waiting[0]) {
      waiting.shift()
      letIn(next.go)
    }
    if (waiting.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    enter(go) {
      if (waiting.length === 0 && hasRoom()) {
        letIn(go)
        return () => undefined
      }
      // It goes on where it was asked for, not in the trace of whoever made room.
      const own: Waiting = { go: AsyncResource.bind(go), until: now() + patience }
      waiting.push(own)
      timer ??= setInterval(look, interval).unref()
      return () => {
        const place = waiting.indexOf(own)
        if (place >= 0) waiting.splice(place, 1)
      }
    },
    leave() {
      inside -= 1
      if (waiting.length > 0) look()
    },
  }
}

/** Whether the event loop has had hardly a pause of late, or requests wait for a connection to the database. */
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
 * Paths whose requests never wait. What asks whether the server lives must hear so; what the payment provider reports costs
 * little and would only come again; a sign-in asks the built-in provider while it holds a place itself; and a page without its
 * files is of no use.
 */
const atOnce = /^\/(healthz|readyz|metrics|webhooks|identity|assets|brand)(\/|\?|$)/

declare module 'fastify' {
  interface FastifyRequest {
    /** Leaves the admission, or its queue, once; null where the request never waits. */
    leaveAdmission: (() => void) | null
  }
}

/** Has each request enter before it is worked on. `refused` is told of each that did not get its turn and is answered with 503. */
export function addAdmission(app: FastifyInstance, admission: Admission, refused: () => void): void {
  app.decorateRequest('leaveAdmission', null)
  // After the body has arrived: a slow one takes nobody's place.
  app.addHook('preHandler', (request, reply, done) => {
    if (atOnce.test(request.url)) return done()
    // Nobody reads the answer: work on it would only keep others waiting, and its end would not be noticed.
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
    giveUp = admission.enter((admitted) => {
      inside = admitted
      if (admitted) return done()
      refused()
      done(refusal('OVERLOADED'))
    })
  })
  // Sending may take as long as a download does.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.leaveAdmission?.()
    done()
  })
}
