import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import { startStripeSimulator, type AnswerFault } from 'stripe-simulator'
import { useCluster } from '../../support/cluster.ts'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { eventually, freePort, givenAnAdministrator, givenAShop, inboxOf, type TestShop } from '../../support/given.ts'
import {
  active,
  buy,
  checkOut,
  eventsOf,
  givenABuyer,
  givenASubscriber,
  heldBy,
  loseMessages,
  orderIn,
  payOn,
  settled,
  type Buyer,
} from '../../support/billing/given-buyer.ts'
import { read } from '../../support/admin/admin-page.ts'
import { planChangeTo } from '../../support/billing/plan-change.ts'
import { givenAProvider, stripeAt } from '../../support/servers/given-provider.ts'
import { start, type Product } from '../../support/product.ts'
import { createVisitor } from '../../support/http/visitor.ts'

const cluster = await useCluster()
const provider = await givenAProvider(cluster)
const shop: TestShop = await givenAShop(provider.environment, cluster)
provider.reportTo(shop.url)
const unavailable = 'Payments are not available at the moment. Nothing was charged. Please try again shortly.'

const ordersOf = ({ email }: Buyer) =>
  shop.sql<{ id: string; state: string }>(
    'select o.id, o.state from orders o join subscribers s on s.id = o.subscriber_id where email = $1',
    [email],
  )
/** Returns how much the provider has of one buyer. */
async function booksOf({ email }: Buyer) {
  const { data: customers } = await provider.stripe.customers.list({ email, limit: 100 })
  const of = { customer: customers[0]?.id ?? '', limit: 100 }
  const { data: pages } = await provider.stripe.checkout.sessions.list(of)
  const { data: charges } = await provider.stripe.charges.list(of)
  const { data: subscriptions } = await provider.stripe.subscriptions.list({ ...of, status: 'all' })
  return {
    customers: customers.length,
    pages: pages.length,
    charges: charges.map(({ amount, amount_refunded: back }) => amount - back),
    subscriptions: subscriptions.map(({ status }) => status).toSorted(),
  }
}

/** Makes every changing call fail in this way, or only those to the given paths. */
function failing(fault: AnswerFault, paths = ''): void {
  provider.faults.answer = ({ method, path }) => (method === 'POST' && path.includes(paths) ? fault : undefined)
}

describe('while a payment page is being created', () => {
  test('the provider fails at every step, before or after it has done the work: 503, and a retry leads to one customer, one page, one charge', async (t) => {
    t.onTestFinished(() => void delete provider.faults.answer)
    const buyer = await givenABuyer(shop)
    // First the customer cannot be created, then the page, then the requests that settle the purchase.
    for (const [fault, path] of [
      ['cut', ''],
      ['torn', ''],
      [500, ''],
      ['cut', '/checkout/sessions'],
      [500, '/checkout/sessions'],
      ['torn', '/checkout/sessions'],
    ] as const) {
      failing(fault, path)
      const answer = await checkOut(buyer.visitor)
      assert.deepEqual([answer.status, answer.message], [503, unavailable], `${fault} ${path}`)
    }
    delete provider.faults.answer
    const { status, to } = await checkOut(buyer.visitor)
    assert.equal(status, 200)
    const reads: AnswerFault[] = ['cut', 'torn', 500]
    provider.faults.answer = ({ method }) => (method === 'GET' ? reads.pop() : undefined)
    assert.equal((await payOn(buyer.visitor, to)).status, 303)
    const { id } = await active(buyer.visitor)
    assert.equal((await ordersOf(buyer)).length, 1)
    assert.deepEqual(await eventsOf(shop, id), ['SUBSCRIPTION_CREATED billing', 'INITIAL_END_DATE_SET billing'])
    assert.deepEqual(await booksOf(buyer), { customers: 1, pages: 1, charges: [14_900], subscriptions: ['active'] })
  })

  test('a second press waits for the first one and gets the same page', async () => {
    const buyer = await givenABuyer(shop)
    let slow = 1
    provider.faults.answer = ({ path }) =>
      path.endsWith('/checkout/sessions') && slow-- > 0 ? { late: 1_500 } : undefined
    const [first, second] = await Promise.all([checkOut(buyer.visitor), checkOut(buyer.visitor)])
    delete provider.faults.answer
    assert.deepEqual([first.status, second.status], [200, 200])
    assert.equal(first.to, second.to)
    assert.equal((await booksOf(buyer)).pages, 1)
  })

  test('a page whose response arrives after that of a later press is closed, and its press leads to the later page', async (t) => {
    t.onTestFinished(() => void delete provider.faults.answer)
    const buyer = await givenABuyer(shop)
    const started = Promise.withResolvers<void>()
    let isFirst = true
    provider.faults.answer = ({ path, key }) => {
      if (!path.endsWith('/checkout/sessions') || !/^order-.{36}-0-/.test(key ?? '')) return undefined
      if (!isFirst) return 429
      isFirst = false
      started.resolve()
      return { late: 4_000 }
    }
    const late = checkOut(buyer.visitor)
    await started.promise
    assert.equal((await checkOut(buyer.visitor)).status, 503)
    const { to } = await checkOut(buyer.visitor)
    assert.equal((await late).to, to)
    assert.equal((await payOn(buyer.visitor, to)).status, 303)
    await active(buyer.visitor)
    await settled(shop)
    const { data: customers } = await provider.stripe.customers.list({ email: buyer.email })
    const { data: pages } = await provider.stripe.checkout.sessions.list({ customer: customers[0]?.id ?? '' })
    const many = (state: string) => pages.filter(({ status }) => status === state).length
    assert.deepEqual([many('complete'), many('expired'), pages.length], [1, 1, 2])
  })
})

