import { randomInt } from 'node:crypto'
import { Stripe } from 'stripe'
import type { Faults } from './faults.ts'
import type { Event } from './state/kinds.ts'
import type { Store } from './state/store.ts'

export type Webhook = {
  url: string
  secret: string
  /** The types of events that the endpoint receives, its `enabled_events`; all of them unless given. */
  events?: readonly string[]
}

type Parts = { store: Store; webhook: Webhook; faults: Faults; now: () => Date; seed: number | undefined }

/** Seconds until the next attempt; the last is repeated until the event is three days old. */
const backoff = [2, 5, 15, 60, 300, 1_800, 3_600]
const givenUpAfter = 3 * 86_400
/** Within this many milliseconds events arrive in another order; a long queue is shuffled enough without it. */
const window = 30
const longQueue = 40
const atOnce = 8
const timeoutMs = 20_000

/** The delivery of one event: when, whether twice, and how much later the second time, as fractions of the window. */
type Trip = { id: string; early: number; twice: boolean; late: number }

export type Courier = {
  /**
   * Tries everything that is due once. Resolves to the number of deliveries, including running ones, when all have
   * ended.
   */
  deliver(): Promise<number>
  stop(): Promise<void>
}

/** Delivers events to the shop: signed, shuffled, sometimes twice, and repeated until it responds with 2xx. */
export function startCourier({ store, webhook, faults, now, seed }: Parts): Courier {
  const random = seed === undefined ? () => randomInt(2 ** 32) / 2 ** 32 : seeded(seed)
  const signer = new Stripe('sk_test_none')
  const carried = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  const ending = new AbortController()

  function due(): string[] {
    const at = seconds(now)
    return store
      .all('delivery')
      .filter((one) => one.due <= at && !carried.has(one.id))
      .map(({ id }) => id)
  }

  async function carry({ id, early, twice: again, late }: Trip, jitter: number): Promise<void> {
    const event = store.get('event', id)
    if (!event) return settle(id, true)
    const fault = faults.delivery?.(event)
    if (fault === 'lost') return settle(id, true)
    await pause((typeof fault === 'object' ? fault.late : 0) + early * jitter)
    const twice = fault === 'twice' || again
    const arrived = await post(event)
    if (arrived && twice) await pause(late * jitter).then(() => post(event))
    return settle(id, arrived)
  }

  async function post(event: Event): Promise<boolean> {
    const payload = JSON.stringify(event, null, 2)
    const signature = signer.webhooks.generateTestHeaderString({
      payload,
      secret: webhook.secret,
      timestamp: seconds(now),
    })
    try {
      const answer = await fetch(webhook.url, {
        method: 'POST',
        body: payload,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(timeoutMs)]),
      })
      await answer.arrayBuffer()
      return answer.ok
    } catch {
      return false
    }
  }

  function settle(id: string, done: boolean): void {
    if (ending.signal.aborted && !done) return
    store.together(() => {
      const delivery = store.get('delivery', id)
      const event = store.get('event', id)
      if (!delivery) return
      const at = seconds(now)
      const wait = backoff[Math.min(delivery.attempts, backoff.length - 1)] ?? 0
      if (done || (event && at - event.created > givenUpAfter && delivery.attempts > backoff.length))
        store.remove('delivery', id)
      else store.put('delivery', { id, attempts: delivery.attempts + 1, due: at + wait })
      if (event && done) store.put('event', { ...event, pending_webhooks: 0 })
    })
  }

  async function pause(ms: number): Promise<void> {
    if (ms < 1 || ending.signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    ending.signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    clearTimeout(timer)
  }

  async function deliver(): Promise<number> {
    const mine = shuffle(due(), random)
    // Decided before any delivery starts, so that a seed gives the same deliveries at any speed.
    const queue: Trip[] = mine.map((id) => ({ id, early: random(), twice: random() < 0.1, late: random() }))
    const jitter = mine.length > longQueue ? 0 : window
    // Marked before the first one is awaited, so that another call does not deliver the same ones.
    for (const id of mine) carried.add(id)
    const underWay = carried.size
    async function run(): Promise<void> {
      for (let trip = queue.shift(); trip !== undefined && !ending.signal.aborted; trip = queue.shift())
        await carry(trip, jitter)
    }
    const all = Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, run))
    const over = all.finally(() => {
      for (const id of mine) carried.delete(id)
    })
    last = Promise.allSettled([last, over])
    await last
    await over
    return underWay
  }

  return {
    deliver,
    async stop() {
      ending.abort()
      await last
    },
  }
}

function shuffle<T>(list: T[], random: () => number): T[] {
  return list
    .map((one) => ({ one, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

function seconds(now: () => Date): number {
  return Math.floor(now().getTime() / 1000)
}

/** Mulberry32: small and deterministic. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
