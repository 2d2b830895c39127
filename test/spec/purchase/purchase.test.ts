import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { utcMidnight } from '../../../domain/calendar.ts'
import { addInterval } from '../../../domain/catalogue/interval.ts'
import { useCluster } from '../../support/cluster.ts'
import { eventually, givenAShop, givenATrialUser, signIn, type TestShop } from '../../support/given.ts'
import {
  active,
  agreed,
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
import { unchanged } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'
import { aCatalogueIn, planIn } from '../../support/catalogue-file.ts'

const cluster = await useCluster()
const shop: TestShop = await givenAShop({}, cluster)

const ordersOf = ({ email }: Pick<Buyer, 'email'>, at: TestShop = shop) =>
  at.sql<{ id: string; state: string; session: string | null; plan: string }>(
    `select o.id, o.state, o.session, o.terms ->> 'name' as plan from orders o
     join subscribers s on s.id = subscriber_id where email = $1 order by o.created_at`,
    [email],
  )
const orderOf = async (visitor: TestVisitor, order: string) =>
  (await (await visitor.get(`/api/v1/orders/${order}`)).json()) as { state: string; bought: object | null }
const statuses = async ({ visitor }: Buyer) =>
  (await heldBy(visitor)).map(({ plan, subscription }) => `${plan.name} ${subscription.status}`).toSorted()
const mailsOf = async ({ email }: Buyer, subject: string) =>
  (await shop.mails()).filter((mail) => mail.to.includes(email) && mail.subject.includes(subject))

describe('a purchase', () => {
  test('requested as JSON returns 200 with the payment URL, the order is stored before the buyer leaves, and a form or the next attempt leads to the same page [7.6, 7.29]', async () => {
    const buyer = await givenABuyer(shop)
    const { status, to } = await checkOut(buyer.visitor)
    assert.equal(status, 200)
    assert.match(to, new RegExp(`^${shop.url}/sandbox/payment/checkout/cs_`))
    const [order, ...more] = await ordersOf(buyer)
    assert.deepEqual([order?.state, order?.plan, more], ['open', 'analytics-monthly', []])
    assert.deepEqual(await orderOf(buyer.visitor, order?.id ?? ''), { state: 'waiting', bought: null })
    assert.deepEqual(await heldBy(buyer.visitor), [])
    const page = await (await buyer.visitor.get(to)).text()
    assert.ok(page.includes(`href="${shop.url}/plans/analytics-monthly"`), 'the page leads back')
    for (const path of ['/api/v1/plans/analytics-monthly/checkout', '/api/v1/products/analytics-monthly/checkout']) {
      const answer = await buyer.visitor.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          _csrf: buyer.visitor.cookies.get('XSRF-TOKEN') ?? '',
          name: 'analytics-monthly',
          industry: 'Other',
          otherIndustry: 'on',
          termsAndConditions: 'on',
        }).toString(),
      })
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, to])
    }
    assert.equal((await checkOut(buyer.visitor)).to, to)
    assert.equal((await ordersOf(buyer)).length, 1)
  })

  test('activates the subscription once paid, with its order, events and end, one receipt, and the installer; any other plan of the product then returns 409 [1.4]', async () => {
    const buyer = await givenABuyer(shop, {}, 'analytics-annual')
    const { to } = await checkOut(buyer.visitor, 'analytics-annual')
    const paid = await payOn(buyer.visitor, to)
    assert.equal(paid.status, 303)
    const back = await buyer.visitor.request(paid.headers.get('location') ?? '', { headers: { accept: 'text/html' } })
    assert.equal(back.status, 200)
    assert.equal(new URL(paid.headers.get('location') ?? '').pathname, '/plans/analytics-annual/confirmation')
    const held = await active(buyer.visitor, 'analytics-annual')
    assert.deepEqual(await eventsOf(shop, held.id), ['SUBSCRIPTION_CREATED billing', 'INITIAL_END_DATE_SET billing'])
    const end = addInterval(utcMidnight(new Date(held.startDate ?? '')), 'year', 1)
    assert.deepEqual([held.endDate, held.renews], [end.toISOString(), true])
    const plan = { name: 'analytics-annual', title: 'Parallax Analytics, annual' }
    const [charge] = await shop.sql<{ number: string }>(
      'select invoice_number as number from payments where subscription_id = $1',
      [held.id],
    )
    const done = { state: 'done', bought: { plan, subscription: held.id, invoiceNumber: charge?.number } }
    assert.deepEqual(await orderOf(buyer.visitor, orderIn(paid)), done)
    await settled(shop)
    const [receipt, ...more] = await mailsOf(buyer, 'Your receipt')
    assert.deepEqual(more, [])
    assert.match(receipt?.subject ?? '', /^Your receipt \S+ for Parallax Analytics, annual$/)
    for (const line of [
      /^Invoice number: \S+$/m,
      /^Date paid: \d+ \w+ \d+$/m,
      /^Plan: Parallax Analytics, annual$/m,
      /^Period: \d+ \w+ \d+ – \d+ \w+ \d+$/m,
      /^Amount excluding tax: US\$1,188\.00$/m,
      /^Tax: US\$[\d.]+$/m,
      /^Total: US\$1,188\.00$/m,
      /^Paid with: Visa ending in 4242$/m,
      /^View invoice:\nhttps?:\/\/\S+$/m,
      /paid until \d+ \w+ 20\d\d/,
    ])
      assert.match(receipt?.text ?? '', line)
    const link = await buyer.visitor.get('/api/v1/plans/analytics-annual/download/link')
    const file = await buyer.visitor.get(((await link.json()) as { link: string }).link)
    assert.deepEqual([link.status, file.status], [200, 200])
    await file.body?.cancel()
    const another = await unchanged(shop, () => checkOut(buyer.visitor), ['screening_checks'])
    assert.deepEqual([another.status, another.message], [409, 'You already have a subscription to this product.'])
    assert.equal((await checkOut(buyer.visitor, 'statistics-annual')).status, 200)
  })

  test('records the accepted documents, the affirmation in the wording of the form’s language, and the check; a running trial continues beside it', async () => {
    const buyer = await givenATrialUser(shop)
    const body = { name: 'statistics-annual', ...agreed, affirmation: true }
    const german = { 'accept-language': 'de' }
    const answer = await buyer.visitor.post('/api/v1/plans/statistics-annual/checkout', body, german)
    const { redirectUrl } = (await answer.json()) as { redirectUrl: string }
    assert.equal((await payOn(buyer.visitor, redirectUrl)).status, 303)
    await active(buyer.visitor, 'statistics-annual')
    assert.deepEqual(await statuses(buyer), ['analytics-trial active', 'statistics-annual active'])
    const rows = await shop.sql<{ document: string; version: string; from_address: string }>(
      `select document, version, from_address from acceptances a join subscribers s on s.id = subscriber_id
       where email = $1 order by accepted_at desc, document limit 2`,
      [buyer.email],
    )
    assert.deepEqual(
      rows.map(({ document }) => document),
      ['affirmation', 'eula'],
    )
    assert.equal(rows[0]?.version, 'de-1')
    for (const { version, from_address: from } of rows) assert.ok(version !== '' && from !== '')
    const checks = await shop.sql(
      `select 1 from screening_checks c join subscribers s on s.id = subscriber_id where email = $1 and occasion = 'checkout'`,
      [buyer.email],
    )
    assert.equal(checks.length, 1)
  })
})

