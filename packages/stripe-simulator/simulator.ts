import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Transaction } from './state/transaction.ts'
import { apiServer } from './api/api.ts'
import { createAgenda, doDue } from './charging/billing.ts'
import { startCourier, type Webhook } from './delivery.ts'
import type { Faults } from './faults.ts'
import { plainTemplate, type PageTemplate } from './page-template.ts'
import { answerPages } from './pages/pages.ts'
import { liveThrough, type AddedCustomer, type PastCustomer, type PastRows } from './customers/past.ts'
import { defaultSettings, type Settings } from './settings.ts'
import { openStore } from './state/store.ts'

export type { AnswerFault, DeliveryFault, Faults } from './faults.ts'
export type { PageTemplate } from './page-template.ts'
export type { Settings } from './settings.ts'

export type { AddedCustomer, Afterwards, PastCustomer } from './customers/past.ts'

export type StripeSimulator = {
  /** The address of the API, on loopback at a port that the system chose: http://127.0.0.1:port. */
  apiBase: string
  /** Responds to requests below /sandbox/payment; returns false, without effect, for any other. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /**
   * Does everything that is due by now, in order, stores it, and tries every due delivery once. Resolves to the number
   * of deliveries, including running ones, when all have ended.
   */
  tick(): Promise<number>
  /** Starts ticking automatically every second. Until then it delivers nothing, because the shop may not listen yet. */
  begin(): void
  /**
   * Adds customers who subscribed earlier, with their invoices and payments until now; the shop is not told of it by
   * webhook. `accept` gets what is to be added, in the order of `customers`: if it rejects, nothing is stored.
   */
  addPast(customers: readonly PastCustomer[], accept: (added: readonly AddedCustomer[]) => Promise<void>): Promise<void>
  /** The newest stored moment; the clock must not start before it. Null while the store is new. */
  latest(): Date | null
  stop(): Promise<void>
}

export type StripeSimulatorOptions = {
  /** Where the data is stored, in an append-only file. */
  folder: string
  /** The clock that everything uses. */
  now: () => Date
  /** The template of the pages; plain by default. */
  pageTemplate?: PageTemplate
  /** The address of the server that passes requests to `handle`; the pages are below it, at /sandbox/payment. */
  publicUrl: string
  /** Where events are sent, signed with `secret`. Changes to the object take effect at the next delivery. */
  webhook: Webhook
  /** The secret key that requests must contain. */
  key: string
  /** The port of the API on loopback; the system chooses one unless given. */
  port?: number
  settings?: Partial<Settings>
  faults?: Faults
  /** Moves `now`. Without it test clocks are refused, because the simulator follows the shop's clock. */
  setNow?: (to: Date) => void
  /** Makes the order of deliveries deterministic. */
  seed?: number
}

/** Milliseconds between two automatic ticks. */
const every = 1_000

const day = 86_400
const kept = 30 * day

/**
 * The simulator of Stripe: its API on loopback, its pages, renewals on the product's clock, signed webhooks. Everything
 * acknowledged is on the disk. Rejects if `folder` cannot be written.
 */
export async function startStripeSimulator(options: StripeSimulatorOptions): Promise<StripeSimulator> {
  const { folder, now, setNow, pageTemplate = plainTemplate, webhook, key, faults = {}, seed } = options
  const given: Settings = { ...defaultSettings, ...options.settings }
  const pages = `${options.publicUrl.replace(/\/$/, '')}/sandbox/payment`
  const agenda = createAgenda()
  const store = await openStore(folder, (kind, id, row) => agenda.watch(kind, id, row))
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const courier = startCourier({ store, webhook, faults, now, seed })
  const noRequest = { id: null, idempotency_key: null }
  const moveClock = setNow ? (to: number) => setNow(new Date(to * 1000)) : null

  function actAt(at: number, request: Transaction['request']): Transaction {
    const { get, all, put, remove, together: attempt } = store
    const settings = { ...given, ...get('setting', 'settings') }
    const { url, events = ['*'] } = webhook
    return { get, all, put, remove, attempt, at, settings, webhook: { url, events }, pages, request, moveClock }
  }

  /**
   * Does a limited number per turn, so that a long absence does not block everything else. Returns true when nothing is
   * left.
   */
  function advance(most = Infinity): boolean {
    const at = seconds(now)
    for (let done = 0; done < most; done++) {
      const due = agenda.next()
      if (due === undefined || due.at > at) return true
      store.together(() => doDue(actAt(due.at, noRequest), due))
    }
    return false
  }

  function work<T>(request: Transaction['request'], job: (tx: Transaction) => T): T {
    advance()
    const done = store.together(() => job(actAt(seconds(now), request)))
    hurry()
    return done
  }

  /** Sends webhooks about what a person did immediately instead of with the next tick. */
  function hurry(): void {
    if (timer) setTimeout(() => void store.kept().then(courier.deliver, () => undefined), 10).unref()
  }

  function forget(): void {
    const at = seconds(now)
    const old = at - kept
    store.together(() => {
      for (const one of store.all('idempotent')) if (one.at <= at - day) store.remove('idempotent', one.id)
      for (const one of store.all('event'))
        if (one.created < old && !store.get('delivery', one.id)) store.remove('event', one.id)
    })
  }

  async function tick(): Promise<number> {
    while (!advance(100)) await store.kept()
    forget()
    await store.kept()
    return courier.deliver()
  }

  const server = apiServer({ store, key, faults, work, signal: ending.signal })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    apiBase: `http://127.0.0.1:${port}`,
    handle: (request, response) =>
      answerPages({ pageTemplate, work: (job) => work(noRequest, job), kept: () => store.kept() }, request, response),
    tick,
    begin() {
      // A failed delivery is retried in a second; a store that cannot be written is reported at the next request.
      timer ??= setInterval(() => void tick().catch(() => undefined), every).unref()
    },
    async addPast(customers, accept) {
      const parts = {
        get: store.get,
        prices: store.all('price'),
        actAt: (at: number, rows: PastRows) => ({ ...actAt(at, noRequest), ...rows }),
        now: seconds(now),
      }
      const lived = customers.map((one) => liveThrough(parts, one))
      await accept(lived.map(({ added }) => added))
      for (let at = 0; at < lived.length; at += 200) {
        store.together(() => {
          for (const { rows } of lived.slice(at, at + 200)) for (const [kind, row] of rows) store.put(kind, row)
        })
        await store.kept()
      }
    },
    latest() {
      const moments = store.all('event').map(({ created }) => created)
      return moments.length === 0 ? null : new Date(moments.reduce((a, b) => Math.max(a, b)) * 1000)
    },
    async stop() {
      clearInterval(timer)
      ending.abort()
      server.closeAllConnections()
      server.close()
      await courier.stop()
      await store.close()
    },
  }
}

function seconds(now: () => Date): number {
  return Math.floor(now().getTime() / 1000)
}
