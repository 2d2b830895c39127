import { Stripe } from 'stripe'
import { z } from 'zod'
import type { PlanTerms } from '../../../domain/subscription/subscription.ts'
import { createStripeClient, type StripeAccess } from './stripe-client.ts'
import { endsTrials, readPortalFeatures, type PortalFeatures } from './stripe-portal.ts'
import { archivedProducts, findPrices, priceFaults, productFaults } from './stripe-prices.ts'
import { webhookEvents } from './webhook-events.ts'

/**
 * A finding in Stripe's settings. A fault of a price or product stops the sale of its plan, any other fault the start;
 * a warning stops nothing.
 */
export type Finding = {
  level: 'ok' | 'warning' | 'fault'
  about: 'connection' | 'key' | 'prices' | 'products' | 'tax' | 'portal' | 'webhook' | 'permissions'
  sentence: string
}

export type SettingsQuestion = {
  plans: readonly PlanTerms[]
  automaticTax: boolean
  /** Where Stripe must send its reports; null if Stripe cannot reach the shop. */
  webhookUrl: string | null
}

type About = Finding['about']
const ok = (about: About, sentence: string): Finding => ({ level: 'ok', about, sentence })
const warning = (about: About, sentence: string): Finding => ({ level: 'warning', about, sentence })
const fault = (about: About, sentence: string): Finding => ({ level: 'fault', about, sentence })

/** How long one response can take, in ms. All are requested together, so the whole check takes hardly longer. */
const answerTimeout = 4000

/**
 * Compares the settings of the Stripe account with what the shop requires. Only reads, and never rejects because of
 * Stripe's responses: a setting that cannot be read is a warning.
 */
export async function checkSettings(
  access: StripeAccess,
  { plans, automaticTax, webhookUrl }: SettingsQuestion,
  timeout = answerTimeout,
): Promise<Finding[]> {
  const stripe = createStripeClient(access, timeout)
  const prices = findPrices(stripe, plans)
  // The reason for a failed read is reported once; the other parts continue without the prices.
  const known = prices.catch(() => null)
  const parts: [About, string, Promise<Finding[]>][] = [
    ['prices', 'The prices', prices.then((found) => [...judgePrices(plans, found), ...judgeCurrencies(plans)])],
    ['products', 'The products', checkProducts(stripe, plans, known)],
    ['tax', 'The tax settings', automaticTax ? checkTax(stripe, known) : Promise.resolve([])],
    ['portal', 'The customer portal', checkPortal(stripe, plans, known)],
    ['webhook', 'The webhook endpoint', webhookUrl === null ? Promise.resolve([]) : checkWebhook(stripe, webhookUrl)],
    ...permissionChecks(stripe, access.key),
  ]
  const findings = await Promise.all(
    parts.map(([about, what, part]) => part.catch((error: unknown) => [unread(about, what, error)])),
  )
  return withoutRepetition(findings.flat())
}

/** Interprets a failed response. Rejects for an error that is not about Stripe's response. */
function unread(about: About, what: string, error: unknown): Finding {
  const { StripeError, StripeAuthenticationError, StripePermissionError } = Stripe.errors
  if (!isAboutAnswer(error)) throw error
  if (error instanceof z.ZodError || error instanceof TypeError)
    return warning(about, `${what} could not be checked: the response has an unexpected format.`)
  if (error instanceof StripeAuthenticationError)
    return fault('key', 'Stripe rejects STRIPE_SECRET_KEY: set a key that is valid and not revoked.')
  if (error instanceof StripePermissionError) {
    const permission = /'(rak_\w+)'/.exec(error.message)?.[1]
    const lack = permission ? `the permission ${permission}` : 'a permission'
    return warning('permissions', `${what} cannot be read: the restricted key lacks ${lack}.`)
  }
  if (isTemporary(error))
    return warning(
      'connection',
      'Stripe cannot be reached, so its settings could not be checked. Prices are looked up at the first purchase.',
    )
  const status = error instanceof StripeError ? error.statusCode : undefined
  return warning(about, `${what} could not be checked: the response was ${status ?? 'unclear'}.`)
}

/** Whether an error is about Stripe's response. A TypeError means that documented fields are missing in it. */
export function isAboutAnswer(error: unknown): boolean {
  return [Stripe.errors.StripeError, z.ZodError, TypeError].some((kind) => error instanceof kind)
}

function isTemporary(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
  return [StripeConnectionError, StripeAPIError, StripeRateLimitError].some((kind) => error instanceof kind)
}

/** If several parts fail for the same reason, one line states it. */
function withoutRepetition(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.sentence, finding])).values()]
}

type FoundPrices = ReadonlyMap<string, Stripe.Price>

function judgePrices(plans: readonly PlanTerms[], prices: FoundPrices): Finding[] {
  const faults = plans.flatMap((plan) => priceFaults(plan, prices.get(plan.name)))
  if (faults.length === 0) return [ok('prices', `Stripe has the price of every paid plan (${plans.length}).`)]
  return faults.map((sentence) => fault('prices', sentence))
}

