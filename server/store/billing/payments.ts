import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { disputesWithoutMoney, type BillingSnapshot } from '../../../domain/billing/billing-snapshot.ts'
import type { Db, Trx } from '../tables.ts'
import type { PaymentsTable } from '../tables/billing.ts'

export type PaymentRow = Selectable<PaymentsTable>
type NewRow = Omit<PaymentRow, 'id' | 'subscription_id' | 'comment' | 'by'>

/** Brings a subscription's payments in line with what the provider holds. Rows are never removed. */
export async function savePayments(db: Trx, subscriptionId: string, snapshot: BillingSnapshot): Promise<void> {
  const rows = [...invoiceRows(snapshot), ...refundRows(snapshot), ...disputeRows(snapshot)]
  if (rows.length === 0) return
  await db
    .insertInto('payments')
    .values(rows.map((row) => ({ ...row, id: randomUUID(), subscription_id: subscriptionId, comment: null, by: null })))
    .onConflict((conflict) =>
      conflict.columns(['kind', 'provider_id']).doUpdateSet((row) => ({
        state: row.ref('excluded.state'),
        amount: row.ref('excluded.amount'),
        invoice_number: sql`coalesce(excluded.invoice_number, payments.invoice_number)`,
      })),
    )
    .execute()
}

function invoiceRows({ invoices, payments }: BillingSnapshot): NewRow[] {
  return invoices.flatMap((invoice): NewRow[] => {
    const about = {
      payment: invoice.payment,
      invoice: invoice.id,
      invoice_number: invoice.number,
      currency: invoice.currency,
      period_start: invoice.period?.start ?? null,
      period_end: invoice.period?.end ?? null,
    }
    const at = invoice.paidAt ?? invoice.createdAt
    const rows: NewRow[] = []
    if (invoice.status === 'paid' && invoice.amountPaid > 0) {
      const { amountPaid: amount, tax } = invoice
      rows.push({ ...about, kind: 'charge', provider_id: invoice.id, state: 'paid', amount, tax, at })
    }
    // Less than nothing is credit that a change of plan gave. More may have been paid than the total: what was owed before.
    const credited = invoice.total < 0 ? -invoice.total : invoice.total - invoice.amountPaid
    if (invoice.status === 'paid' && credited > 0) {
      const state = invoice.total < 0 ? 'given' : 'used'
      rows.push({ ...about, kind: 'credit', provider_id: invoice.id, state, amount: credited, tax: null, at })
    }
    // A bank debit is an attempt for days before it fails or not.
    const isProcessing = payments.some(({ id, status }) => id === invoice.payment && status === 'processing')
    if (invoice.status === 'open' && invoice.attempts > 0 && !isProcessing) {
      const { amountDue: amount, tax } = invoice
      const id = `${invoice.id} ${invoice.attempts}`
      rows.push({ ...about, kind: 'failure', provider_id: id, state: 'failed', amount, tax, at: invoice.createdAt })
    }
    return rows
  })
}

function refundRows({ payments, invoices }: BillingSnapshot): NewRow[] {
  return payments.flatMap(({ id, refunds }) =>
    refunds.map(({ id: provider_id, status: state, amount, at }): NewRow => ({
      ...ofPayment(invoices, id),
      kind: 'refund',
      provider_id,
      state,
      amount,
      at,
    })),
  )
}

function disputeRows({ payments, invoices }: BillingSnapshot): NewRow[] {
  return payments.flatMap(({ id, disputes }) =>
    disputes.map(({ id: provider_id, status: state, amount, at }): NewRow => ({
      ...ofPayment(invoices, id),
      kind: 'dispute',
      provider_id,
      state,
      amount,
      at,
    })),
  )
}

function ofPayment(invoices: BillingSnapshot['invoices'], payment: string) {
  const invoice = invoices.find((one) => one.payment === payment)
  return {
    payment,
    invoice: invoice?.id ?? null,
    invoice_number: invoice?.number ?? null,
    currency: invoice?.currency ?? '',
    tax: null,
    period_start: invoice?.period?.start ?? null,
    period_end: invoice?.period?.end ?? null,
  }
}

/** The invoices of a subscription that were seen paid before. */
export async function paidInvoicesOf(db: Db | Trx, subscriptionId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payments')
    .select('invoice')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', 'in', ['charge', 'credit'])
    .execute()
  return new Set(rows.flatMap(({ invoice }) => invoice ?? []))
}

/** Those of the payments that belong to a subscription here. */
export async function knownPayments(db: Db, payments: readonly string[]): Promise<Set<string>> {
  if (payments.length === 0) return new Set()
  const rows = await db
    .selectFrom('payments')
    .select('payment')
    .where('payment', 'in', [...payments])
    .execute()
  return new Set(rows.flatMap(({ payment }) => payment ?? []))
}

/** A subscription's payments, oldest first; without the inquiries of banks, which move no money. */
export function paymentsOf(db: Db | Trx, subscriptionId: string): Promise<PaymentRow[]> {
  return (
    db
      .selectFrom('payments')
      .selectAll()
      .where('subscription_id', '=', subscriptionId)
      .where((row) => row.not(row.and([row('kind', '=', 'dispute'), row('state', 'in', disputesWithoutMoney)])))
      .orderBy('at')
      // The provider's times are whole seconds: a charge stands before its refund.
      .orderBy('kind')
      .orderBy('id')
      .execute()
  )
}

/** Whose payment one of the provider's ids is. */
export async function subscriptionOfPayment(db: Db, payment: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('subscription_id')
    .where('payment', '=', payment)
    .executeTakeFirst()
  return row?.subscription_id
}

/** Payments whose state a fresh look has to ask for: those with a dispute that is open, or an inquiry that may become one. */
export async function disputedPayments(db: Db | Trx, subscriptionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('payment')
    .distinct()
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'dispute')
    .where('state', 'in', ['open', 'inquiry', 'answered'])
    .execute()
  return rows.flatMap(({ payment }) => payment ?? [])
}

/** A refund that an administrator asked for; the provider is told afterwards. */
export async function addRefund(
  db: Trx,
  refund: { id: string; charge: PaymentRow; amount: number; comment: string; by: string },
  now: Date,
): Promise<void> {
  const { id, charge, amount, comment, by } = refund
  await db
    .insertInto('payments')
    .values({
      ...charge,
      id,
      kind: 'refund',
      provider_id: null,
      state: 'pending',
      amount,
      tax: null,
      at: now,
      comment,
      by,
    })
    .execute()
}

/** The provider has made it: a report of it may have come first, whose row this one replaces. */
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

/** Whether a refund that an administrator asked for is still to be made, of a payment other than those refunded already. */
export async function awaitsRefund(db: Trx, subscriptionId: string, refunded: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'refund')
    .where('state', '=', 'pending')
    .where('provider_id', 'is', null)
    .where('payment', 'not in', ['', ...refunded])
    .executeTakeFirst()
  return row !== undefined
}

/** The invoice that a payment paid, where it was read. */
export async function invoiceOfPayment(db: Db | Trx, payment: string): Promise<string | null> {
  const row = await db
    .selectFrom('payments')
    .select('invoice')
    .where('payment', '=', payment)
    .where('kind', '=', 'charge')
    .executeTakeFirst()
  return row?.invoice ?? null
}