describe('while the provider is down', () => {
  test('a buyer who returns after paying is asked to wait, and has the plan once the provider responds', async (t) => {
    const found = await loseMessages(shop)
    t.onTestFinished(async () => void (await found()))
    const buyer = await givenABuyer(shop)
    const order = await buy(buyer.visitor)
    const ask = async () => (await read<{ state: string }>(buyer.visitor, `/api/v1/orders/${order}`)).state
    provider.faults.answer = () => 'cut'
    // The provider is asked at most every two seconds; a minute has passed.
    await shop.sql(`update orders set asked_at = asked_at - interval '1 minute' where id = $1`, [order])
    assert.equal(await ask(), 'waiting')
    assert.deepEqual(await heldBy(buyer.visitor), [])
    delete provider.faults.answer
    await eventually('the waiting view’s end', async () => (await ask()) === 'done')
    await active(buyer.visitor)
  })

  test('the catalogue page states that prices could not be loaded and shows the rest, and the link to the provider’s page returns 503; a plan change whose response is lost returns 503, and is made and charged once [10.37]', async () => {
    const administrator = await givenAnAdministrator(shop)
    const owner = await givenASubscriber(shop)
    await settled(shop)
    const change = await planChangeTo(administrator, owner, 'analytics-annual')
    provider.faults.answer = () => 'cut'
    const catalogue = await administrator.get('/api/v1/catalogue')
    const page = await owner.visitor.post('/api/v1/plans/analytics-monthly/download', {})
    let isSent = false
    provider.faults.answer = ({ method, path }) => {
      if (method === 'POST' && path.startsWith('/v1/subscriptions/')) isSent = true
      return isSent ? (method === 'POST' ? 'torn' : 'cut') : undefined
    }
    const changed = await administrator.post(`/api/v1/subscriptions/change-plan/${owner.id}`, change)
    delete provider.faults.answer
    assert.equal(catalogue.status, 200)
    const { askedAt, plans } = (await catalogue.json()) as { askedAt: string | null; plans: { provider: unknown }[] }
    assert.equal(askedAt, null)
    assert.ok(plans.length > 3 && plans.every((plan) => plan.provider === null))
    for (const [answer, expected] of [
      [page, unavailable],
      [changed, errorMessages.PLAN_CHANGE_UNKNOWN],
    ] as const)
      assert.deepEqual([answer.status, ((await answer.json()) as { message: string }).message], [503, expected])
    await active(owner.visitor, 'analytics-annual')
    await settled(shop)
    const acts = await shop.sql<{ changes: { field: string }[] | null }>(
      "select changes from audit where act = 'change-plan' and subscription_id = $1",
      [owner.id],
    )
    assert.deepEqual(
      acts.map(({ changes }) => changes?.map(({ field }) => field)),
      [['plan', 'charged']],
    )
    const changing = (await eventsOf(shop, owner.id)).slice(2)
    assert.deepEqual(changing.slice(1), ['PLAN_CHANGED billing', 'END_DATE_CHANGED billing'])
    assert.match(changing[0] ?? '', /^COMMENT_ADDED (?!billing)/)
    const receipt = await shop.mailTo(owner.email, 'receipt')
    assert.match(receipt.text, /Our support team changed your plan/)
    const again = await administrator.post(`/api/v1/subscriptions/change-plan/${owner.id}`, change)
    assert.deepEqual([again.status, (await booksOf(owner)).charges.length], [409, 2])
  })
})

