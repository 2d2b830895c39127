/** Makes the paying people of a seed known to the simulator of Stripe, with their invoices, cards, failures, refunds and disputes. */
import type pg from 'pg'
import { utcMidnight } from '../../domain/calendar.ts'
import type { Brand } from '../../domain/catalogue/brand.ts'
import type { Afterwards, PastCustomer } from 'stripe-simulator'
import { offerInSimulator, sandboxStripe, startSimulator } from '../../server/app/integrations/payments.ts'
import type { Config } from '../../server/app/config/config.ts'
import type { Catalogue } from '../../server/catalogue.ts'
import { administratorsOf } from './batches.ts'
import { storeBilled, type Payer } from './billed.ts'

/** People whose whole past is billed; the others have the invoice of the last period that was paid. */
const longPasts = 200
/** Names in Stripe's documentation: most people pay with Visa. */
const cards = ['pm_card_visa', 'pm_card_visa', 'pm_card_mastercard'] as const

/**
 * Returns how many people pay or have paid. `client` is in the transaction that has added the subscribers with these ids:
 * if it fails, the simulator has none of them either. `now` is the shop's time.
 */
export async function addPayers(
  client: pg.Client,
  subscribers: readonly string[],
  { config, catalogue, brand, now }: { config: Config; catalogue: Catalogue; brand: Brand; now: Date },
): Promise<number> {
  const administrators = administratorsOf(brand)
  const simulator = await startSimulator({ config, now: () => now })
  try {
    const { apiBase } = simulator
    const { key, webhookSecret } = sandboxStripe
    await offerInSimulator({ key, webhookSecrets: [webhookSecret], automaticTax: false, apiBase }, catalogue)
    const payers = await payersAmong(client, subscribers, now)
    const pasts = payers.map((payer, place) => pastOf(payer, place))
    await simulator.addPast(pasts, async (added) => {
      for (let at = 0; at < payers.length; at += 500)
        await storeBilled(client, payers.slice(at, at + 500), added.slice(at, at + 500), { administrators, now })
    })
    return payers.length
  } finally {
    await simulator.stop()
  }
}

/** The periods of a plan count from its first payment, or from the change to it. */
async function payersAmong(client: pg.Client, subscribers: readonly string[], now: Date): Promise<Payer[]> {
  await client.query('analyze subscribers, subscriptions, events')
  const lastOf = (type: string) =>
    `(select max(at) from events e where e.subscription_id = x.id and e.type = '${type}')`
  const { rows } = await client.query<Payer>(
    `select x.id, x.subscriber_id as subscriber, s.email, s.first_name || ' ' || s.last_name as name, s.country, x.plan,
       coalesce(${lastOf('PLAN_CHANGED')}, x.start_date) as anchor, x.renewal = 'on' as renews,
       case when x.status = 'cancelled' then ${lastOf('SUBSCRIPTION_CANCELLED')} end as "cancelledAt",
       x.paid_until as "paidUntil", x.status = 'active' and x.paid_until < $1 as failed, x.payment
     from subscriptions x join subscribers s on s.id = x.subscriber_id
     where x.subscriber_id = any($2) and x.type = 'subscription' and x.payment is not null and x.start_date is not null
       and (x.status in ('active', 'cancelled') or (x.status = 'expired' and x.renewal = 'stopped'))
     order by x.id`,
    [utcMidnight(now), subscribers],
  )
  return rows
}

function pastOf(payer: Payer, place: number): PastCustomer {
  const { email, name, country, plan, anchor, renews, failed, payment, paidUntil, subscriber, cancelledAt } = payer
  return {
    email,
    name,
    country,
    metadata: { subscriber },
    price: plan,
    anchor: secondsOf(anchor),
    // The renewal that failed follows a period that was paid; the card would have failed at earlier ones too.
    before: failed ? 1 : place < longPasts ? Infinity : 0,
    card: failed ? 'pm_card_chargeCustomerFail' : (cards[place % cards.length] ?? cards[0]),
    stops: !renews,
    cancelled: cancelledAt && secondsOf(cancelledAt),
    afterwards: failed ? null : afterwardsOf(cancelledAt !== null, place),
    payment: { id: payment, paidUntil: secondsOf(paidUntil) },
  }
}

/** Most of those who were cancelled got their money back; of the others a few some of it. Banks dispute one payment in fifty. */
function afterwardsOf(cancelled: boolean, place: number): Afterwards | null {
  if (cancelled && place % 9 === 4) return { kind: 'dispute', outcome: 'lost' }
  if (cancelled) return place % 3 === 0 ? null : { kind: 'refund', share: 1 }
  if (place % 50 === 11) return { kind: 'dispute', outcome: place % 100 === 11 ? 'open' : 'won' }
  return place % 12 === 5 ? { kind: 'refund', share: 0.25 } : null
}

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000)
