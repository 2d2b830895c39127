import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { useCluster } from '../../support/cluster.ts'
import { act } from '../../support/admin/admin-calls.ts'
import { givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
import { idOf } from '../../support/admin/admin-page.ts'
import { buy, checkOut, givenABuyer, heldBy, payOn } from '../../support/billing/given-buyer.ts'
import {
  becomes,
  chargesOf,
  givenAPayer,
  historyOf,
  inPortal,
  invoicesOf,
  issuesOf,
  mailsTo,
  overThere,
  paidDays,
  portalOf,
  provider,
  rowOf,
  simulate,
  stateOf,
  switchPlan,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

/** Stops or resumes renewal in the shop. */
async function press(shop: TestShop, payer: Payer, action: 'stop' | 'resume'): Promise<void> {
  await signIn(payer.visitor, payer.email)
  const answer = await payer.visitor.post(`/api/v1/subscriptions/${action}-renewal/${payer.id}`)
  assert.equal(answer.status, 200, await answer.text())
  await shop.catchUp()
}

/** A catalogue that denies the country of everybody here: whoever is screened with it is put on hold. */
function deniedCatalogue({ dataDir }: TestShop): string {
  const own = JSON.parse(readFileSync(join(import.meta.dirname, '../../../brand/catalogue.json'), 'utf8')) as {
    countries: { denied: string[] }
  }
  const file = join(dataDir, 'denied.json')
  const countries = { ...own.countries, denied: [...own.countries.denied, 'GB'] }
  writeFileSync(file, JSON.stringify({ ...own, countries }))
  return file
}

const endOf = async (shop: TestShop, payer: Payer) => {
  const { cancel_at: moment, cancel_at_period_end: flag } = await overThere(shop, payer)
  return { moment: moment !== null, flag }
}

test('cancelled in the portal and resumed in the shop, it renews', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await inPortal(payer.visitor, await portalOf(payer), /\/cancel\//)
    await shop.catchUp()
    assert.deepEqual(await endOf(shop, payer), { moment: true, flag: false })
    await press(shop, payer, 'resume')
    assert.deepEqual(await endOf(shop, payer), { moment: false, flag: false })
    await shop.advanceTo('2026-11-23T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20', 'the daily sweep finds it resumed')
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), [
      'RENEWAL_STOPPED',
      'RENEWAL_RESUMED owner',
      'END_DATE_CHANGED 2027-01-20',
    ])
  }))

test('stopped in the shop and resumed in the portal, then stopped in the portal and by the vendor: each side follows', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await press(shop, payer, 'stop')
    await inPortal(payer.visitor, await portalOf(payer), /\/resume\//)
    await becomes(shop, payer, 'active, on, 2026-12-20')
    await inPortal(payer.visitor, await portalOf(payer), /\/cancel\//)
    await becomes(shop, payer, 'active, stopped, 2026-12-20')
    await press(shop, payer, 'resume')
    await provider().subscriptions.update((await overThere(shop, payer)).id, { cancel_at_period_end: true })
    await becomes(shop, payer, 'active, stopped, 2026-12-20')
    await press(shop, payer, 'resume')
    assert.deepEqual(await endOf(shop, payer), { moment: false, flag: false })
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
  }))

test('a vendor’s end on a day to come stops renewal; that day ends it', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await provider().subscriptions.update((await overThere(shop, payer)).id, {
      cancel_at: Date.UTC(2026, 11, 20, 12) / 1000,
    })
    await becomes(shop, payer, 'active, stopped, 2026-12-20')
    await shop.advanceTo('2026-12-21T00:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-12-20')
  }))

test('renewal stopped while a downgrade is scheduled releases the schedule, and nothing more is charged', () =>
  shopAt(async (shop) => {
    await simulate('settings', { downgradeAtPeriodEnd: true })
    const payer = await givenAPayer(shop, 'analytics-annual')
    await switchPlan(payer, 'analytics-monthly')
    assert.notEqual((await overThere(shop, payer)).schedule, null)
    await press(shop, payer, 'stop')
    assert.deepEqual([(await overThere(shop, payer)).schedule, (await endOf(shop, payer)).flag], [null, true])
    await shop.advanceTo('2027-12-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2027-11-20')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 118800'])
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('cancelled by an administrator while a downgrade is scheduled, nothing more is charged', () =>
  shopAt(async (shop) => {
    await simulate('settings', { downgradeAtPeriodEnd: true })
    const payer = await givenAPayer(shop, 'analytics-annual')
    await switchPlan(payer, 'analytics-monthly')
    await act(await givenAnAdministrator(shop), `cancel/${payer.id}`, { comment: 'asked by phone' })
    await shop.advanceTo('2027-12-22T12:00:00Z')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 118800'])
  }))

test('renewal stopped in the hour of the draft: the invoice is voided, nothing is charged, access ends with the paid day', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-20T12:20:00Z')
    assert.equal((await invoicesOf(shop, payer))[0]?.status, 'draft')
    await press(shop, payer, 'stop')
    assert.equal((await invoicesOf(shop, payer))[0]?.status, 'void')
    await shop.advanceTo('2026-12-20T14:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, stopped, 2026-12-20')
    await shop.advanceTo('2026-12-21T00:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-12-20')
    await shop.advanceTo('2027-02-01T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-12-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
    const [mail] = await mailsTo(shop, payer, /will not renew/)
    assert.match(mail?.text ?? '', /until 20 December 2026.*Nothing more will be charged/s)
  }))

test('renewal stopped in the portal in the hour of the draft is not charged either', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-20T12:20:00Z')
    await inPortal(payer.visitor, await portalOf(payer), /\/cancel\//)
    await shop.advanceTo('2026-12-20T14:00:00Z')
    await shop.advanceTo('2026-12-21T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-12-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
  }))

test('cancelled by an administrator in the hour of the draft, it is not charged', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-20T12:20:00Z')
    await act(await givenAnAdministrator(shop), `cancel/${payer.id}`, { comment: 'asked by phone' })
    await shop.advanceTo('2027-02-01T12:00:00Z')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
    assert.equal((await rowOf(shop, payer)).status, 'cancelled')
  }))

