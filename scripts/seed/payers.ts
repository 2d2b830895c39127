/** Adds the paying people of a seed to the simulator of Stripe, with their invoices, cards and failures. */
import pg from 'pg'
import { utcMidnight } from '../../domain/calendar.ts'
import type { AddedCustomer, PastCustomer } from 'stripe-simulator'
import { offerInSimulator, sandboxStripe, startSimulator } from '../../server/app/integrations.ts'
import type { Config } from '../../server/app/config/config.ts'
import type { Catalogue } from '../../server/catalogue.ts'

/** The number of people whose whole past is billed; others have only the invoice of the current period. */
const longPasts = 200
/** Names in Stripe's documentation: most people pay with Visa. */
const cards = ['pm_card_visa', 'pm_card_visa', 'pm_card_mastercard'] as const

type Payer = {
  id: string
  subscriber: string
  email: string
  name: string
  country: string
  plan: string
  anchor: Date
  renews: boolean
  paidUntil: Date
  /** True if the renewal failed, and the days of grace are running. */
  failed: boolean
  payment: string
}

/** Returns the number of paying people. `now` is the shop's time. */
export async function addPayers(
  databaseUrl: string,
  { config, catalogue, now }: { config: Config; catalogue: Catalogue; now: Date },
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tillhouse seed' })
  await client.connect()
  const simulator = await startSimulator({ config, now: () => now })
  try {
    const { apiBase } = simulator
    const { key, webhookSecret } = sandboxStripe
    await offerInSimulator({ key, webhookSecrets: [webhookSecret], automaticTax: false, apiBase }, catalogue)
    const payers = await payersIn(client, now)
    const added = await simulator.addPast(payers.map((payer, place) => pastOf(payer, place)))
    await client.query('begin')
    for (let at = 0; at < payers.length; at += 500)
      await connect(client, payers.slice(at, at + 500), added.slice(at, at + 500), now)
    await client.query('commit')
    return payers.length
  } finally {
    await simulator.stop()
    await client.end()
  }
}

/** The periods of a plan count from its first payment, or from the change to it. */
async function payersIn(client: pg.Client, now: Date): Promise<Payer[]> {
  const { rows } = await client.query<Payer>(
    `select x.id, x.subscriber_id as subscriber, s.email, s.first_name || ' ' || s.last_name as name, s.country, x.plan,
       coalesce((select max(at) from events e where e.subscription_id = x.id and e.type = 'PLAN_CHANGED'), x.start_date) as anchor,
       x.renewal = 'on' as renews, x.paid_until as "paidUntil", x.paid_until < $1 as failed, x.payment
     from subscriptions x join subscribers s on s.id = x.subscriber_id
     where x.status = 'active' and x.type = 'subscription' and x.payment like 'in\\_seed%' and x.provider_subscription is null
     order by x.id`,
    [utcMidnight(now)],
  )
  return rows
}

function pastOf(payer: Payer, place: number): PastCustomer {
  const { email, name, country, plan, anchor, renews, failed, payment, paidUntil, subscriber } = payer
  return {
    email,
    name,
    country,
    metadata: { subscriber },
    price: plan,
    anchor: Math.floor(anchor.getTime() / 1000),
    // A failed renewal follows a paid period.
    before: place < longPasts ? Infinity : failed ? 1 : 0,
    card: failed ? 'pm_card_chargeCustomerFail' : (cards[place % cards.length] ?? cards[0]),
    stops: !renews,
    invoice: { id: payment, paidUntil: Math.floor(paidUntil.getTime() / 1000) },
  }
}

/**
 * Stores what the shop would have stored of it. A renewal that failed or was paid today is left for the shop to find.
 */
async function connect(
  client: pg.Client,
  payers: readonly Payer[],
  added: readonly AddedCustomer[],
  now: Date,
): Promise<void> {
  const connected = payers.flatMap(({ id, subscriber, renews, failed, paidUntil }, place) => {
    const one = added[place]
    if (!one) return []
    const known = utcMidnight(new Date(one.periodEnd * 1000)).getTime() === paidUntil.getTime()
    return [{ ...one, id, subscriber, renews, failed, known, periodEnd: iso(one.periodEnd) }]
  })
  const payments = connected.flatMap(({ id, paid }) =>
    paid.map(({ id: invoice, number, payment, amount, currency, paidAt, period }) => ({
      subscription_id: id,
      provider_id: invoice,
      payment,
      invoice_number: number,
      amount,
      currency,
      period_start: iso(period.start),
      period_end: iso(period.end),
      at: iso(paidAt),
    })),
  )
  await client.query(
    `update subscribers s set payment_customer = a.customer
     from json_to_recordset($1) as a(subscriber uuid, customer text) where s.id = a.subscriber`,
    [JSON.stringify(connected)],
  )
  await client.query(
    `update subscriptions x set provider_subscription = a.subscription, provider_period_end = a."periodEnd",
       provider_charging = case when a.renews then 'on' else 'off' end, payment_state = case when a.failed then 'past_due' else 'paid' end,
       next_charge_at = case when a.renews then a."periodEnd" end,
       next_amount = case when a.renews then (x.terms ->> 'priceMinor')::bigint end, next_discount = 0, next_credit = 0,
       next_currency = x.terms ->> 'currency',
       -- Asked again over the next day; what is not known yet, first.
       asked_at = $2::timestamptz - case when a.known then random() * interval '20 hours' else interval '2 days' end,
       payments_read_at = case when a.known then $2::timestamptz end
     from json_to_recordset($1) as a(id uuid, subscription text, "periodEnd" timestamptz, renews boolean, failed boolean, known boolean)
     where x.id = a.id`,
    [JSON.stringify(connected), now],
  )
  await client.query(
    `insert into payments (id, subscription_id, kind, provider_id, payment, invoice, invoice_number, state, amount, tax, currency,
       period_start, period_end, at)
     select gen_random_uuid(), subscription_id, 'charge', provider_id, payment, provider_id, invoice_number, 'paid', amount, 0,
       currency, period_start, period_end, at
     from json_to_recordset($1) as p(subscription_id uuid, provider_id text, payment text, invoice_number text, amount bigint,
       currency text, period_start timestamptz, period_end timestamptz, at timestamptz)`,
    [JSON.stringify(payments)],
  )
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
