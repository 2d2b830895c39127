import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import { standingOf, entitledUntil, type PeriodStanding } from '../../../../domain/billing/standing.ts'
import type { BillingSnapshot } from '../../../../domain/billing/billing-snapshot.ts'
import { paymentStateOf } from '../../../../domain/billing/payments/payment-state.ts'
import { currencyDigits } from '../../../../domain/catalogue/plan.ts'
import type { PlanTerms } from '../../../../domain/subscription/subscription.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import { createStripeClient, type StripeAccess } from '../../../adapters/payments/stripe/client.ts'
import { createStripe } from '../../../adapters/payments/stripe/stripe.ts'
import { isoDay } from '../../../../domain/calendar.ts'

/** An account on a test clock: `stripe` for the acts of people and the vendor, and the product's own port. */
export type Provider = {
  stripe: Stripe
  payments: Payments
  plans: { monthly: PlanTerms; annual: PlanTerms }
  /** Moves the test clock, and resolves once everything that fell due is done. */
  advance(days: number): Promise<void>
  now(): Date
  /** A customer with a stored payment method, who has just bought the monthly plan. */
  buy(method: string): Promise<TrialPurchase>
  /** Deletes what was created, except for products and prices, which can only be archived. */
  clean(): Promise<void>
}

export type TrialPurchase = { customer: string; subscription: string; method: string }

/** How long a response and an advance of the clock can take, in ms, and the pause between two polls of it. */
const limits = { answer: 60_000, advance: 180_000, pause: 1_500 }
const day = 86_400

/**
 * Creates a test clock, a product and two prices named after this run. `pauseMs` is the pause while the clock advances,
 * which takes Stripe seconds to minutes: docs.stripe.com/billing/testing/test-clocks.
 */
export async function openProvider(access: StripeAccess, start: Date, pauseMs = limits.pause): Promise<Provider> {
  const stripe = createStripeClient(access, limits.answer)
  const run = `tillhouse-check-${randomUUID().slice(0, 8)}`
  const plans = { monthly: plan(run, 'month', 14_900), annual: plan(run, 'year', 118_800) }
  const payments = createStripe({
    ...access,
    webhookSecrets: [],
    automaticTax: false,
    timeout: limits.answer,
  })
  let at = Math.floor(start.getTime() / 1000)
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at, name: run })
  const clean = async () => {
    await stripe.testHelpers.testClocks.del(clock.id)
    const { data } = await stripe.prices.list({ product: run, limit: 100 })
    for (const { id } of data) await stripe.prices.update(id, { active: false })
    if (data.length > 0) await stripe.products.update(run, { active: false })
  }
  try {
    await payments.offerPrices(Object.values(plans), () => 'Tillhouse check')
  } catch (error) {
    await clean()
    throw error
  }
  return {
    stripe,
    payments,
    plans,
    now: () => new Date(at * 1000),
    clean,
    async advance(days) {
      at += Math.round(days * day)
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at })
      const until = performance.now() + limits.advance
      for (;;) {
        const { status } = await stripe.testHelpers.testClocks.retrieve(clock.id)
        if (status === 'ready') return
        if (status !== 'advancing' || performance.now() > until)
          throw new Error(`The test clock did not advance: its status is ${status}.`)
        await wait(pauseMs)
      }
    },
    async buy(name) {
      const customer = await stripe.customers.create({
        email: `${run}@example.com`,
        name: 'Tillhouse check',
        address: { country: 'DE' },
        test_clock: clock.id,
      })
      const method = await storedMethod(stripe, customer.id, name)
      const [price] = (await stripe.prices.list({ lookup_keys: [plans.monthly.name] })).data
      const { id } = await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price?.id ?? '' }],
        default_payment_method: method,
        off_session: true,
        metadata: { order: run },
      })
      return { customer: customer.id, subscription: id, method }
    },
  }
}

/** Attaches one of Stripe's test payment methods (docs.stripe.com/testing), or a bank account by its test IBAN. */
export async function storedMethod(stripe: Stripe, customer: string, name: string): Promise<string> {
  const given = name.startsWith('pm_')
    ? name
    : (
        await stripe.paymentMethods.create({
          type: 'sepa_debit',
          sepa_debit: { iban: name },
          billing_details: { email: 'check@example.com', name: 'Tillhouse check' },
        })
      ).id
  const { id } = await stripe.paymentMethods.attach(given, { customer })
  return id
}

function plan(product: string, interval: 'month' | 'year', priceMinor: number): PlanTerms {
  const name = `${product}-${interval}`
  const sold = { product, name, title: name, priceMinor, currency: 'usd', conditions: '' }
  return {
    ...sold,
    type: 'subscription',
    durationInDays: null,
    recurringInterval: interval,
    recurringIntervalCount: 1,
  }
}

/** What the provider stores, and how the product interprets it, both as comparable text. */
export type ObservedState = { held: string; believed: string }

export async function see({ payments, plans, now }: Provider, { subscription }: TrialPurchase): Promise<ObservedState> {
  const first = await payments.readSubscription(subscription)
  // Disputes are read only for named payments, as a webhook would name them.
  const named = first.invoices.flatMap(({ payment }) => payment ?? [])
  const snapshot = await payments.readSubscription(subscription, named)
  const standing = standingOf(snapshot, null, now())
  const title = Object.entries(plans).find(([, { name }]) => name === snapshot.plan)?.[0] ?? 'unknown plan'
  return { held: heldOf(snapshot, title), believed: believedOf(snapshot, standing) }
}

function heldOf({ status, charging, period, invoices, payments }: BillingSnapshot, plan: string): string {
  const listed = invoices
    .filter(({ total }) => total !== 0)
    .map(({ status: state, total, currency, payment }) => {
      const refunded = payments.find(({ id }) => id === payment)?.refunded ?? 0
      const returned = refunded > 0 ? ` (refunded ${amountOf(refunded, currency)})` : ''
      return `${state} ${amountOf(total, currency)}${returned}`
    })
    .toReversed()
  return `${plan}, ${status}, renewal ${charging}, until ${isoDay(period.end)}; ${listed.join(', ') || 'no invoice'}`
}

const amountOf = (minor: number, currency: string) =>
  (minor / 10 ** currencyDigits(currency)).toFixed(currencyDigits(currency))

function believedOf(snapshot: BillingSnapshot, standing: PeriodStanding): string {
  return `${paymentStateOf(snapshot, standing)}, access until ${isoDay(entitledUntil(snapshot, standing))}`
}
