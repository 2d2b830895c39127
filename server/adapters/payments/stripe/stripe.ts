import { Stripe } from 'stripe'
import { readInvoices } from './invoices.ts'
import { readCard } from './payments.ts'
import { readSnapshot } from './snapshot.ts'
import { idOf } from './values.ts'
import { openPortal } from './portal.ts'
import { createPrices, planNameOfPrice, readPrices } from './prices.ts'
import { createStripeClient, onceFree, type ObserveCall } from './client.ts'
import { endSubscription, moveTrialEnd, setCharging, setDefaultMethod, voidUnpaid } from './charging.ts'
import { billingFault, unlessMissing } from './faults.ts'
import { changePlan, previewPlanChange } from './plan-change.ts'
import { refundPayment } from './refunds.ts'
import type { Payments } from '../port.ts'
import { checkoutLocale } from './languages.ts'
import { createCustomer, updateCustomer } from './customers.ts'
import { verified } from './events.ts'

export type StripeOptions = {
  key: string
  /** Newest first; any of them can have signed. */
  webhookSecrets: readonly string[]
  /** An address other than Stripe's own: the sandbox's simulator, or a proxy. */
  apiBase: string | null
  automaticTax: boolean
  /** Whether buyers can enter promotion codes. */
  promotionCodes?: boolean
  /** Milliseconds before a call counts as failed. */
  timeout?: number
  /** Called after each call: its subject, its result, and its duration in seconds. */
  observe?: ObserveCall
  /** Returns where an administrator finds an object; Stripe's dashboard by default. */
  linkTo?: (object: string) => string | null
}

/**
 * The payment port on Stripe's API. Plans are identified by the lookup keys of their prices, which are the plans'
 * names.
 */
export function createStripe(
  options: StripeOptions,
  stripe: Stripe = createStripeClient(options, options.timeout ?? 8_000, options.observe),
): Payments {
  const prices = createPrices(stripe)
  // The price itself names its plan, so that a change of plan is recognised even if prices could not be looked up.
  const planOf = (price: Stripe.Price) => planNameOfPrice(price, prices.planOf)

  const payments: Payments = {
    offerPrices: prices.offer,
    checkPrices: prices.check,
    readPrices: (plans) => readPrices(stripe, plans),

    createCustomer: (key, person) => createCustomer(stripe, key, person),
    updateCustomer: (customer, person, changed) => updateCustomer(stripe, customer, person, changed),
    async deleteCustomer(customer) {
      await stripe.customers.del(customer).catch(unlessMissing)
    },

    async openCheckout(key, { order, customer, plan, successUrl, cancelUrl, language }) {
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        customer,
        client_reference_id: order,
        metadata: { order },
        subscription_data: { metadata: { order } },
        success_url: successUrl,
        cancel_url: cancelUrl,
        locale: checkoutLocale(language),
        // The shop states the plan's amount. Otherwise Stripe charges buyers abroad in their own currency, with a fee,
        // and picks one of a price's `currency_options`:
        // docs.stripe.com/payments/currencies/localize-prices/adaptive-pricing
        currency: plan.currency,
        adaptive_pricing: { enabled: false },
        // An invoice that a European company can book must contain its address and VAT id, even if Stripe does not
        // calculate the tax.
        billing_address_collection: 'required',
        tax_id_collection: { enabled: true },
        customer_update: { name: 'auto', address: 'auto' },
        ...(options.promotionCodes ? { allow_promotion_codes: true } : {}),
        ...(options.automaticTax ? { automatic_tax: { enabled: true } } : {}),
      }
      const session = await prices.use(plan, (price) =>
        onceFree(() =>
          stripe.checkout.sessions.create(
            { ...params, line_items: [{ price, quantity: 1 }] },
            // With the same key Stripe would repeat its response about another price.
            { idempotencyKey: `${key}-${price}` },
          ),
        ),
      )
      if (!session.url) throw new Error('Stripe returned a checkout session without an address')
      return { session: session.id, address: session.url, expiresAt: new Date(session.expires_at * 1000) }
    },

    async readCheckout(id) {
      const { status, subscription } = await stripe.checkout.sessions.retrieve(id)
      if (status === 'expired') return { state: 'closed' }
      if (status !== 'complete' || !subscription) return { state: 'open' }
      // With a bank debit it is complete but unpaid: docs.stripe.com/payments/checkout/fulfill-orders. The invoice
      // shows the result.
      return { state: 'complete', subscription: idOf(subscription) }
    },

    async closeCheckout(session) {
      await stripe.checkout.sessions.expire(session).catch(async (error: unknown) => {
        // Paid or closed since: its state is requested next.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        const { status } = await stripe.checkout.sessions.retrieve(session)
        if (status === 'open') throw error
      })
    },

    async closeOtherCurrencies(customer, currency) {
      for await (const session of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
        if (session.currency !== currency) await payments.closeCheckout(session.id)
    },

    openPortal: (customer, pages) => openPortal(stripe, customer, pages),

    readCard: (id) => readCard(stripe, id),
    readInvoices: (customer) => readInvoices(stripe, customer),
    readSubscription: (id, named = []) =>
      readSnapshot(stripe, id, planOf, { named, automaticTax: options.automaticTax }),
    setCharging: (id, to, owedAt) => setCharging(stripe, id, to, owedAt),
    voidUnpaid: (id, owedAt) => voidUnpaid(stripe, id, owedAt),
    moveNextCharge: (id, to, now) => moveTrialEnd(stripe, id, to, now),
    setDefaultMethod: (id) => setDefaultMethod(stripe, id),
    endCharging: (id) => endSubscription(stripe, id),
    previewPlanChange: ({ to, ...change }) =>
      prices.use(to, (price) => previewPlanChange(stripe, { ...change, price, period: to })),
    changePlan: ({ to, ...change }) => prices.use(to, (price) => changePlan(stripe, { ...change, price, period: to })),
    refund: (key, refund) => refundPayment(stripe, key, refund),
    linkTo: options.linkTo ?? ((object) => dashboardLink(options.key, object)),

    readEvent(body, signature, now) {
      for (const secret of options.webhookSecrets) {
        const event = verified(stripe, body, signature, secret, now)
        if (event) return event
      }
      return null
    },

    faultOf: billingFault,
  }
  return payments
}

const dashboardPages: Record<string, string> = {
  sub: 'subscriptions',
  pi: 'payments',
  cus: 'customers',
  in: 'invoices',
  price: 'prices',
}

function dashboardLink(key: string, object: string): string | null {
  const page = dashboardPages[object.split('_')[0] ?? '']
  return page ? `https://dashboard.stripe.com/${key.includes('_live_') ? '' : 'test/'}${page}/${object}` : null
}
