import { emit, find, type Act } from '../state/act.ts'
import { collect, overdue } from './collecting.ts'
import { debitAnswered } from './debits.ts'
import { withhold } from './give-up.ts'
import { draftInvoice } from '../invoices/invoice-drafts.ts'
import { lineFor } from '../invoices/invoice-lines.ts'
import { failFinalisation, saveInvoice } from '../invoices/invoices.ts'
import type { Invoice, Kind, Kinds, Session, Subscription } from '../state/kinds.ts'
import { periodAfter } from '../state/periods.ts'
import { turnSchedule } from '../subscriptions/schedules.ts'
import {
  endSubscription,
  isEnded,
  itemOf,
  recurringOf,
  saveSubscription,
  withItem,
} from '../subscriptions/subscriptions.ts'

export type Due = { at: number; kind: 'coming' | 'invoice' | 'subscription' | 'session'; id: string }

export type Agenda = {
  watch(kind: Kind, id: string, row: object | null): void
  /** Returns what falls due first, however long ago. Retries come before renewals of the same moment. */
  next(): Due | undefined
}

/** Everything that will fall due, updated row by row, because a shop has many more invoices than future events. */
export function createAgenda(): Agenda {
  const coming = new Map<string, Due>()
  return {
    watch(kind, id, row) {
      if (kind !== 'coming' && kind !== 'invoice' && kind !== 'subscription' && kind !== 'session') return
      const due = row === null ? null : dueOf({ kind, row } as Dated)
      if (due === null) coming.delete(id)
      else coming.set(id, { at: due, kind, id })
    },
    next() {
      let first: Due | undefined
      for (const one of coming.values())
        if (!first || one.at < first.at || (one.at === first.at && ranks[one.kind] < ranks[first.kind])) first = one
      return first
    },
  }
}

type Dated =
  | { kind: 'coming'; row: Kinds['coming'] }
  | { kind: 'invoice'; row: Invoice }
  | { kind: 'subscription'; row: Subscription }
  | { kind: 'session'; row: Session }

const ranks = { coming: 0, invoice: 1, subscription: 2, session: 3 }

function dueOf({ kind, row }: Dated): number | null {
  if (kind === 'coming') return row.at
  if (kind === 'session') return row.status === 'open' ? row.expires_at : null
  if (kind === 'invoice') {
    if (row.status === 'draft') return row.auto_advance ? row.automatically_finalizes_at : null
    return row.status === 'open' ? row.next_payment_attempt : null
  }
  if (isEnded(row)) return null
  const resumes = row.pause_collection?.resumes_at ?? Infinity
  const turns = row.status === 'paused' ? Infinity : itemOf(row).current_period_end
  const first = Math.min(turns, row.cancel_at ?? Infinity, resumes)
  return first === Infinity ? null : first
}

/** Does what fell due; `act.at` is when it did. */
export function doDue(act: Act, { kind, id }: Due): void {
  if (kind === 'coming') come(act, find(act, 'coming', id))
  else if (kind === 'invoice') advance(act, find(act, 'invoice', id))
  else if (kind === 'session') expireSession(act, id)
  else turn(act, find(act, 'subscription', id))
}

function come(act: Act, coming: Kinds['coming']): void {
  if (coming.what === 'overdue') overdue(act, coming.invoice)
  else debitAnswered(act, coming.intent, coming.settles)
}

/** Finalises and charges a draft after its hour, and retries an open invoice. */
function advance(act: Act, invoice: Invoice): void {
  if (invoice.status === 'draft' && waitsForEndpoint(act, invoice)) {
    act.put('invoice', { ...invoice, automatically_finalizes_at: act.at + hour })
    return
  }
  if (invoice.status === 'draft' && act.settings.finalisationFails) failFinalisation(act, invoice)
  else collect(act, invoice, { by: 'clock' })
}

const hour = 3_600

/**
 * Whether an endpoint that listens to `invoice.created` has not acknowledged it yet, within the 72 hours for which
 * Stripe waits.
 */
function waitsForEndpoint(act: Act, { id, created }: Invoice): boolean {
  if (!act.settings.listensToDrafts || act.at >= created + 72 * hour) return false
  const event = act
    .all('event')
    .find(({ type, data }) => type === 'invoice.created' && (data.object as { id?: string }).id === id)
  return event !== undefined && act.get('delivery', event.id) !== undefined
}

export function expireSession(act: Act, id: string): void {
  const session = { ...find(act, 'session', id), status: 'expired' as const, url: null }
  act.put('session', session)
  emit(act, 'checkout.session.expired', session)
}

/** Ends a pause or the subscription, or begins and bills its next period. */
function turn(act: Act, subscription: Subscription): void {
  const resumes = subscription.pause_collection?.resumes_at
  if (resumes && resumes <= act.at) {
    saveSubscription(act, subscription, { pause_collection: null })
    return
  }
  if (subscription.cancel_at !== null && subscription.cancel_at <= act.at) {
    endSubscription(act, subscription, 'cancellation_requested')
    return
  }
  renew(act, subscription)
}

function renew(act: Act, before: Subscription): void {
  const item = itemOf(before)
  const scheduled = turnSchedule(act, before)
  // The price may have been renamed since; amount and interval of a price never change.
  const price = scheduled ?? act.get('price', item.price.id) ?? item.price
  const start = item.current_period_end
  const anchor = price.id === item.price.id ? before.billing_cycle_anchor : start
  const end = periodAfter(anchor, recurringOf(price), start)
  const status = before.status === 'trialing' ? 'active' : before.status
  const moved = { ...before, items: withItem(before, { price, current_period_start: start, current_period_end: end }) }
  const line = lineFor(act, moved, price, { amount: price.unit_amount * item.quantity, period: { start, end } })
  const period = { start: item.current_period_start, end: start }
  const draft = draftInvoice(act, moved, [line], 'subscription_cycle', period)
  saveSubscription(act, before, { billing_cycle_anchor: anchor, items: moved.items, latest_invoice: draft.id, status })
  if (withhold(act, before, draft)) return
  if (before.status === 'unpaid') saveInvoice(act, draft, { auto_advance: false })
  else if (act.settings.draftSeconds === 0) advance(act, draft)
}
