import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop, type TestShop } from '../../support/given.ts'
import {
  becomes,
  chargesOf,
  givenAPayer,
  historyOf,
  inPortal,
  mailsTo,
  paidDays,
  portalOf,
  provider,
  withShop,
  rowOf,
  stateOf,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()

const shopAt = (start: string, body: (shop: TestShop) => Promise<void>) => withShop(cluster, start, body)

test('after a month the renewal has been charged once, with the last day moved and a receipt sent [1.5]', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await becomes(shop, payer, 'active, on, 2026-12-20')
    await shop.advanceTo('2026-12-20T13:00:00Z')
    await shop.advanceTo('2026-12-21T00:00:05Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    await shop.advanceTo('2026-12-22T00:00:00Z')
    const history = ['SUBSCRIPTION_CREATED', 'INITIAL_END_DATE_SET 2026-12-20', 'END_DATE_CHANGED 2027-01-20']
    assert.deepEqual(await historyOf(shop, payer), history)
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 14900', '2026-12-20 14900'])
    const receipts = await mailsTo(shop, payer, /receipt/)
    assert.equal(receipts.length, 2)
    assert.ok(receipts.some(({ text }) => /paid until 20 January 2027/.test(text)))
  }))

test('charges made while the shop was down for three months are applied in order before it is ready', () =>
  shopAt('2027-01-31T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const began = performance.now()
    await shop.restart({ CLOCK_START: '2027-05-01T00:00:00Z' })
    // A start waits five seconds for the provider's state; a slower machine continues without it.
    if (performance.now() - began < 5_000) assert.equal(await stateOf(shop, payer), 'active, on, 2027-05-31')
    await becomes(shop, payer, 'active, on, 2027-05-31')
    assert.deepEqual((await historyOf(shop, payer)).slice(1), [
      'INITIAL_END_DATE_SET 2027-02-28',
      'END_DATE_CHANGED 2027-03-31',
      'END_DATE_CHANGED 2027-04-30',
      'END_DATE_CHANGED 2027-05-31',
    ])
    assert.deepEqual(await paidDays(shop, payer), ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
    assert.equal((await mailsTo(shop, payer, /receipt/)).length, 4)
  }))

test('months and years follow the calendar: month ends, the leap day and the turn of the year [1.5]', () =>
  shopAt('2028-02-29T12:00:00Z', async (shop) => {
    const yearly = await givenAPayer(shop, 'analytics-annual')
    await shop.advanceTo('2028-12-31T12:00:00Z')
    const monthly = await givenAPayer(shop, 'analytics-monthly')
    const weekly = await givenAPayer(shop, 'analytics-weekly')
    assert.equal((await weekly.visitor.post(`/api/v1/subscriptions/stop-renewal/${weekly.id}`)).status, 200)
    await becomes(shop, weekly, 'active, stopped, 2029-01-07')
    await shop.advanceTo('2029-03-02T12:00:00Z')
    assert.equal(await stateOf(shop, yearly), 'active, on, 2030-02-28')
    assert.equal(await stateOf(shop, monthly), 'active, on, 2029-03-31')
    assert.deepEqual(await paidDays(shop, monthly), ['2028-12-31', '2029-01-31', '2029-02-28'])
    await becomes(shop, weekly, 'expired, stopped, 2029-01-07')
    assert.deepEqual(await paidDays(shop, yearly), ['2028-02-29', '2029-02-28'])
  }))

test('a server in America/New_York charges and ends on the same UTC days across its clock change', async () => {
  const before = process.env['TZ']
  process.env['TZ'] = 'America/New_York'
  const start = '2026-10-02T03:30:00Z'
  try {
    assert.notEqual(new Date(start).getTimezoneOffset(), 0)
    await shopAt(start, async (shop) => {
      const payer = await givenAPayer(shop, 'analytics-monthly')
      await becomes(shop, payer, 'active, on, 2026-11-02')
      // A renewal is charged an hour after its period begins.
      await shop.advanceTo('2026-11-02T04:30:05Z')
      assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-02')
      assert.deepEqual(await paidDays(shop, payer), ['2026-10-02', '2026-11-02'])
      const receipts = await mailsTo(shop, payer, /receipt/)
      assert.ok(receipts.some(({ text }) => text.includes('2 December 2026')))
    })
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
})

test('with renewal stopped nothing is charged, and the subscription expires after its last day [1.6]', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const stopped = await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`)
    assert.equal(stopped.status, 200)
    await shop.catchUp()
    assert.equal(
      (await provider().subscriptions.retrieve((await rowOf(shop, payer)).provider_subscription)).cancel_at_period_end,
      true,
    )
    await shop.advanceTo('2026-12-20T18:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, stopped, 2026-12-20', 'the last day has access')
    await shop.advanceTo('2026-12-21T00:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-12-20')
    await shop.advanceTo('2027-03-01T00:00:00Z')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), ['RENEWAL_STOPPED owner', 'STATUS_CHANGED system'])
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
    assert.equal((await mailsTo(shop, payer, /will not renew/)).length, 1)
    assert.equal((await mailsTo(shop, payer, /has ended/)).length, 1)
  }))

test('a change from monthly to annual in the portal applies the new terms from that day and credits the rest of the month', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-05T12:00:00Z')
    const { data: prices } = await provider().prices.list({ lookup_keys: ['analytics-annual'] })
    const said = await inPortal(payer.visitor, await portalOf(payer), new RegExp(`/switch/.*/${prices[0]?.id}`))
    assert.match(said, /switched/)
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-12-05')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), ['PLAN_CHANGED', 'END_DATE_CHANGED 2027-12-05'])
    assert.equal((await rowOf(shop, payer)).terms.name, 'analytics-annual')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 14900', '2026-12-05 111350'])
    await shop.advanceTo('2027-12-06T00:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2028-12-05')
    assert.equal((await chargesOf(shop, payer)).at(-1), '2027-12-05 118800')
  }))

test('more due subscriptions than one batch are all processed once', async () => {
  const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  await shop.sql(
    `insert into subscribers select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'email', n || s.email, 'email_key', n || s.email_key, 'payment_customer', null))).*
       from subscribers s, generate_series(1, 210) n where s.email = $1`,
    [payer.email],
  )
  const columns =
    'terms, status, created_at, start_date, end_date, renewal, paid_until, provider_period_end, provider_charging'
  await shop.sql(
    `insert into subscriptions (id, subscriber_id, ${columns})
       select gen_random_uuid(), s.id, ${columns} from subscriptions one, subscribers s
       where one.id = $1 and s.id <> one.subscriber_id and s.payment_customer is null`,
    [payer.id],
  )
  await shop.advanceTo('2026-12-21T12:00:00Z')
  assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
  const [ended] = await shop.sql<{ n: number }>(`select count(*)::int as n from subscriptions where status = 'expired'`)
  assert.equal(ended?.n, 210)
  const [events] = await shop.sql<{ n: number }>(`select count(*)::int as n from events where type = 'STATUS_CHANGED'`)
  assert.equal(events?.n, 210)
  await shop.stop()
})
