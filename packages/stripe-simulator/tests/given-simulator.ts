import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { startStripeSimulator, type StripeSimulatorOptions } from '../simulator.ts'

export const key = 'sk_test_sandbox'
export const webhookSecret = 'whsec_sandbox'
export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000000000000002',
  later: '4000 0000 0000 0341',
  disputed: '4000 0000 0000 0259',
  authenticates: '4000 0027 6000 3184',
}
type Options = Partial<StripeSimulatorOptions> & {
  start?: string
  refuse?: () => boolean
  /** The types of events that the shop's endpoint names. */
  events?: readonly string[]
}

/**
 * A simulator with an adjustable clock, a shop that receives its webhooks, Stripe's own SDK, and the delivered events.
 */
export async function aSandbox(
  context: { onTestFinished(end: () => void | Promise<void>): void },
  options: Options = {},
) {
  const { start = '2026-11-20T10:00:00Z', refuse = () => false, events, ...rest } = options
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'payment-')))
  const clock = { at: new Date(start) }
  const delivered: Stripe.Event[] = []
  let handle: Awaited<ReturnType<typeof startStripeSimulator>>['handle'] | undefined
  const shop = createServer(async (request, response) => {
    if (request.url === '/webhooks/stripe') {
      const body = await text(request)
      const signature = String(request.headers['stripe-signature'])
      if (!refuse())
        delivered.push(
          Stripe.webhooks.constructEvent(body, signature, webhookSecret, 300, undefined, clock.at.getTime()),
        )
      response.writeHead(refuse() ? 500 : 200).end()
    } else if (!(await handle?.(request, response))) response.writeHead(404).end()
  })
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const publicUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const open = async (more: Partial<StripeSimulatorOptions> = {}) => {
    const sandbox = await startStripeSimulator({
      folder,
      now: () => clock.at,
      publicUrl,
      webhook: { url: `${publicUrl}/webhooks/stripe`, secret: webhookSecret, ...(events && { events }) },
      key,
      seed: 7,
      ...rest,
      ...more,
    })
    handle = sandbox.handle
    return { sandbox, stripe: client(sandbox.apiBase) }
  }
  const setup = { ...(await open()), clock, delivered, publicUrl, folder, restart }
  async function restart(more: Partial<StripeSimulatorOptions> = {}) {
    await setup.sandbox.stop()
    Object.assign(setup, await open(more))
  }
  context.onTestFinished(async () => {
    await setup.sandbox.stop()
    shop.closeAllConnections()
    shop.close()
    await rm(folder, { recursive: true, force: true })
  })
  return setup
}

export type Setup = Awaited<ReturnType<typeof aSandbox>>

/** Stripe's SDK with only the address changed. */
export function client(apiBase: string, apiKey = key): Stripe {
  const { hostname, port } = new URL(apiBase)
  return new Stripe(apiKey, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}

/** Moves the clock to that time and processes everything due. */
export async function until(setup: Setup, moment: string): Promise<void> {
  setup.clock.at = new Date(moment)
  await setup.sandbox.tick()
}

export async function aPrice(stripe: Stripe, more: Partial<Stripe.PriceCreateParams> = {}): Promise<Stripe.Price> {
  return stripe.prices.create({
    currency: 'usd',
    unit_amount: 14_900,
    recurring: { interval: 'month' },
    ...(more.product ? {} : { product_data: { name: 'Parallax Analytics' } }),
    ...more,
  })
}

export async function aCheckout(
  setup: Pick<Setup, 'stripe' | 'publicUrl'>,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
  price?: Stripe.Price,
) {
  const { stripe } = setup
  const sold = price ?? (await aPrice(stripe))
  const customer = await stripe.customers.create({
    email: 'ann@acme.example',
    name: 'Ann Ames',
    metadata: { subscriber: '7' },
  })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: 'order-1',
    line_items: [{ price: sold.id, quantity: 1 }],
    subscription_data: { metadata: { order: 'order-1' } },
    success_url: `${setup.publicUrl}/thanks?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${setup.publicUrl}/plans/analytics-monthly`,
    ...more,
  })
  return { customer, session, price: sold }
}

export async function aSubscription(setup: Setup, card = cards.pays, price?: Stripe.Price) {
  const { customer, session, price: sold } = await aCheckout(setup, {}, price)
  const paid = await pay(session.url!, { number: card })
  assert.equal(paid.status, 303)
  const { subscription } = await setup.stripe.checkout.sessions.retrieve(session.id)
  return { customer, session, price: sold, id: idOf(subscription) }
}

/** Fills in the form of a page and sends it as a browser would. */
export async function pay(url: string, typed: Record<string, string>): Promise<Response> {
  return submit(url, /\/checkout\//, { expiry: '12 / 34', cvc: '123', name: 'Ann Ames', country: 'US', ...typed })
}

/** The page to which a form's response leads. */
export async function shownAfter(answer: Response): Promise<string> {
  return (await fetch(new URL(answer.headers.get('location')!, answer.url))).text()
}

export async function submit(url: string, action: RegExp, typed: Record<string, string> = {}): Promise<Response> {
  const shown = await fetch(url)
  const body = await shown.text()
  const form = [...body.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(([, to]) => action.test(to!))
  assert.ok(form, `no form ${action} in ${body}`)
  const hidden = [...form[2]!.matchAll(/<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)"/g)].map(
    ([, name, value]) => [name!, value!],
  )
  return fetch(new URL(form[1]!, url), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: shown.headers.get('set-cookie')!.split(';')[0]! },
    body: new URLSearchParams({ ...Object.fromEntries(hidden), ...typed }),
  })
}

/** Returns the id, whether the reference is expanded or not. */
export function idOf(reference: string | { id: string } | null | undefined): string {
  assert.ok(reference)
  return typeof reference === 'string' ? reference : reference.id
}
