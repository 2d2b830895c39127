import { randomBytes } from 'node:crypto'
import { Stripe } from 'stripe'
import type { Event, Kind, Kinds } from './kinds.ts'
import { refuse, type Refusal } from '../api/refusal.ts'
import type { Settings } from '../settings.ts'
import type { Rows } from './store.ts'

/** One piece of work on the rows at one moment (seconds since 1970), with its webhooks to the shop. */
export type Transaction = Rows & {
  at: number
  /** Performs a part of the work that may be refused: a throw undoes only that part. */
  attempt<T>(part: () => T): T
  settings: Settings
  /** Where events are sent, and those of which types (docs.stripe.com/api/webhook_endpoints/object, `enabled_events`). */
  webhook: { url: string; events: readonly string[] }
  /** The address of the pages, without a trailing slash. */
  pages: string
  request: { id: string | null; idempotency_key: string | null }
  /** Moves the simulator's time (seconds since 1970); null if it follows the shop's clock. */
  moveClock: ((to: number) => void) | null
}

/** Records an event with the present object and its former values. */
export function emit(tx: Transaction, type: string, object: object, before?: object): void {
  const changed = before === undefined ? {} : previous(object, before)
  if (before !== undefined && Object.keys(changed).length === 0) return
  const { events } = tx.webhook
  const isDelivered = events.includes('*') || events.includes(type)
  const event: Event = {
    id: newId('evt_1', 23),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: tx.at,
    data: { object, ...(before === undefined ? {} : { previous_attributes: changed }) },
    livemode: false,
    pending_webhooks: isDelivered ? 1 : 0,
    request: tx.request,
    type,
  }
  tx.put('event', event)
  if (isDelivered) tx.put('delivery', { id: event.id, attempts: 0, due: tx.at })
}

function previous(object: object, before: object): Record<string, unknown> {
  const now = new Map(Object.entries(object))
  return Object.fromEntries(
    Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(now.get(key))),
  )
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns an id that cannot be guessed: the prefix and `length` letters and digits. */
export function newId(prefix: string, length = 24): string {
  return prefix + Array.from(randomBytes(length), (byte) => digits[byte % digits.length]).join('')
}

/** Returns the row with that id, or refuses as Stripe does. */
export function find<K extends Kind>(rows: Rows, kind: K, id: string, param = 'id'): Kinds[K] {
  const row = rows.get(kind, id)
  if (!row) throw missing(kind, id, param)
  return row
}

const names: Partial<Record<Kind, string>> = {
  session: 'checkout.session',
  payment_method: 'PaymentMethod',
  schedule: 'subscription_schedule',
  promotion_code: 'promotion code',
}

export function missing(kind: Kind, id: string, param = 'id'): Refusal {
  return refuse(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${names[kind] ?? kind}: '${id}'`,
    param,
  })
}