/** Stripe bills a customer in one currency at a time: docs.stripe.com/invoicing/multi-currency-customers. */
function judgeCurrencies(plans: readonly PlanTerms[]): Finding[] {
  const currencies = [...new Set(plans.map(({ currency }) => currency.toUpperCase()))].toSorted()
  if (currencies.length < 2) return []
  return [
    warning(
      'prices',
      `The paid plans have different currencies (${currencies.join(', ')}): Stripe refuses customers a second subscription in another currency while the first is active.`,
    ),
  ]
}

async function checkProducts(
  stripe: Stripe,
  plans: readonly PlanTerms[],
  finding: Promise<FoundPrices | null>,
): Promise<Finding[]> {
  const prices = (await finding) ?? new Map<string, Stripe.Price>()
  const archived = await archivedProducts(stripe, prices)
  return plans.flatMap((plan) =>
    productFaults(plan, prices.get(plan.name), archived).map((sentence) => fault('products', sentence)),
  )
}

const taxSettings = z.object({
  status: z.string(),
  head_office: z.object({}).nullable(),
  defaults: z.object({ tax_behavior: z.string().nullable() }),
  status_details: z
    .object({ pending: z.object({ missing_fields: z.array(z.string()).nullable() }).optional() })
    .optional(),
})

/** With "inferred_by_currency" Stripe adds tax to these and includes it in all others (docs.stripe.com/tax/products-prices-tax-codes-tax-behavior). */
const exclusiveByCurrency = new Set(['usd', 'cad'])

async function checkTax(stripe: Stripe, finding: Promise<FoundPrices | null>): Promise<Finding[]> {
  const [answer, prices] = await Promise.all([stripe.tax.settings.retrieve(), finding])
  const settings = taxSettings.parse(answer)
  const faults: string[] = []
  if (settings.status !== 'active') {
    const missing = settings.status_details?.pending?.missing_fields ?? []
    const fields = missing.length === 0 ? '' : ` (missing: ${missing.join(', ')})`
    faults.push(`STRIPE_AUTOMATIC_TAX is on, but Stripe Tax is ${settings.status}: complete its settings${fields}.`)
  }
  if (settings.head_office === null)
    faults.push('STRIPE_AUTOMATIC_TAX is on, but Stripe Tax has no head office: set its address.')
  const { tax_behavior: behaviour } = settings.defaults
  const unspecified = [...(prices?.values() ?? [])].filter(
    ({ tax_behavior: own }) => own === null || own === 'unspecified',
  )
  const wrong = unspecified.filter(
    ({ currency }) =>
      behaviour !== 'exclusive' && !(behaviour === 'inferred_by_currency' && exclusiveByCurrency.has(currency)),
  )
  if (wrong.length > 0) {
    const names = wrong.map(({ lookup_key: name }) => `"${name}"`).join(', ')
    const reason = behaviour === null ? 'Stripe Tax has no default' : `the default of Stripe Tax is ${behaviour}`
    faults.push(
      `STRIPE_AUTOMATIC_TAX is on, so ${names} must exclude tax, but ${reason}: make the default or the prices exclusive.`,
    )
  } else if (behaviour === 'inclusive') {
    return [
      ...faults.map((sentence) => fault('tax', sentence)),
      warning('tax', 'The default of Stripe Tax is inclusive: make every new price exclusive.'),
    ]
  }
  if (faults.length > 0) return faults.map((sentence) => fault('tax', sentence))
  return [ok('tax', 'Stripe Tax is active and is added to every price.')]
}

async function checkPortal(
  stripe: Stripe,
  plans: readonly PlanTerms[],
  finding: Promise<FoundPrices | null>,
): Promise<Finding[]> {
  const [features, prices] = await Promise.all([readPortalFeatures(stripe), finding])
  if (!features)
    return [
      warning(
        'portal',
        'The customer portal has no settings in this mode: save them once, or customers cannot manage billing.',
      ),
    ]
  const complaints = [
    ...complaintsAboutPortal(features),
    ...complaintsAboutSwitching(features.subscription_update, plans, prices),
  ]
  if (complaints.length === 0) return [ok('portal', 'The customer portal has the required settings.')]
  return complaints.map((complaint) => warning('portal', `The customer portal ${complaint}.`))
}

function complaintsAboutPortal(features: PortalFeatures): string[] {
  const cancel = features.subscription_cancel
  return [
    ...(features.payment_method_update.enabled ? [] : ['does not let customers update their payment method']),
    ...(features.invoice_history.enabled ? [] : ['does not show customers their invoices']),
    ...(cancel.enabled ? [] : ['does not let customers cancel']),
    ...(cancel.enabled && cancel.mode !== 'at_period_end'
      ? ['cancels immediately: choose the end of the billing period']
      : []),
    ...(endsTrials(features)
      ? [
          'ends trials when customers switch plans, and granted days are a trial at Stripe that holds what was paid: under Settings, Billing, Customer portal, Subscriptions, let trials continue (trial_update_behavior=continue_trial). Until then customers with granted days can change only their payment method there',
        ]
      : []),
    ...(features.subscription_pause?.enabled ? ['lets customers pause: turn that off'] : []),
  ]
}

