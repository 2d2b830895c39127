import { setTimeout as wait } from 'node:timers/promises'
import { Stripe } from 'stripe'
import { eventSubject, readCard, readProviderSubscription } from './stripe-objects.ts'
import { createPrices } from './stripe-prices.ts'
import type { Payments, ProviderEvent } from './port.ts'

export type StripeOptions = {
  key: string
  /** Newest first; any of them may have signed. */
  webhookSecrets: readonly string[]
  /** Another address than Stripe's own: the sandbox's stand-in, or a proxy. */
  apiBase: string | null
  automaticTax: boolean
  /** Milliseconds before a call counts as failed. */
  timeout?: number
}

const tolerance = 300
/** How far ahead the next charge may be set, in milliseconds. */
const furthest = 700 * 86_400_000

/** The payment port on Stripe's API. Plans go by the lookup keys of their prices, which are the plans' names. */
export function createStripe(options: StripeOptions): Payments {
  const stripe = new Stripe(options.key, {
    telemetry: false,
    maxNetworkRetries: 0,
    timeout: options.timeout ?? 8_000,
    ...addressOf(options.apiBase),
  })
  const prices = createPrices(stripe)

  /** What has ended needs no change any more; whether it has, its own state tells. */
  const unlessEnded = (id: string) => async (error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    if (error.code === 'resource_missing') return
    const { ended_at: endedAt } = await stripe.subscriptions.retrieve(id)
    if (!endedAt) throw error
  }

  const payments: Payments = {
    offerPrices: prices.offer,
    checkPrices: prices.check,

    async createCustomer(key, { email, name, subscriberId }) {
      const customer = { email, name, metadata: { subscriber: subscriberId } }
      const { id } = await onceFree(() => stripe.customers.create(customer, { idempotencyKey: key }))
      return { customer: id }
    },

    async deleteCustomer(key, customer) {
      await stripe.customers.del(customer, {}, { idempotencyKey: key }).catch(unlessGone)
    },

    async openCheckout(key, { order, customer, plan, successUrl, cancelUrl }) {
      const price = await prices.of(plan)
      const asked: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        customer,
        client_reference_id: order,
        metadata: { order },
        subscription_data: { metadata: { order } },
        line_items: [{ price, quantity: 1 }],
        success_url: successUrl,
        cancel_url: cancelUrl,
        ...(options.automaticTax
          ? {
              automatic_tax: { enabled: true },
              tax_id_collection: { enabled: true },
              customer_update: { name: 'auto', address: 'auto' },
            }
          : {}),
      }
      const session = await onceFree(() => stripe.checkout.sessions.create(asked, { idempotencyKey: key }))
      if (!session.url) throw new Error('the provider gave no address to pay at')
      return { session: session.id, address: session.url, expiresAt: new Date(session.expires_at * 1000) }
    },

    async readCheckout(id) {
      const session = await stripe.checkout.sessions.retrieve(id)
      const { subscription } = session
      if (session.status === 'complete' && session.payment_status !== 'unpaid' && subscription) {
        return { state: 'paid', subscription: typeof subscription === 'string' ? subscription : subscription.id }
      }
      return { state: session.status === 'expired' ? 'closed' : 'open' }
    },

    async closeCheckout(key, session) {
      await stripe.checkout.sessions.expire(session, {}, { idempotencyKey: key }).catch(async (error: unknown) => {
        // Paid or closed meanwhile: what became of it is asked for next.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        const { status } = await stripe.checkout.sessions.retrieve(session)
        if (status === 'open') throw error
      })
    },

    async openPortal(customer, returnTo) {
      const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: returnTo })
      return { address: url }
    },

    readCard: (id) => readCard(stripe, id),

    readSubscription: (id) => readProviderSubscription(stripe, id, prices.planOf),

    async setCharging(key, subscription, to) {
      const settings: Record<typeof to, Stripe.SubscriptionUpdateParams> = {
        on: { cancel_at_period_end: false, pause_collection: '' },
        paused: { cancel_at_period_end: false, pause_collection: { behavior: 'void' } },
        off: { cancel_at_period_end: true, pause_collection: '' },
      }
      await stripe.subscriptions
        .update(subscription, settings[to], { idempotencyKey: key })
        .catch(unlessEnded(subscription))
      // A pause is for invoices to come: what is open already would still be collected.
      if (to === 'paused') await voidOpenInvoices(stripe, subscription)
    },

    async moveNextCharge(key, subscription, to, now) {
      // The provider takes two years at the most: what lies beyond is moved on by the sweep, when the day comes nearer.
      const trialEnd = Math.floor(Math.min(to.getTime(), now.getTime() + furthest) / 1000)
      await stripe.subscriptions
        .update(subscription, { trial_end: trialEnd, proration_behavior: 'none' }, { idempotencyKey: key })
        .catch(unlessEnded(subscription))
    },

    async endCharging(key, subscription) {
      await stripe.subscriptions
        .cancel(subscription, { prorate: false }, { idempotencyKey: key })
        .catch(unlessEnded(subscription))
    },

    async refund(key, payment) {
      if (!payment.startsWith('pi_')) return
      await stripe.refunds.create({ payment_intent: payment }, { idempotencyKey: key }).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'))
          throw error
      })
    },

    readEvent(body, signature, now) {
      for (const secret of options.webhookSecrets) {
        const event = verified(stripe, body, signature, secret, now)
        if (event) return event
      }
      return null
    },

    isTemporary(error) {
      const { StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeIdempotencyError } = Stripe.errors
      return [StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeIdempotencyError].some(
        (kind) => error instanceof kind,
      )
    },

    isUnknown: (error) => error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing',

    explain(error) {
      if (!(error instanceof Stripe.errors.StripeError)) return { answered: false, reason: nameOf(error), answer: null }
      const { statusCode, code, type, message } = error
      // Stripe repeats its first answer to a key, a 500 included, but stores none when another request with the same key is
      // still running (409): https://docs.stripe.com/api/idempotent_requests
      const answered = statusCode !== undefined && statusCode !== 409
      return { answered, reason: code ?? type, answer: answered ? message.slice(0, 300) : null }
    },
  }
  return payments
}

/** The code of an error that is not Stripe's. */
function nameOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown'
}

function addressOf(apiBase: string | null) {
  if (!apiBase) return {}
  const { hostname, port, protocol } = new URL(apiBase)
  const plain = protocol === 'http:'
  return {
    host: hostname,
    port: Number(port) || (plain ? 80 : 443),
    protocol: plain ? ('http' as const) : ('https' as const),
  }
}

/** Somebody who presses twice waits for the first press: its key is in use until then, and brings the same answer afterwards. */
async function onceFree<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      const inUse = error instanceof Stripe.errors.StripeError && error.statusCode === 409
      if (!inUse || tries === 25) throw error
      await wait(200)
    }
  }
}

/** What is gone needs no change any more. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')) throw error
}

async function voidOpenInvoices(stripe: Stripe, subscription: string): Promise<void> {
  for await (const invoice of stripe.invoices.list({ subscription, status: 'open', limit: 100 })) {
    if (invoice.id) await stripe.invoices.voidInvoice(invoice.id).catch(unlessGone)
  }
}

function verified(stripe: Stripe, body: Buffer, signature: string, secret: string, now: Date): ProviderEvent | null {
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now.getTime())
    return { id: event.id, type: event.type, about: eventSubject(event) }
  } catch {
    return null
  }
}
