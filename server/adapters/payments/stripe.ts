import { setTimeout as wait } from 'node:timers/promises'
import { Stripe } from 'stripe'
import { eventSubject } from './stripe-event-subject.ts'
import { readInvoices } from './stripe-invoices.ts'
import { readCard } from './stripe-payments.ts'
import { readSnapshot } from './stripe-snapshot.ts'
import { idOf } from './stripe-values.ts'
import { openPortal } from './stripe-portal.ts'
import { createPrices, PlanNotSold, planNameOfPrice, readPrices } from './stripe-prices.ts'
import { createStripeClient, type ObserveCall } from './stripe-client.ts'
import { endSubscription, moveTrialEnd, setCharging, voidUnpaid } from './stripe-charging.ts'
import { billingFault, isMissing, isOtherCurrency, unlessMissing } from './stripe-faults.ts'
import { changePlan, previewPlanChange } from './stripe-plan-change.ts'
import { refundPayment } from './stripe-refunds.ts'
import type { Customer, Payments } from './port.ts'
import { vatIdKind } from '../../../domain/registration/invoice-details.ts'
import { unprintable } from '../../../domain/registration/printable.ts'
import type { PaymentProviderEvent } from '../../../domain/billing/payment-provider-event.ts'
import { checkoutLocale, customerLocale } from './stripe-languages.ts'

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

const tolerance = 300

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

    async createCustomer(key, person) {
      // Without the VAT id: one that Stripe refuses (docs.stripe.com/error-codes, tax_id_invalid) must not prevent a purchase.
      const { id } = await onceFree(() => stripe.customers.create(customerParams(person), { idempotencyKey: key }))
      return { customer: id }
    },

    async updateCustomer(customer, person, changed = []) {
      const before = await stripe.customers.retrieve(customer).catch((error: unknown) => {
        unlessMissing(error)
        return undefined
      })
      if (!before || before.deleted) return
      const { address, ...params } = customerParams(person)
      // An address that the customer entered on one of Stripe's pages is more complete than the country stored here.
      const kept = before.address?.country === address.country && !changed.includes('address')
      // A line is removed by an empty string: docs.stripe.com/api/customers/update.
      const none = { line1: '', line2: '', postal_code: '', city: '', state: '' }
      const whole = kept ? { ...none, ...linesOf(before.address), ...stateOf(address) } : { ...none, ...address }
      const isSent = !kept || changed.includes('state')
      await stripe.customers.update(customer, isSent ? { ...params, address: whole } : params).catch(unlessMissing)
      if (changed.includes('vatId') && person.vatId !== null)
        await putTaxId(stripe, customer, vatIdKind(person.vatId, person.country))
    },

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

    openPortal: (customer, pages) => openPortal(stripe, customer, pages),

    readCard: (id) => readCard(stripe, id),
    readInvoices: (customer) => readInvoices(stripe, customer),
    readSubscription: (id, named = []) => readSnapshot(stripe, id, planOf, named),
    setCharging: (id, to, owedAt) => setCharging(stripe, id, to, owedAt),
    voidUnpaid: (id, owedAt) => voidUnpaid(stripe, id, owedAt),
    moveNextCharge: (id, to, now) => moveTrialEnd(stripe, id, to, now),
    endCharging: (id) => endSubscription(stripe, id),
    previewPlanChange: ({ to, ...change }) =>
      prices.use(to, (price) => previewPlanChange(stripe, { ...change, price })),
    changePlan: ({ to, ...change }) => prices.use(to, (price) => changePlan(stripe, { ...change, price })),
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
    isTemporary: (error) => billingFault(error).temporary && error instanceof Stripe.errors.StripeError,
    isUnknownCustomer: (error) => isMissing(error) && /No such customer/i.test(error.message),
    isUnknown: isMissing,
    notSold: (error) => (error instanceof PlanNotSold ? error.message : null),
    isOtherCurrency,
  }
  return payments
}

/** The invoice names the company: docs.stripe.com/api/customers/object, `name`. */
function customerParams({ subscriberId, email, name, company, country, state, language, address }: Customer) {
  const lines = address && {
    line1: address.line1,
    line2: address.line2,
    postal_code: address.postalCode,
    city: address.city,
  }
  return {
    email,
    name: company,
    business_name: company,
    individual_name: name,
    // An empty part would be a request to remove it, and a new customer has none.
    address: { country, ...(state === null ? {} : { state }), ...linesOf(lines) },
    preferred_locales: [customerLocale(language)],
    metadata: { subscriber: subscriberId },
  } satisfies Stripe.CustomerCreateParams
}

/** The parts of an address that are not empty. */
function linesOf(address: object | null | undefined): Partial<Record<keyof Stripe.Address, string>> {
  return Object.fromEntries(Object.entries(address ?? {}).filter(([, part]) => part !== null && part !== ''))
}

/** Returns the state, empty if the country has none here. */
const stateOf = ({ state = '' }: { state?: string }) => ({ state })

/** Makes a tax id the customer's only one of the types used here, or removes those. */
async function putTaxId(stripe: Stripe, customer: string, taxId: ReturnType<typeof vatIdKind>): Promise<void> {
  const { data } = await stripe.customers.listTaxIds(customer, { limit: 100 })
  const kept = data.filter(({ type }) => /^(?:eu|gb|ch|no)_vat$/.test(type))
  const there = taxId && kept.find(({ type, value }) => type === taxId.type && value === taxId.value)
  if (taxId && !there) await stripe.customers.createTaxId(customer, taxId)
  for (const { id } of kept) if (id !== there?.id) await stripe.customers.deleteTaxId(customer, id).catch(unlessMissing)
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

/** A buyer who presses twice waits for the first press: its key is in use until then, and returns the same answer afterwards. */
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

function verified(
  stripe: Stripe,
  body: Buffer,
  signature: string,
  secret: string,
  now: Date,
): PaymentProviderEvent | null {
  // The library rejects old signatures and accepts future ones: docs.stripe.com/webhooks, "Preventing replay attacks".
  const signedAt = Math.max(...[...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, seconds]) => Number(seconds)))
  if (signedAt * 1000 > now.getTime() + tolerance * 1000) return null
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now.getTime())
    const createdAt = new Date(event.created * 1000)
    const about = eventSubject(event)
    // A database cannot store U+0000, so Stripe would send such a report for days.
    if ([event.id, event.type, ...Object.values(about ?? {})].some((text) => unprintable.test(text))) return null
    return { id: event.id, type: event.type, createdAt, about }
  } catch {
    return null
  }
}