function complaintsAboutSwitching(
  update: PortalFeatures['subscription_update'],
  plans: readonly PlanTerms[],
  prices: FoundPrices | null,
): string[] {
  const { products, default_allowed_updates: allowed } = update
  if (!update.enabled || !allowed.includes('price')) return ['does not let customers switch plans']
  const listed = new Set(products?.flatMap((one) => one.prices))
  const missing = prices ? plans.filter(({ name }) => !listed.has(prices.get(name)?.id ?? '')) : []
  const adjustable = products?.some((one) => one.adjustable_quantity?.enabled) === true
  return [
    ...(products && missing.length > 0
      ? [`does not offer a switch to ${missing.map(({ name }) => `"${name}"`).join(', ')}: add their prices`]
      : []),
    ...(products === undefined ? ['does not return the prices it offers, so they could not be checked'] : []),
    ...(products === null ? ['offers no prices to switch to: add those of the paid plans'] : []),
    ...(allowed.includes('quantity') || adjustable
      ? ['lets customers change the quantity, which is charged without any benefit: turn that off']
      : []),
    ...(update.proration_behavior === 'always_invoice'
      ? []
      : ['does not invoice plan changes immediately: choose to prorate and to invoice immediately']),
  ]
}

const endpoints = z.object({
  data: z.array(
    z.object({
      url: z.string(),
      status: z.string(),
      api_version: z.string().nullable(),
      enabled_events: z.array(z.string()),
    }),
  ),
})

async function checkWebhook(stripe: Stripe, url: string): Promise<Finding[]> {
  const { data } = endpoints.parse(await stripe.webhookEndpoints.list({ limit: 100 }))
  const ours = data.filter((endpoint) => sameAddress(endpoint.url, url))
  const endpoint = ours.find(({ status }) => status === 'enabled')
  if (!endpoint) {
    return [
      warning(
        'webhook',
        ours.length > 0
          ? `The webhook endpoint ${url} is disabled: enable it in this mode.`
          : `There is no webhook endpoint ${url} in this mode: add it, with the events listed in docs/how-to/stripe.md.`,
      ),
    ]
  }
  const { api_version: version, enabled_events: events } = endpoint
  const missing = events.includes('*') ? [] : webhookEvents.filter((event) => !events.includes(event))
  const complaints = [
    ...(version === Stripe.API_VERSION
      ? []
      : [
          `has ${version ? `API version ${version}` : 'no API version of its own'}, but ${Stripe.API_VERSION} is required: create a new endpoint with that version`,
        ]),
    ...(events.includes('invoice.created')
      ? [
          'sends invoice.created, which the shop does not need: remove it, or Stripe delays renewals for up to 72 hours while the shop is unreachable',
        ]
      : []),
    ...(missing.length > 0 ? [`does not send ${missing.join(', ')}: add these events`] : []),
  ]
  if (complaints.length === 0) return [ok('webhook', `The webhook endpoint ${url} sends every required event.`)]
  return complaints.map((complaint) => warning('webhook', `The webhook endpoint ${url} ${complaint}.`))
}

function sameAddress(one: string, other: string): boolean {
  const plain = (address: string) => (URL.canParse(address) ? new URL(address).href.replace(/\/$/, '') : address)
  return plain(one) === plain(other)
}

/** What is read besides the settings themselves, each with a harmless call. Write permissions are not tried. */
const reads: [what: string, path: string][] = [
  ['Customers', 'customers'],
  ['Checkout Sessions', 'checkout/sessions'],
  ['Subscriptions', 'subscriptions'],
  ['Subscription schedules', 'subscription_schedules'],
  ['Invoices', 'invoices'],
  ['Invoice Payments', 'invoice_payments'],
  ['Payment Intents', 'payment_intents'],
  ['Payment Methods', 'payment_methods'],
  ['Charges', 'charges'],
  ['Refunds', 'refunds'],
  ['Credit notes', 'credit_notes'],
  ['Disputes', 'disputes'],
]

/** Only a restricted key can lack a permission (docs.stripe.com/keys/restricted-api-keys). */
function permissionChecks(stripe: Stripe, key: string): [About, string, Promise<Finding[]>][] {
  if (!key.startsWith('rk_')) return []
  return reads.map(([what, path]) => {
    const read = stripe.rawRequest('GET', `/v1/${path}`, undefined, {}).then(
      () => [],
      (error: unknown) => {
        // An error about something else than the key means that the key was accepted.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return []
        throw error
      },
    )
    return ['permissions', what, read]
  })
}
