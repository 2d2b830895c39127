import { emit, find, type Transaction } from '../state/transaction.ts'
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
      const due = row === null ? null : dueOf({ kind, row } as DueItem)
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

type DueItem =
  | { kind: 'coming'; row: Kinds['coming'] }
  | { kind: 'invoice'; row: Invoice }
  | { kind: 'subscription'; row: Subscription }
  | { kind: 'session'; row: Session }

const ranks = { coming: 0, invoice: 1, subscription: 2, session: 3 }

function dueOf({ kind, row }: DueItem): number | null {
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

/** Does what fell due; `tx.at` is when it did. */
export function doDue(tx: Transaction, { kind, id }: Due): void {
  if (kind === 'coming') come(tx, find(tx, 'coming', id))
  else if (kind === 'invoice') advance(tx, find(tx, 'invoice', id))
  else if (kind === 'session') expireSession(tx, id)
  else turn(tx, find(tx, 'subscription', id))
}

function come(tx: Transaction, coming: Kinds['coming']): void {
  if (coming.what === 'overdue') overdue(tx, coming.invoice)
  else debitAnswered(tx, coming.intent, coming.settles)
}

/** Finalises and charges a draft after its hour, and retries an open invoice. */
function advance(tx: Transaction, invoice: Invoice): void {
  if (invoice.status === 'draft' && waitsForEndpoint(tx, invoice)) {
    tx.put('invoice', { ...invoice, automatically_finalizes_at: tx.at + hour })
    return
  }
  if (invoice.status === 'draft' && tx.settings.finalisationFails) failFinalisation(tx, invoice)
  else collect(tx, invoice, { by: 'clock' })
}

const hour = 3_600

/**
 * Whether an endpoint that listens to `invoice.created` has not acknowledged it yet, within the 72 hours for which
 * Stripe waits.
 */
function waitsForEndpoint(tx: Transaction, { id, created }: Invoice): boolean {
  if (!tx.settings.listensToDrafts || tx.at >= created + 72 * hour) return false
  const event = tx
    .all('event')
    .find(({ type, data }) => type === 'invoice.created' && (data.object as { id?: string }).id === id)
  return event !== undefined && tx.get('delivery', event.id) !== undefined
}

export function expireSession(tx: Transaction, id: string): void {
  const session = { ...find(tx, 'session', id), status: 'expired' as const, url: null }
  tx.put('session', session)
  emit(tx, 'checkout.session.expired', session)
}

/** Ends a pause or the subscription, or begins and bills its next period. */
function turn(tx: Transaction, subscription: Subscription): void {
  const resumes = subscription.pause_collection?.resumes_at
  if (resumes && resumes <= tx.at) {
    saveSubscription(tx, subscription, { pause_collection: null })
    return
  }
  if (subscription.cancel_at !== null && subscription.cancel_at <= tx.at) {
    endSubscription(tx, subscription, 'cancellation_requested')
    return
  }
  renew(tx, subscription)
}

function renew(tx: Transaction, before: Subscription): void {
  const item = itemOf(before)
  const scheduled = turnSchedule(tx, before)
  // The price may have been renamed since; amount and interval of a price never change.
  const price = scheduled ?? tx.get('price', item.price.id) ?? item.price
  const start = item.current_period_end
  const anchor = price.id === item.price.id ? before.billing_cycle_anchor : start
  const end = periodAfter(anchor, recurringOf(price), start)
  const status = before.status === 'trialing' ? 'active' : before.status
  const moved = { ...before, items: withItem(before, { price, current_period_start: start, current_period_end: end }) }
  const line = lineFor(tx, moved, price, { amount: price.unit_amount * item.quantity, period: { start, end } })
  const period = { start: item.current_period_start, end: start }
  const draft = draftInvoice(tx, moved, [line], 'subscription_cycle', period)
  saveSubscription(tx, before, { billing_cycle_anchor: anchor, items: moved.items, latest_invoice: draft.id, status })
  if (withhold(tx, before, draft)) return
  if (before.status === 'unpaid') saveInvoice(tx, draft, { auto_advance: false })
  else if (tx.settings.draftSeconds === 0) advance(tx, draft)
}
