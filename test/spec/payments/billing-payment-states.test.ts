import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useCluster } from '../../support/cluster.ts'
import { act } from '../../support/admin/admin-calls.ts'
import { cards, heldBy, type ShownPayment } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenATrialUser, signIn, type TestShop } from '../../support/given.ts'
import {
  aCard,
  givenAPayer,
  inPortal,
  portalOf,
  rowOf,
  simulate,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'
import type { TestVisitor } from '../../support/visitor.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)
const nothing = {
  nextChargeAt: null,
  nextAmount: null,
  nextDiscount: null,
  nextCredit: null,
  graceUntil: null,
  retryAt: null,
}
/** Nothing is taken off a charge. */
const full = { nextDiscount: 0, nextCredit: 0 }

async function ownView({ visitor, email }: Payer): Promise<ShownPayment> {
  await signIn(visitor, email)
  const [held] = await heldBy(visitor)
  assert.ok(held)
  return held.subscription.payment
}

/** The payment as an administrator sees it: the same in the list, alone, and in the answer to an act. */
async function adminView(administrator: TestVisitor, { id, email }: Payer): Promise<ShownPayment> {
  const read = async (path: string) => {
    const answer = await administrator.get(path)
    assert.equal(answer.status, 200, path)
    return (await answer.json()) as never
  }
  const alone = (await read(`/api/v1/subscriptions/${id}`)) as { payment: ShownPayment }
  const list = (await read(`/api/v1/subscriptions?search=${encodeURIComponent(email)}`)) as {
    id: string
    payment: ShownPayment
  }[]
  const after = await act<{ payment: ShownPayment }>(administrator, `comment/${id}`, { comment: 'seen' })
  assert.deepEqual(list.find((one) => one.id === id)?.payment, alone.payment)
  assert.deepEqual(after.payment, alone.payment)
  return alone.payment
}

/** What both see, with the days alone of the moments; `payUrl` and `providerUrl` told apart. */
async function views(shop: TestShop, payer: Payer) {
  const own = await ownView(payer)
  const admin = await adminView(await givenAnAdministrator(shop), payer)
  const { payUrl, owed: _owed, ...ownRest } = own
  const { providerUrl, ...adminRest } = admin
  assert.deepEqual(ownRest, adminRest)
  assert.ok(!('providerUrl' in own) && !('payUrl' in admin))
  assert.match(providerUrl ?? '', /\/sandbox\/payment/)
  const day = (moment: string | null) => moment?.slice(0, 10) ?? null
  const { nextChargeAt, lastPaidAt, graceUntil, retryAt, ...rest } = adminRest
  const days = {
    nextChargeAt: day(nextChargeAt),
    lastPaidAt: day(lastPaidAt),
    graceUntil: day(graceUntil),
    retryAt: day(retryAt),
  }
  return { ...rest, ...days, payUrl }
}

test('paid, stopped and ended are shown with what comes next', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    const paid = { ...nothing, state: 'paid', currency: 'usd', lastPaidAt: '2026-11-20', payUrl: null }
    assert.deepEqual(await views(shop, payer), { ...paid, nextChargeAt: '2026-12-20', nextAmount: 149, ...full })
    assert.equal((await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`)).status, 200)
    await shop.catchUp()
    assert.deepEqual(await views(shop, payer), paid)
    await shop.advanceTo('2026-12-21T12:00:00Z')
    assert.deepEqual(await views(shop, payer), { ...paid, state: 'ended' })
  }))

test('past due is shown with the day access ends, the next attempt, and the page to pay on; not as healthy', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.advanceTo('2026-12-20T13:30:00Z')
    const { payUrl, ...rest } = await views(shop, payer)
    assert.deepEqual(rest, {
      state: 'past_due',
      nextChargeAt: rest.nextChargeAt,
      nextAmount: rest.nextAmount,
      nextDiscount: null,
      nextCredit: null,
      currency: 'usd',
      lastPaidAt: '2026-11-20',
      graceUntil: '2027-01-03',
      retryAt: '2026-12-23',
    })
    assert.match(payUrl ?? '', /\/sandbox\/payment\/invoice\/in_/)
    assert.match(await (await payer.visitor.get('/account')).text(), /3 January 2027/)
  }))

test('cancelled by an administrator, one is shown as ended', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await act(await givenAnAdministrator(shop), `cancel/${payer.id}`, { comment: 'asked by phone' })
    await shop.catchUp()
    const { state, nextChargeAt } = await views(shop, payer)
    assert.deepEqual([state, nextChargeAt], ['ended', null])
  }))

test('a trial has no payment: state none and nothing else', () =>
  shopAt(async (shop) => {
    const { visitor } = await givenATrialUser(shop)
    const [held] = await heldBy(visitor)
    assert.deepEqual(held?.subscription.payment, {
      ...nothing,
      state: 'none',
      currency: null,
      lastPaidAt: null,
      payUrl: null,
    })
  }))

test('the filter past_due narrows list, count and export, alone and with others', () =>
  shopAt(async (shop) => {
    const failing = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    const confirms = await givenAPayer(shop, 'analytics-monthly')
    const healthy = await givenAPayer(shop, 'analytics-monthly')
    await inPortal(confirms.visitor, await portalOf(confirms), /\/card$/, aCard('4000 0027 6000 3184'))
    await shop.advanceTo('2026-12-20T13:30:00Z')
    const administrator = await givenAnAdministrator(shop)
    const emails = async (filters: string) =>
      (
        (await (await administrator.get(`/api/v1/subscriptions?filters=${filters}`)).json()) as {
          subscriber: { email: string }
        }[]
      )
        .map(({ subscriber }) => subscriber.email)
        .toSorted((one, other) => one.localeCompare(other))
    const overdue = [failing.email, confirms.email].toSorted((one, other) => one.localeCompare(other))
    assert.deepEqual(await emails('past_due'), overdue)
    assert.deepEqual(await emails('active,past_due'), overdue)
    assert.deepEqual(await emails('expired,past_due'), [])
    assert.deepEqual(await emails('trial,past_due'), [])
    const count = await administrator.get('/api/v1/subscriptions/count?filters=past_due')
    assert.equal(((await count.json()) as { count: number }).count, 2)
    const csv = await (await administrator.get('/api/v1/export/csv?filters=past_due')).text()
    assert.equal(csv.trim().split('\r\n').length, 3)
    assert.ok(!csv.includes(healthy.email))
    assert.equal((await administrator.get('/api/v1/subscriptions?filters=overdue')).status, 400)
  }))

test('columns=all adds plan, price, currency, country, renewal and paid until to the export; others are refused', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    const stopped = await givenAPayer(shop, 'analytics-monthly')
    assert.equal((await stopped.visitor.post(`/api/v1/subscriptions/stop-renewal/${stopped.id}`)).status, 200)
    await shop.catchUp()
    const administrator = await givenAnAdministrator(shop)
    const csv = await (await administrator.get('/api/v1/export/csv?columns=all&sort=email')).text()
    const [head = '', ...lines] = csv.replace('\ufeff', '').trim().split('\r\n')
    assert.equal(
      head,
      'Name,Email,Company,Type,Industry,Status,Start date,End date,Latest comment,Plan,Price,Currency,Country,Renews,Paid until',
    )
    const lineOf = ({ email }: Payer) => lines.find((line) => line.includes(email)) ?? ''
    assert.match(lineOf(payer), /,"Parallax Analytics, annual",1188(\.00)?,USD,(GB|United Kingdom),Yes,2027-11-20$/i)
    assert.match(lineOf(stopped), /,"Parallax Analytics, monthly",149(\.00)?,USD,(GB|United Kingdom),No,2026-12-20$/i)
    const plain = await (await administrator.get('/api/v1/export/csv')).text()
    assert.equal(plain.replace('\ufeff', '').split('\r\n')[0], head.split(',').slice(0, 9).join(','))
    assert.equal((await administrator.get('/api/v1/export/csv?columns=some')).status, 400)
  }))

test('a pause by the vendor and a payment under way are shown as such', () =>
  shopAt(async (shop) => {
    const paused = await givenAPayer(shop, 'analytics-monthly')
    const debits = await givenAPayer(shop, 'analytics-monthly')
    await simulate('pause-collection', { subscription: (await rowOf(shop, paused)).provider_subscription })
    await inPortal(debits.visitor, await portalOf(debits), /\/card$/, aCard('AT611904300234573201'))
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal((await views(shop, paused)).state, 'paused')
    assert.equal((await views(shop, debits)).state, 'processing')
  }))
