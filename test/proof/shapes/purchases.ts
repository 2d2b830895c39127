import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { givenASecuredAdministrator } from '../../support/admin/second-factor.ts'
import { agreed, givenABuyer, heldBy } from '../../support/billing/given-buyer.ts'
import { eventually, signIn } from '../../support/given.ts'
import type { TestProvider } from '../../support/servers/given-provider.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'
import { proofAdministrator, type Installation } from './shapes.ts'

const atOnce = 3
const plan = 'analytics-monthly'
const longerPlan = 'analytics-annual'
/** Maximum milliseconds from the first press to the kill: about as long as a purchase takes. */
const window = 700
/** Milliseconds within which the shop must have accepted every message. */
const timeoutMs = 5 * 60_000

type Buyer = {
  email: string
  visitor: TestVisitor
  /** The shop confirmed the purchase. */ thanked: boolean
  order: string | null
  /** The change in a later round; `acknowledged` if the shop accepted the refund. */
  action: 'switch' | 'refund' | null
  acknowledged: boolean
}

/** What was observed after `rounds` kills at random moments of purchases. */
export type Killed = {
  buyers: number
  /** Charged at the provider and not refunded. */
  charged: number
  /** Of those, how many have exactly one active subscription. */
  served: number
  /** Plans switched at the provider, and refunds that the shop acknowledged. */
  switched: number
  refunded: number
  /** Sentences about violations. */
  wrong: string[]
  /** The results of the kills: milliseconds until everything was ready again. */
  readyAgain: number[]
}

/**
 * Makes people buy, change plans and get refunds, and kills something at a random moment of each round. Then compares
 * the provider's books with what the buyers have.
 */
export async function killPurchases(
  installation: Installation,
  rounds: number,
  kill: (round: number) => Promise<number>,
): Promise<Killed> {
  const { provider } = installation
  if (!provider) throw new Error('purchases need a billing provider outside the product')
  const readyAgain: number[] = []
  const all: Buyer[] = []
  const { email, password } = proofAdministrator
  const { visitor: admin } = await givenASecuredAdministrator(installation, email, password)
  for (let round = 0; round < rounds; round += 1) {
    const buyers = await Promise.all(Array.from({ length: atOnce }, () => register(installation)))
    const later = all.filter((buyer) => buyer.thanked && buyer.action === null).slice(0, 2)
    const buying = [
      ...buyers.map((buyer) => wait(randomInt(200)).then(() => purchase(buyer))),
      ...later.map((buyer) => wait(randomInt(200)).then(() => changeLater(buyer, provider, admin))),
    ]
    all.push(...buyers)
    await wait(randomInt(window))
    readyAgain.push(await kill(round))
    await Promise.all(buying)
    // Some return and continue, others have closed the window.
    await Promise.all(buyers.filter(() => randomInt(2) === 0).map((buyer) => purchase(buyer)))
  }
  await deliverAll(provider)
  return { buyers: all.length, readyAgain, ...(await compare(provider, all)) }
}

/**
 * Delivers every message again until the shop has accepted it. The provider would wait for up to half an hour with
 * messages that failed several times.
 */
async function deliverAll({ stripe, tick }: TestProvider): Promise<void> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await wait(500)) {
    const { data } = (await stripe.rawRequest('POST', '/v1/sandbox/resend-events')) as unknown as { data: string[] }
    if (data.length === 0) return
    await tick()
  }
  throw new Error('the shop does not take every message')
}

async function register(installation: Installation): Promise<Buyer> {
  const { email, visitor } = await givenABuyer(installation, {}, plan)
  return { email, visitor, thanked: false, order: null, action: null, acknowledged: false }
}

/** Performs all steps from the press to the thank-you page, or until the shop is gone. */
async function purchase(buyer: Buyer): Promise<void> {
  const { visitor } = buyer
  try {
    if (buyer.order === null) {
      const pressed = await visitor.post(`/api/v1/plans/${plan}/checkout`, { name: plan, ...agreed })
      if (pressed.status !== 200) return
      const { redirectUrl } = (await pressed.json()) as { redirectUrl: string }
      const page = await visitor.form(redirectUrl)
      const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Jane Doe', country: 'GB' }
      const paid = await visitor.request(page.address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...page.fields, ...card }).toString(),
      })
      if (paid.status !== 303) return
      buyer.order = new URL(paid.headers.get('location') ?? '').searchParams.get('order')
    }
    for (let tries = 0; tries < 50; tries += 1) {
      const answer = await visitor.get(`/api/v1/orders/${buyer.order}`)
      if (answer.ok && ((await answer.json()) as { state: string }).state === 'done') {
        buyer.thanked = true
        return
      }
      await wait(50)
    }
  } catch {
    // The shop was killed: only what it acknowledged before counts.
  }
}