test('a person put on hold in the hour of the draft is not charged', () =>
  shopAt(async (shop) => {
    const denied = deniedCatalogue(shop)
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.restart({ CLOCK_START: '2026-12-20T12:20:00Z', CATALOGUE: denied })
    await signIn(payer.visitor, payer.email)
    assert.equal((await payer.visitor.get('/api/v1/plans/analytics-monthly/download/link')).status, 403)
    await shop.catchUp()
    assert.equal((await invoicesOf(shop, payer))[0]?.status, 'void')
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'pending, on, 2026-12-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
  }))

test('renewal stopped in the hour of the draft cannot be resumed, as the period is over: bought again, it begins a new one', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-20T12:20:00Z')
    await press(shop, payer, 'stop')
    const answer = await payer.visitor.post(`/api/v1/subscriptions/resume-renewal/${payer.id}`)
    assert.equal(answer.status, 409)
    await buy(payer.visitor)
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    await shop.advanceTo('2027-01-21T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2026-12-20', '2027-01-20'])
  }))

/** Somebody who is put on hold between the payment page and the payment: their subscription waits. */
async function givenAPaidOneThatWaits(shop: TestShop): Promise<Payer> {
  const buyer = await givenABuyer(shop)
  const { to } = await checkOut(buyer.visitor)
  await shop.sql(`update subscribers set dpl_status = 'PENDING' where email = $1`, [buyer.email])
  assert.equal((await payOn(buyer.visitor, to)).status, 303)
  await shop.catchUp()
  const [held] = await heldBy(buyer.visitor)
  const payer = { ...buyer, plan: 'analytics-monthly', id: held?.subscription.id ?? '' }
  assert.equal(await stateOf(shop, payer), 'pending, on, never started')
  return payer
}

async function approve(shop: TestShop, { email }: Payer): Promise<void> {
  const administrator = await givenAnAdministrator(shop)
  const subscriber = await idOf(shop, email)
  const answer = await administrator.post(`/api/v1/reviews/approve/${subscriber}`, { comment: 'Known to sales.' })
  assert.equal(answer.status, 200, await answer.text())
  await shop.catchUp()
}

test('cancelled at the provider before its first day, it starts when the person is approved and does not renew', () =>
  shopAt(async (shop) => {
    const payer = await givenAPaidOneThatWaits(shop)
    const { id } = await overThere(shop, payer)
    await provider().subscriptions.update(id, { cancel_at: Date.UTC(2026, 11, 20, 12) / 1000 })
    await shop.advanceTo('2026-11-23T12:00:00Z')
    await approve(shop, payer)
    assert.equal(await stateOf(shop, payer), 'active, stopped, 2026-12-23')
    await shop.advanceTo('2027-01-02T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-12-23')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
  }))

test('a change of plan while the person is on hold is not charged: the paid days and the days held come first, then the new plan', () =>
  shopAt(async (shop) => {
    const denied = deniedCatalogue(shop)
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.restart({ CLOCK_START: '2026-12-10T12:00:00Z', CATALOGUE: denied })
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'pending, on, 2026-12-20')
    const { id, items } = await overThere(shop, payer)
    const { data } = await provider().prices.list({ lookup_keys: ['analytics-annual'] })
    const item = { id: items.data[0]?.id ?? '', price: data[0]?.id ?? '' }
    await provider().subscriptions.update(id, { items: [item], proration_behavior: 'always_invoice' })
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'pending, on, 2026-12-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
    await shop.restart({ CLOCK_START: '2026-12-15T12:00:00Z' })
    await signIn(payer.visitor, payer.email)
    assert.equal((await payer.visitor.get('/api/v1/plans/analytics-monthly/download/link')).status, 403)
    assert.equal((await payer.visitor.get('/api/v1/plans/analytics-annual/download/link')).status, 200)
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-25')
    assert.equal((await rowOf(shop, payer)).terms.name, 'analytics-annual')
    const { items: after } = await overThere(shop, payer)
    assert.equal(after.data[0]?.current_period_end, Date.UTC(2026, 11, 25) / 1000)
    assert.deepEqual((await historyOf(shop, payer)).slice(2), [
      'SUBSCRIPTION_MARKED_PENDING system',
      'PLAN_CHANGED',
      'SUBSCRIPTION_ACTIVATED system',
      'END_DATE_CHANGED 2026-12-25 system',
    ])
    await shop.restart({ CLOCK_START: '2026-12-25T01:30:00Z' })
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-12-25')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2026-12-25'])
  }))

test('a subscription paused by its owner in the portal is not charged, shows as stopped, and starts again when resumed', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const { id } = await overThere(shop, payer)
    await simulate('pause', { subscription: id })
    await shop.catchUp()
    assert.equal((await heldBy(payer.visitor))[0]?.subscription.renews, false)
    await press(shop, payer, 'resume')
    assert.notEqual((await overThere(shop, payer)).status, 'paused')
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
  }))
