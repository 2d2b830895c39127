import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { movesMoney, orderOfPayments, type PaymentEntry } from '../../../domain/billing/payments/payment-entries.ts'
import type { Db, Tables, Trx } from '../tables.ts'
import type { Order } from './orders.ts'

export type PaymentRow = Selectable<Tables['payments']>

/** Updates a subscription's payments to the provider's. Rows are never removed. */
export async function savePayments(db: Trx, subscriptionId: string, rows: readonly PaymentEntry[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('payments')
    .values(
      rows.map(({ failure, ...row }) => ({
        ...row,
        id: randomUUID(),
        subscription_id: subscriptionId,
        failure: failure ? JSON.stringify(failure) : null,
        comment: null,
        by: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['kind', 'provider_id']).doUpdateSet((row) => ({
        state: row.ref('excluded.state'),
        amount: row.ref('excluded.amount'),
        invoice_number: sql`coalesce(excluded.invoice_number, payments.invoice_number)`,
      })),
    )
    .execute()
}

/** Returns those of the payments that belong to a subscription here. */
export async function knownPayments(db: Db, payments: readonly string[]): Promise<Set<string>> {
  if (payments.length === 0) return new Set()
  const rows = await db
    .selectFrom('payments')
    .select('payment')
    .where('payment', 'in', [...payments])
    .execute()
  return new Set(rows.flatMap(({ payment }) => payment ?? []))
}

/** Returns all stored payments of a subscription, oldest first. */
export function storedPayments(db: Db | Trx, subscriptionId: string): Promise<PaymentRow[]> {
  const rows = db.selectFrom('payments').selectAll().where('subscription_id', '=', subscriptionId)
  return orderOfPayments.reduce((query, column) => query.orderBy(column), rows).execute()
}

/** Like `storedPayments`, without inquiries of banks, which move no money. */
export async function paymentsOf(db: Db | Trx, subscriptionId: string): Promise<PaymentRow[]> {
  return (await storedPayments(db, subscriptionId)).filter(movesMoney)
}

/**
 * Returns the invoice number of an order's payment: the first of its subscription since it was placed, or null. The
 * provider's times are in whole seconds.
 */
export async function invoiceOfPurchase(
  db: Db,
  { subscription_id: id, created_at: placed }: Pick<Order, 'subscription_id' | 'created_at'>,
): Promise<string | null> {
  const charges = (await paymentsOf(db, id)).filter(({ kind }) => kind === 'charge')
  return charges.find(({ at }) => at.getTime() > placed.getTime() - 1000)?.invoice_number ?? null
}

/** Returns what lost disputes took of a subscriber's invoices, by their number, in minor units. */
export async function lostOfInvoices(db: Db, subscriberId: string): Promise<Map<string | null, number>> {
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscription_id')
    .select(['p.invoice_number', sql<number>`sum(p.amount)::float8`.as('lost')])
    .where('s.subscriber_id', '=', subscriberId)
    .where('p.kind', '=', 'dispute')
    .where('p.state', '=', 'lost')
    .groupBy('p.invoice_number')
    .execute()
  return new Map(rows.map((row) => [row.invoice_number, row.lost]))
}

/** Returns the owner of one of the provider's payment ids. */
export async function subscriptionOfPayment(db: Db, payment: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('subscription_id')
    .where('payment', '=', payment)
    .executeTakeFirst()
  return row?.subscription_id
}

/** Adds a refund that an administrator requested; the provider is called afterwards. */
export async function addRefund(db: Trx, refund: PaymentRow & { failure: null }): Promise<void> {
  await db.insertInto('payments').values(refund).execute()
}

/** Records that the provider has made it, and removes the row of a report that arrived first. */
export async function refundMade(db: Trx, id: string, providerId: string | null): Promise<void> {
  if (providerId !== null) {
    await db
      .deleteFrom('payments')
      .where('kind', '=', 'refund')
      .where('provider_id', '=', providerId)
      .where('id', '<>', id)
      .execute()
  }
  await db.updateTable('payments').set({ provider_id: providerId, state: 'succeeded' }).where('id', '=', id).execute()
}

export async function setRefundState(db: Trx, id: string, state: 'pending' | 'failed'): Promise<void> {
  await db.updateTable('payments').set({ state }).where('id', '=', id).execute()
}

/** Returns the invoice that a payment paid, if it was read. */
export async function invoiceOfPayment(db: Db | Trx, payment: string): Promise<string | null> {
  const row = await db
    .selectFrom('payments')
    .select('invoice')
    .where('payment', '=', payment)
    .where('kind', '=', 'charge')
    .executeTakeFirst()
  return row?.invoice ?? null
}