describe('if another plan closes the first payment page', () => {
  test('and both are paid after all, there is one subscription, and the other payment is refunded and not charged again', async (t) => {
    t.onTestFinished(() => void delete provider.faults.answer)
    const buyer = await givenABuyer(shop)
    const monthly = await checkOut(buyer.visitor)
    provider.faults.answer = ({ path }) => (path.endsWith('/expire') ? 500 : undefined)
    const annual = await checkOut(buyer.visitor, 'analytics-annual')
    assert.equal((await payOn(buyer.visitor, monthly.to)).status, 303)
    await active(buyer.visitor)
    assert.equal((await payOn(buyer.visitor, annual.to)).status, 303)
    await eventually('both looked at', async () => (await ordersOf(buyer)).every(({ state }) => state === 'paid'))
    delete provider.faults.answer
    await settled(shop)
    assert.deepEqual(
      (await heldBy(buyer.visitor)).map(({ plan, subscription }) => `${plan.name} ${subscription.status}`),
      ['analytics-monthly active'],
    )
    const { charges, subscriptions } = await booksOf(buyer)
    assert.deepEqual(
      charges.toSorted((a, b) => a - b),
      [0, 14_900],
    )
    assert.deepEqual(subscriptions, ['active', 'canceled'])
    const mail = await shop.mailTo(buyer.email, 'We refunded a payment')
    assert.match(mail.subject, /annual/)
  })

  test('and the first was paid a moment before, with its message lost, it becomes active', async (t) => {
    const found = await loseMessages(shop)
    t.onTestFinished(async () => void (await found()))
    const buyer = await givenABuyer(shop)
    await buy(buyer.visitor)
    // The provider is asked before another page is opened.
    assert.equal((await checkOut(buyer.visitor, 'analytics-annual')).status, 409)
    await active(buyer.visitor)
  })
})

/** `npm run proof -- kills` repeats this a hundred times. */
test('killed during purchases: money was taken if and only if there is a subscription, and never twice', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-kill-'))
  const settings = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    RATE_LIMIT_FACTOR: '1000',
    ADMIN_EMAIL: 'admin@shop.example',
    ADMIN_PASSWORD: 'the administrator of the tests',
  }
  let product: Product = await start(settings)
  t.onTestFinished(async () => {
    product.kill('SIGKILL')
    await product.exited
    rmSync(folder, { recursive: true, force: true })
  })
  const { url } = product
  const at = { visitor: () => createVisitor(url), ...inboxOf(url) }
  const buyers: Buyer[] = [await givenABuyer(at), await givenABuyer(at)]
  /** People to whom the shop's response, or the payment page, confirmed the payment. */
  const told = new Set<Buyer['visitor']>()
  const under = buyers.map(async (buyer) => {
    const { to } = await checkOut(buyer.visitor)
    const paid = await payOn(buyer.visitor, to)
    if (paid.status === 303) told.add(buyer.visitor)
    await buyer.visitor.get(paid.headers.get('location') ?? '')
  })
  await wait(randomInt(20, 500))
  product.kill('SIGKILL')
  await Promise.all([product.exited, ...under.map((one) => one.catch(() => undefined))])
  product = await start(settings)
  // People who were interrupted return, and find either what they bought or the page to buy it on. The killed product
  // had begun to check some orders; these are retried after two minutes, but a return checks at once.
  for (const { visitor } of buyers)
    await eventually('a subscription', async () => {
      if ((await heldBy(visitor)).length > 0) return true
      const { status, to } = await checkOut(visitor)
      if (status !== 200) return false
      const page = await visitor.get(to)
      if (page.status === 303) await visitor.get(`/api/v1/orders/${orderIn(page)}`)
      else assert.ok(!told.has(visitor), 'who was told of a payment is not asked to pay again')
      if (page.status === 200) await payOn(visitor, to)
      return false
    })
  for (const { visitor } of buyers) await active(visitor)
  const held = await Promise.all(buyers.map(({ visitor }) => heldBy(visitor)))
  for (const one of held) assert.equal(one.length, 1)
  product.kill('SIGTERM')
  await product.exited

  const simulator = await startStripeSimulator({
    folder: join(folder, 'sandbox/payment'),
    now: () => new Date(),
    publicUrl: url,
    webhook: { url: `${url}/webhooks/stripe`, secret: 'whsec_unused' },
    key: 'sk_test_books',
  })
  t.onTestFinished(() => simulator.stop())
  const books = stripeAt(simulator.apiBase, 'sk_test_books')
  const customers = await books.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
  const charges = await books.charges.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
  for (const { email } of buyers) {
    const ids = customers.filter((one) => one.email === email).map(({ id }) => id)
    assert.equal(ids.length, 1, 'one customer')
    const paid = charges.filter(({ customer, status }) => customer === ids[0] && status === 'succeeded')
    assert.equal(paid.length, 1, 'one charge')
  }
})
