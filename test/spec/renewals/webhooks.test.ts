import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'vitest'
import { Stripe } from 'stripe'
import { useCluster } from '../../support/cluster.ts'
import { eventually, givenAShop, type TestShop } from '../../support/given.ts'
import { active, buy, checkOut, givenABuyer, settled } from '../../support/billing/given-buyer.ts'
import { givenAProvider } from '../../support/servers/given-provider.ts'
import { unchanged } from '../../support/unchanged.ts'

const cluster = await useCluster()
const provider = await givenAProvider(cluster)
const older = 'whsec_an_older_one'
/** Two secrets are valid during a rotation. */
const environment = { ...provider.environment, STRIPE_WEBHOOK_SECRET: `${older},${provider.webhookSecret}` }
const shop = await givenAShop(environment, cluster)
const signer = new Stripe('sk_test_none').webhooks

type Signing = { secret?: string; age?: number }
const signed = (payload: string, { secret = provider.webhookSecret, age = 0 }: Signing = {}) =>
  signer.generateTestHeaderString({ payload, secret, timestamp: Math.floor(Date.now() / 1000) - age })

async function send(at: TestShop, payload: string, signature?: string): Promise<number> {
  const answer = await fetch(`${at.url}/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
    body: payload,
  })
  await answer.arrayBuffer()
  return answer.status
}

let made = 0
type Thing = Record<string, unknown>
function anEvent(type: string, object: Thing, more: Thing = {}): string {
  made += 1
  return JSON.stringify({
    id: `evt_test_${made}`,
    object: 'event',
    api_version: null,
    created: 1,
    type,
    livemode: false,
    data: { object },
    ...more,
  })
}
const kept = (at: TestShop) =>
  at.sql<{ id: string; type: string }>(
    "select id, payload ->> 'type' as type from jobs where kind = 'billing-event' order by id",
  )

// server/adapters/payments/stripe/events.test.ts has every kind of invalid signature and content.
test('a forged, unsigned, unreadable or too large message is rejected, and is neither stored nor logged', async () => {
  const payload = anEvent('customer.subscription.deleted', { object: 'subscription', id: 'sub_hush', note: 'hush' })
  const big = JSON.stringify({ hush: 'x'.repeat(2 * 1024 * 1024) })
  const rows: [what: string, payload: string, signature: string | undefined, status: number][] = [
    ['forged', payload, signed(payload, { secret: 'whsec_guessed' }), 400],
    ['without a signature', payload, undefined, 400],
    ['no JSON', 'hush', signed('hush'), 400],
    ['too large', big, signed(big), 413],
  ]
  shop.log.length = 0
  const before = await kept(shop)
  await unchanged(shop, async () => {
    for (const [what, body, signature, status] of rows) assert.equal(await send(shop, body, signature), status, what)
  })
  assert.deepEqual(await kept(shop), before)
  assert.doesNotMatch(shop.log.join(''), /hush|whsec|v1=/)
  assert.ok(shop.log.join('').includes('was refused'))
  assert.ok((await fetch(`${shop.url}/webhooks/stripe`)).status >= 400, 'nor opened as a page or sent as a form')
  const form = await fetch(`${shop.url}/webhooks/stripe`, { method: 'POST', body: new URLSearchParams({ a: '1' }) })
  assert.equal(form.status, 400)
})

test('the same message many times concurrently, signed with either secret, is stored once', async () => {
  const payload = anEvent('plan.updated', { object: 'plan', id: 'plan_y' })
  const secrets = Array.from({ length: 20 }, (_, index) => (index % 2 ? older : provider.webhookSecret))
  const statuses = await Promise.all(secrets.map((secret) => send(shop, payload, signed(payload, { secret }))))
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.equal((await kept(shop)).filter(({ type }) => type === 'plan.updated').length, 1)
})

test('a message is acknowledged immediately if the provider is unavailable, and processed later', async () => {
  const buyer = await givenABuyer(shop)
  await buy(buyer.visitor)
  const { data } = await provider.stripe.events.list({ limit: 100, type: 'checkout.session.completed' })
  const payload = JSON.stringify(data[0])
  provider.faults.answer = () => 500
  assert.equal(await send(shop, payload, signed(payload)), 200)
  await eventually('a first look', async () => shop.log.some((line) => line.includes('will be retried')))
  delete provider.faults.answer
  await active(buyer.visitor)
})

test('a subscription of another system, whose metadata has an `order` of its own, is read and left', async () => {
  const customer = await provider.stripe.customers.create({ email: 'other@example.com' })
  const { id: method } = await provider.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const [price] = (await provider.stripe.prices.list({ lookup_keys: ['analytics-monthly'] })).data
  const { id } = await provider.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price?.id ?? '' }],
    default_payment_method: method,
    metadata: { order: '6735' },
  })
  const payload = anEvent('customer.subscription.created', { object: 'subscription', id })
  const { id: event } = JSON.parse(payload) as { id: string }
  assert.equal(await send(shop, payload, signed(payload)), 200)
  const job = () => shop.sql('select done_at is null as waits, last_error as error from jobs where id = $1', [event])
  await eventually('an end of the job', async () => (await job()).every(({ waits, error }) => !waits || error))
  assert.deepEqual(await job(), [{ waits: false, error: null }])
})

/** Returns the final state without its times. */
async function outcome(at: TestShop): Promise<string> {
  const rows = [
    ...(await at.sql(
      `select id, status, plan, terms, start_date, end_date, renewal, paid_until, payment, held_since, paid_back_until,
              provider_subscription, provider_period_end, provider_charging, provider_ended_at
       from subscriptions order by id`,
    )),
    ...(await at.sql('select subscription_id, type, added_by from events order by subscription_id, number')),
    ...(await at.sql('select id, state from orders order by id')),
    ...(await at.sql('select subscription_id, kind, payment from payment_issues order by 1, 2, 3')),
  ]
  const mails = (await at.mails()).map(({ to, subject }) => `${to} ${subject}`).toSorted()
  const text = JSON.stringify([rows, mails], null, 1)
  return `${createHash('sha256').update(text).digest('hex')} ${text}`
}

/** Shuffles a list in an order determined by the seed. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  const place = (index: number) => createHash('sha256').update(`${seed} ${index}`).digest('hex')
  return list
    .map((one, index) => ({ one, at: place(index) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ one }) => one)
}

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

/**
 * `npm run proof` sends a thousand messages ten times, among ten thousand forged ones; `npm test` sends a small part.
 */
const size =
  process.env['PROOF_KEY'] === undefined
    ? { least: 60, times: 1, rounds: 2, forged: 100 }
    : { least: 1_000, times: 30, rounds: 10, forged: 10_000 }

type Ours = { subscription: string; session: string; payment: string; customer: string }

/**
 * Messages about the shop's objects, and about unknown ones. The content of a message is never trusted: the object is
 * requested from the provider.
 */
function otherMessages(ours: readonly Ours[]): string[] {
  const about = ours.flatMap(({ subscription, session, payment, customer }): [string, Thing][] => [
    ['customer.subscription.deleted', { object: 'subscription', id: subscription, status: 'canceled' }],
    ['customer.subscription.updated', { object: 'subscription', id: subscription, cancel_at_period_end: true }],
    ['invoice.paid', { object: 'invoice', id: 'in_none', parent: { subscription_details: { subscription } } }],
    [
      'invoice.payment_failed',
      { object: 'invoice', id: 'in_none', parent: { subscription_details: { subscription } } },
    ],
    ['checkout.session.expired', { object: 'checkout.session', id: session, status: 'expired' }],
    ['charge.refunded', { object: 'charge', id: 'ch_none', payment_intent: payment, refunded: true }],
    ['customer.deleted', { object: 'customer', id: customer }],
  ])
  const parent = { subscription_details: { subscription: 'sub_of_somebody_else' } }
  const strangers = ['charge', 'subscription', 'checkout.session', 'invoice', 'refund', 'customer', 'dispute', 'payout']
  const others = strangers.map((object): [string, Thing] => [
    `${object}.updated`,
    { object, id: 'of_somebody_else', payment_intent: 'pi_of_somebody_else', parent },
  ])
  return [...about, ...others].map(([type, object]) => anEvent(type, object))
}

test(
  'messages shuffled, repeated and mixed with forged ones have the same result as delivered once and in order',
  // Twenty thousand messages take a busy machine minutes.
  { timeout: 900_000 },
  async () => {
    const base = await cluster.createDatabase()
    const first = await givenAShop({ ...environment, DATABASE_URL: base.url }, cluster)
    const since = Math.floor(Date.now() / 1000) - 1
    const ours: Ours[] = []
    for (const plan of ['analytics-monthly', 'analytics-weekly', 'analytics-annual', 'statistics-annual']) {
      const { visitor } = await givenABuyer(first, {}, plan)
      await buy(visitor, plan)
      const { data } = await provider.stripe.checkout.sessions.list({ limit: 1 })
      const { data: payments } = await provider.stripe.paymentIntents.list({ limit: 1 })
      const [session] = data
      assert.ok(session && payments[0])
      ours.push({
        subscription: idOf(session.subscription),
        session: session.id,
        payment: payments[0].id,
        customer: idOf(session.customer),
      })
    }
    const [stopped, paidBack, ended] = ours
    assert.ok(stopped && paidBack && ended)
    await provider.stripe.subscriptions.update(stopped.subscription, { cancel_at_period_end: true })
    await provider.stripe.refunds.create({ payment_intent: paidBack.payment })
    // Ended as well, so that calls of the first shop do not change what the second finds at the provider.
    for (const { subscription } of [paidBack, ended]) await provider.stripe.subscriptions.cancel(subscription)
    const left = await givenABuyer(first)
    await checkOut(left.visitor)
    await provider.stripe.checkout.sessions.expire(
      (await provider.stripe.checkout.sessions.list({ limit: 1 })).data[0]?.id ?? '',
    )
    await first.stop()

    const own: string[] = []
    for await (const event of provider.stripe.events.list({ limit: 100, created: { gte: since } }))
      own.unshift(JSON.stringify(event))
    const { least, times, rounds, forged } = size
    const events = [...own, ...Array.from({ length: times }, () => otherMessages(ours)).flat()]
    assert.ok(events.length >= least, `${events.length} messages`)
    const copies = [await cluster.createDatabase(base.name), await cluster.createDatabase(base.name)]
    const [clean, noisy] = await Promise.all(
      copies.map(({ url }) => givenAShop({ ...environment, DATABASE_URL: url }, cluster)),
    )
    assert.ok(clean && noisy)

    for (const payload of events) assert.equal(await send(clean, payload, signed(payload)), 200)
    await settled(clean)
    const [failed] = await clean.sql(`select max(attempts) as most from jobs where kind = 'billing-event'`)
    assert.deepEqual(failed, { most: 1 }, 'no message fails, not even about an unknown object')

    const bad = Array.from({ length: forged }, (_, index) => {
      const payload = events[index % events.length] ?? ''
      const ways: Signing[] = [{ secret: 'whsec_guessed' }, { age: 301 + index }, { secret: older.slice(1), age: 1 }]
      const way = ways[index % ways.length] ?? {}
      return {
        payload: payload.replace(/"id": ?"evt_/, '"id":"evt_bad_'),
        signature: signed(payload, way),
        good: false,
      }
    })
    for (let round = 0; round < rounds; round += 1) {
      const good = events.map((payload) => ({ payload, signature: signed(payload, { age: round * 20 }), good: true }))
      const queue = shuffled([...good, ...bad.slice((round * forged) / rounds, ((round + 1) * forged) / rounds)], round)
      const carry = async () => {
        for (let one = queue.shift(); one; one = queue.shift())
          assert.equal(await send(noisy, one.payload, one.signature), one.good ? 200 : 400)
      }
      await Promise.all(Array.from({ length: 8 }, carry))
    }
    await settled(noisy)

    const count = async (at: TestShop) => (await kept(at)).map(({ id }) => id)
    assert.deepEqual(await count(noisy), await count(clean))
    assert.equal(await outcome(noisy), await outcome(clean))
    console.log(
      `${events.length} messages ${rounds} times over, shuffled, among ${forged} forged ones: none lost, none believed`,
    )
    const states = await clean.sql<{ state: string }>(
      `select status || ' ' || renewal || ' ' || (paid_back_until is not null) as state from subscriptions order by 1`,
    )
    assert.deepEqual(
      states.map(({ state }) => state),
      ['active on false', 'active stopped false', 'expired ended false', 'expired ended true'],
    )
  },
)