test('a lost message is made up for by the returning buyer, in however many tabs: one subscription, its events once, one receipt [10.3]', async (t) => {
  const found = await loseMessages(shop)
  t.onTestFinished(async () => void (await found()))
  const buyer = await givenABuyer(shop)
  const order = await buy(buyer.visitor)
  assert.deepEqual(await heldBy(buyer.visitor), [])
  const ask = () => Promise.all(Array.from({ length: 20 }, () => orderOf(buyer.visitor, order)))
  // The provider is asked at most every two seconds.
  await eventually('the waiting view’s end', async () => (await ask()).every(({ state }) => state === 'done'))
  const [held, ...more] = await heldBy(buyer.visitor)
  assert.deepEqual(more, [])
  assert.equal((await eventsOf(shop, held?.subscription.id ?? '')).length, 2)
  await settled(shop)
  assert.equal((await mailsOf(buyer, 'Your receipt')).length, 1)
})

test('an order that was closed before its payment arrived names nothing, because the payment is returned', async () => {
  const late = await givenABuyer(shop)
  const page = await checkOut(late.visitor)
  await shop.sql(
    `update orders set state = 'closed', processing_at = created_at from subscribers s
     where s.id = subscriber_id and email = $1`,
    [late.email],
  )
  const returned = orderIn(await payOn(late.visitor, page.to))
  await settled(shop)
  assert.deepEqual(await orderOf(late.visitor, returned), { state: 'done', bought: null })
  assert.deepEqual(await heldBy(late.visitor), [])
})