/** Changes the plan, as the portal would, or refunds as an administrator, at the moment of a kill. */
async function changeLater(buyer: Buyer, { stripe }: TestProvider, admin: TestVisitor): Promise<void> {
  try {
    if (randomInt(2) === 0) {
      const [customer] = (await stripe.customers.list({ email: buyer.email })).data
      const [subscription] = customer ? (await stripe.subscriptions.list({ customer: customer.id })).data : []
      const [price] = (await stripe.prices.list({ lookup_keys: [longerPlan] })).data
      const [item] = subscription?.items.data ?? []
      if (!subscription || !price || !item) return
      buyer.action = 'switch'
      const items = [{ id: item.id, price: price.id }]
      await stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'always_invoice' })
      return
    }
    const [owned] = await heldBy(buyer.visitor)
    if (!owned) return
    buyer.action = 'refund'
    const path = `/api/v1/subscriptions/refund/${owned.subscription.id}`
    buyer.acknowledged = (await admin.post(path, { comment: 'asked for by phone' })).status === 200
  } catch {
    // The shop was killed: an unacknowledged refund may have been made or not.
  }
}

async function compare(
  { stripe }: TestProvider,
  buyers: Buyer[],
): Promise<Pick<Killed, 'charged' | 'served' | 'switched' | 'refunded' | 'wrong'>> {
  const wrong: string[] = []
  let charged = 0
  let served = 0
  const counts = { switched: 0, refunded: 0 }
  for (const buyer of buyers) {
    const { email, visitor, thanked } = buyer
    // By now half an hour may have passed, which ends a session.
    if ((await visitor.get('/api/v1/subscriptions/user')).status === 401) await signIn(visitor, email)
    if (buyer.action !== null) {
      const fault = await compareLater(stripe, buyer)
      if (fault === null)
        counts[buyer.action === 'switch' ? 'switched' : 'refunded'] +=
          buyer.action === 'switch' || buyer.acknowledged ? 1 : 0
      else wrong.push(fault)
      continue
    }
    const customers = (await stripe.customers.list({ email, limit: 100 })).data
    const charges = await Promise.all(
      customers.map(async ({ id }) => (await stripe.charges.list({ customer: id, limit: 100 })).data),
    )
    const kept = charges.flat().filter((charge) => charge.paid && !charge.refunded).length
    const active = async () =>
      (await heldBy(visitor)).filter(({ subscription }) => subscription.status === 'active').length
    // A subscription may still be on its way, but only for a moment, because the shop is up.
    if (kept === 1)
      await eventually('the subscription that was paid for', async () => (await active()) === 1).catch(() => undefined)
    const has = await active()
    charged += kept
    if (kept > 1) wrong.push(`${email} was charged ${kept} times`)
    if (customers.length > 1) wrong.push(`${email} is ${customers.length} customers`)
    if (has !== kept) wrong.push(`${email} was charged ${kept} times and has ${has} subscriptions`)
    if (thanked && has !== 1) wrong.push(`${email} was thanked and has ${has} subscriptions`)
    if (kept === 1 && has === 1) served += 1
  }
  return { charged, served, ...counts, wrong }
}

/** Returns what is wrong with a switched or refunded subscription; null if the shop and the provider agree. */
async function compareLater(stripe: TestProvider['stripe'], buyer: Buyer): Promise<string | null> {
  const { email, visitor, action, acknowledged } = buyer
  const agrees = async () => {
    const [owned] = await heldBy(visitor)
    if (action === 'switch') return owned?.plan.name === longerPlan && owned.subscription.status === 'active'
    const [customer] = (await stripe.customers.list({ email })).data
    const [charge] = customer ? (await stripe.charges.list({ customer: customer.id })).data : []
    const returned = charge?.amount_refunded === charge?.amount
    if (acknowledged && !returned) return false
    return returned === (owned?.subscription.status !== 'active')
  }
  const agreed = await eventually('agreement', agrees).catch(() => false)
  return agreed ? null : `${email}: the shop and the provider disagree after a ${action ?? ''}`
}
