/** Stores what the shop would have stored of people who pay at the simulator of Stripe. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { AddedCustomer } from 'stripe-simulator'
import { utcMidnight } from '../../domain/calendar.ts'
import { createRandom } from './random.ts'
import { remark } from './remarks.ts'

export type Payer = {
  id: string
  subscriber: string
  email: string
  name: string
  country: string
  plan: string
  anchor: Date
  renews: boolean
  /** When an administrator ended it; null for not. */
  cancelledAt: Date | null
  paidUntil: Date
  /** The renewal failed, and the days of grace run. */
  failed: boolean
  payment: string
}

/** A renewal that failed, or was paid today, and a dispute that is open, are left to the shop to find when it starts. */
export async function storeBilled(
  client: pg.Client,
  payers: readonly Payer[],
  added: readonly AddedCustomer[],
  { administrators, now }: { administrators: readonly string[]; now: Date },
): Promise<void> {
  const billed = payers.flatMap((payer, place) => {
    const one = added[place]
    return one ? [billedOf(payer, one)] : []
  })
  await client.query(
    `update subscribers s set payment_customer = a.customer
     from json_to_recordset($1) as a(subscriber uuid, customer text) where s.id = a.subscriber`,
    [JSON.stringify(billed)],
  )
  await client.query(
    `update subscriptions x set provider_subscription = a.subscription, provider_period_end = a."periodEnd",
       provider_ended_at = a."endedAt", paid_back_until = a."paidBackUntil",
       provider_charging = case when a.renews then 'on' else 'off' end, payment_state = a.state,
       next_charge_at = case when a.renews then a."periodEnd" end,
       next_amount = case when a.renews then (x.terms ->> 'priceMinor')::bigint end, next_discount = 0, next_credit = 0,
       next_currency = x.terms ->> 'currency',
       -- Asked again over the next day; what is not known yet, first.
       asked_at = $2::timestamptz - case when a.known then random() * interval '20 hours' else interval '2 days' end
     from json_to_recordset($1) as a(id uuid, subscription text, "periodEnd" timestamptz, "endedAt" timestamptz,
       "paidBackUntil" timestamptz, renews boolean, state text, known boolean)
     where x.id = a.id`,
    [JSON.stringify(billed), now],
  )
  await addPayments(client, billed, administrators)
}

type Billed = ReturnType<typeof billedOf>

function billedOf({ id, subscriber, renews, failed, paidUntil, cancelledAt }: Payer, one: AddedCustomer) {
  const { customer, subscription, periodEnd, endedAt, paid, returned } = one
  const isOpen = returned?.state === 'open'
  const isSeen = utcMidnight(new Date(periodEnd * 1000)).getTime() === paidUntil.getTime()
  const known = isSeen && !isOpen
  // The shop asks only about what it does not know to have ended.
  const isEnded = endedAt !== null && known
  const paidBack =
    returned !== null && returned.amount === paid.at(-1)?.amount && ['succeeded', 'lost'].includes(returned.state)
  return {
    id,
    subscriber,
    customer,
    subscription,
    periodEnd: iso(periodEnd),
    endedAt: isEnded ? iso(endedAt) : null,
    paidBackUntil: paidBack ? iso(periodEnd) : null,
    cancelled: cancelledAt !== null,
    renews: renews && cancelledAt === null,
    state: isEnded ? 'ended' : failed ? 'past_due' : 'paid',
    known,
    paid,
    returned,
  }
}

/** A refund is an administrator's, with a reason, in the audit too; a dispute is the bank's. */
async function addPayments(
  client: pg.Client,
  billed: readonly Billed[],
  administrators: readonly string[],
): Promise<void> {
  const random = createRandom(billed.length)
  const refunds: object[] = []
  const rows = billed.flatMap(({ id, subscriber, cancelled, paid, returned }) =>
    paid.flatMap(({ id: invoice, number, payment, amount, currency, paidAt, period }) => {
      const about = { subscription_id: id, payment, invoice, invoice_number: number, currency }
      const days = { period_start: iso(period.start), period_end: iso(period.end) }
      const charge = { kind: 'charge', provider_id: invoice, state: 'paid', amount, tax: 0, at: iso(paidAt) }
      const rows: object[] = [{ id: randomUUID(), ...about, ...days, ...charge }]
      if (returned?.invoice !== invoice) return rows
      const { kind, id: provider_id, state, amount: back, at } = returned
      const outcome = cancelled ? 'end' : 'keep'
      const done = { at: iso(at), by: random.of(administrators), comment: remark(random, 'refund') }
      const given = { id: randomUUID(), ...about, ...days, kind, provider_id, state, amount: back, at: iso(at) }
      if (kind === 'dispute') return [...rows, given]
      const refund = { amount: back, currency, invoice: number, outcome }
      refunds.push({ id: randomUUID(), subscriber_id: subscriber, subscription_id: id, ...done, refund })
      return [...rows, { ...given, ...done, outcome }]
    }),
  )
  await client.query(
    `insert into payments (id, subscription_id, kind, provider_id, payment, invoice, invoice_number, state, amount, tax,
       currency, period_start, period_end, at, comment, by, outcome)
     select id, subscription_id, kind, provider_id, payment, invoice, invoice_number, state, amount, tax,
       currency, period_start, period_end, at, comment, by, outcome
     from json_to_recordset($1) as p(id uuid, subscription_id uuid, kind text, provider_id text, payment text, invoice text,
       invoice_number text, state text, amount bigint, tax bigint, currency text, period_start timestamptz,
       period_end timestamptz, at timestamptz, comment text, by text, outcome text)`,
    [JSON.stringify(rows)],
  )
  await client.query(
    `insert into audit (id, at, by, act, subscriber_id, subscription_id, comment, refund)
     select id, at, by, 'refund', subscriber_id, subscription_id, comment, refund
     from json_to_recordset($1) as a(id uuid, at timestamptz, by text, subscriber_id uuid, subscription_id uuid,
       comment text, refund jsonb)`,
    [JSON.stringify(refunds)],
  )
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