describe('pressing the button more than once', () => {
  test('fifty times concurrently gives one order, one page, one charge', async () => {
    const buyer = await givenABuyer(shop)
    const answers = await Promise.all(Array.from({ length: 50 }, () => checkOut(buyer.visitor)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ to }) => to)).size, 1)
    assert.equal((await ordersOf(buyer)).length, 1)
    assert.equal((await payOn(buyer.visitor, answers[0]?.to ?? '')).status, 303)
    await active(buyer.visitor)
    const again = await buyer.visitor.get(answers[0]?.to ?? '')
    assert.equal(again.status, 303, 'the page in the other tab leads on')
  })

  test('closes the first page if it is for another plan of the product, but not for another product', async () => {
    const buyer = await givenABuyer(shop)
    const monthly = await checkOut(buyer.visitor)
    const statistics = await checkOut(buyer.visitor, 'statistics-annual')
    const annual = await checkOut(buyer.visitor, 'analytics-annual')
    await settled(shop)
    const at = async ({ to }: { to: string }) => (await buyer.visitor.get(to)).status
    assert.deepEqual([await at(monthly), await at(statistics), await at(annual)], [410, 200, 200])
    assert.equal((await ordersOf(buyer)).filter(({ state }) => state === 'open').length, 2)
  })
})

test('terms stay as bought when the catalogue changes or drops the plan; a new press gets a page with the new price, and the old one closes', async () => {
  const at = await givenAShop({}, cluster)
  const buyer = await givenASubscriber(at)
  const [waiting, hesitant] = [await givenABuyer(at), await givenABuyer(at)]
  const [page, early] = [await checkOut(waiting.visitor), await checkOut(hesitant.visitor)]
  const dearer = { title: 'Dearer', price: 999, conditions: 'Other ones' }
  const changed = aCatalogueIn(at.dataDir, (sold) => Object.assign(planIn(sold, 'analytics-monthly'), dearer))
  await at.restart({ CATALOGUE: changed })
  const anew = await checkOut(hesitant.visitor)
  assert.match(await (await hesitant.visitor.get(anew.to)).text(), /999\.00/)
  await settled(at)
  assert.equal((await hesitant.visitor.get(early.to)).status, 410)
  assert.equal((await payOn(waiting.visitor, page.to)).status, 303)
  await active(waiting.visitor)
  for (const { visitor } of [buyer, waiting])
    assert.equal((await heldBy(visitor))[0]?.plan.title, 'Parallax Analytics, monthly')
  const prices = await at.sql(`select distinct terms ->> 'priceMinor' as price from orders where state = 'paid'`)
  assert.deepEqual(prices, [{ price: '14900' }])
  const without = aCatalogueIn(at.dataDir, (sold) =>
    sold.plans.splice(sold.plans.indexOf(planIn(sold, 'analytics-monthly')), 1),
  )
  await at.restart({ CATALOGUE: without })
  const [held] = await heldBy(buyer.visitor)
  assert.deepEqual([held?.plan.title, held?.subscription.status], ['Parallax Analytics, monthly', 'active'])
  assert.equal((await checkOut(buyer.visitor)).status, 404)
})

test('two hours after a lost message the shop checks automatically, and the subscription counts from the payment; an unpaid page is valid for a day, and a later attempt gets another', async () => {
  const at = await givenAShop({ CLOCK_START: '2026-11-20T23:00:00Z' }, cluster)
  const found = await loseMessages(at)
  const [buyer, hesitant] = [await givenABuyer(at), await givenABuyer(at)]
  const first = await checkOut(hesitant.visitor)
  await buy(buyer.visitor)
  await at.restart({ CLOCK_START: '2026-11-21T01:00:00Z' })
  await signIn(buyer.visitor, buyer.email)
  const held = await active(buyer.visitor)
  assert.equal(held.endDate, '2026-12-20T00:00:00.000Z')
  assert.equal(held.startDate?.slice(0, 10), '2026-11-20')

  await found()
  await at.advanceTo('2026-11-21T23:30:00Z')
  await signIn(hesitant.visitor, hesitant.email)
  assert.equal((await hesitant.visitor.get(first.to)).status, 410)
  const second = await checkOut(hesitant.visitor)
  assert.equal(second.status, 200)
  assert.notEqual(second.to, first.to)
  assert.equal((await payOn(hesitant.visitor, second.to)).status, 303)
  await active(hesitant.visitor)
})
