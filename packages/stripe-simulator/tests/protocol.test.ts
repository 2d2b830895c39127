import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Stripe } from 'stripe'
import type { AnswerFault } from '../faults.ts'
import {
  aCheckout,
  aPrice,
  aSandbox,
  aSubscription,
  cards,
  client,
  key,
  pay,
  shownAfter,
  idOf,
} from './given-simulator.ts'

test('the same idempotency key returns the same response, marked as a replay, and acts once', async (t) => {
  const setup = await aSandbox(t)
  const make = () => setup.stripe.customers.create({ email: 'ann@acme.example' }, { idempotencyKey: 'one' })
  const [first, second] = [await make(), await make()]
  assert.equal(second.id, first.id)
  assert.equal(second.lastResponse.headers['idempotent-replayed'], 'true')
  assert.equal(first.lastResponse.headers['idempotent-replayed'], undefined)
  await setup.restart()
  assert.equal((await make()).id, first.id)
  assert.equal((await setup.stripe.customers.list()).data.length, 1)
})

test('a key reused for another request is an idempotency error', async (t) => {
  const { stripe } = await aSandbox(t)
  await stripe.customers.create({ email: 'ann@acme.example' }, { idempotencyKey: 'one' })
  const other = stripe.customers.create({ email: 'bob@acme.example' }, { idempotencyKey: 'one' })
  await assert.rejects(other, { type: 'StripeIdempotencyError' })
  await assert.rejects(stripe.products.create({ name: 'X' }, { idempotencyKey: 'one' }), {
    type: 'StripeIdempotencyError',
  })
})

test('the same key twice at the same time: one request is performed, the other is refused with a retry', async (t) => {
  const setup = await aSandbox(t)
  const sent = await Promise.allSettled(
    Array.from({ length: 8 }, () => setup.stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'once' })),
  )
  const ids = new Set(sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : [])))
  assert.equal(ids.size, 1)
  for (const one of sent) if (one.status === 'rejected') assert.equal(one.reason.code, 'idempotency_key_in_use')
  assert.equal((await setup.stripe.customers.list()).data.length, 1)
})

test('unreadable parameters are not stored under their key; the corrected ones are', async (t) => {
  const { stripe } = await aSandbox(t)
  await assert.rejects(stripe.customers.create({ email: 'nonsense' }, { idempotencyKey: 'one' }), {
    code: 'email_invalid',
  })
  assert.ok(await stripe.customers.create({ email: 'ann@acme.example' }, { idempotencyKey: 'one' }))
})

test('an error is stored under its key for a day: a 500 and a refusal are returned again, a 429 is not', async (t) => {
  const planned: AnswerFault[] = [500, 429]
  const setup = await aSandbox(t, {
    faults: { answer: ({ method }) => (method === 'POST' ? planned.shift() : undefined) },
  })
  const { stripe } = setup
  const make = (idempotencyKey: string) => stripe.customers.create({ name: 'Ann' }, { idempotencyKey })
  await assert.rejects(make('one'), { statusCode: 500 })
  await assert.rejects(make('two'), { statusCode: 429 })
  await assert.rejects(make('one'), (error: Stripe.errors.StripeError) => {
    assert.deepEqual([error.statusCode, error.headers?.['idempotent-replayed']], [500, 'true'])
    return true
  })
  assert.ok(await make('two'))
  const pay = () => stripe.paymentMethods.attach('pm_none', { customer: 'cus_none' }, { idempotencyKey: 'three' })
  await assert.rejects(pay(), { code: 'resource_missing' })
  await assert.rejects(pay(), (error: Stripe.errors.StripeError) => error.headers?.['idempotent-replayed'] === 'true')
  setup.clock.at = new Date(setup.clock.at.getTime() + 86_400_000)
  assert.ok(await make('one'))
})

test('the key is a bearer token or the user name of HTTP Basic', async (t) => {
  const { sandbox } = await aSandbox(t)
  const basic = (user: string) => `Basic ${Buffer.from(user).toString('base64')}`
  const statusWith = async (authorization: string) =>
    (await fetch(`${sandbox.apiBase}/v1/customers`, { headers: { authorization } })).status
  for (const right of [`Bearer ${key}`, `bearer ${key}`, basic(`${key}:`), basic(`${key}:ignored`), basic(key)])
    assert.equal(await statusWith(right), 200, right)
  for (const wrong of ['', key, 'Basic', basic('sk_test_wrong:'), basic(`:${key}`), `Digest ${key}`])
    assert.equal(await statusWith(wrong), 401, wrong)
})

test('errors are Stripe’s: the wrong key, the missing object, the bad parameter, the unknown address', async (t) => {
  const { stripe, sandbox } = await aSandbox(t)
  await assert.rejects(client(sandbox.apiBase, 'sk_test_wrong').customers.list(), {
    type: 'StripeAuthenticationError',
    statusCode: 401,
  })
  await assert.rejects(stripe.customers.retrieve('cus_none'), (error: Stripe.errors.StripeError) => {
    assert.deepEqual(
      [error.type, error.statusCode, error.code, error.param],
      ['StripeInvalidRequestError', 404, 'resource_missing', 'id'],
    )
    assert.match(error.requestId!, /^req_/)
    return true
  })
  await assert.rejects(stripe.prices.create({ currency: 'usd', unit_amount: 1.5, product: 'prod_x' }), {
    code: 'parameter_invalid_integer',
    param: 'unit_amount',
  })
  await assert.rejects(stripe.quotes.list(), { statusCode: 404 })
  await stripe.customers.create({ name: 'Ann' })
  await assert.rejects(stripe.customers.list({ expand: ['data.nonsense'] }), { param: 'expand' })
})

test('a refused card on an open invoice is a card error; a manual attempt does not count for the schedule', async (t) => {
  const setup = await aSandbox(t)
  const { id } = await aSubscription(setup, cards.later)
  setup.clock.at = new Date('2026-12-20T12:00:00Z')
  const { latest_invoice: invoice } = await setup.stripe.subscriptions.retrieve(id)
  const again = setup.stripe.invoices.pay(idOf(invoice))
  await assert.rejects(again, { type: 'StripeCardError', statusCode: 402, code: 'card_declined' })
  const { attempt_count: count, next_payment_attempt: next } = await setup.stripe.invoices.retrieve(idOf(invoice))
  assert.deepEqual([count, next], [1, Date.parse('2026-12-23T11:00:00Z') / 1000])
})

test('lists are newest first, page by page in both directions', async (t) => {
  const { stripe } = await aSandbox(t)
  const names: string[] = []
  for (let i = 0; i < 25; i++) names.unshift((await stripe.customers.create({ name: `n${i}` })).name!)
  const first = await stripe.customers.list({ limit: 10 })
  assert.deepEqual([first.data.map(({ name }) => name), first.has_more], [names.slice(0, 10), true])
  const last = await stripe.customers.list({ limit: 10, starting_after: first.data[9]!.id })
  const back = await stripe.customers.list({ limit: 3, ending_before: last.data[0]!.id })
  assert.deepEqual(
    back.data.map(({ name }) => name),
    names.slice(7, 10),
  )
  const all: string[] = []
  for await (const one of stripe.customers.list({ limit: 7 })) all.push(one.name!)
  assert.deepEqual(all, names)
  await assert.rejects(stripe.customers.list({ limit: 101 }), { param: 'limit' })
})

test('prices are found by lookup key and product; amounts of three-decimal currencies end in 0', async (t) => {
  const setup = await aSandbox(t)
  const price = await aPrice(setup.stripe, { lookup_key: 'analytics-monthly' })
  assert.deepEqual(
    (await setup.stripe.prices.list({ lookup_keys: ['analytics-monthly', 'x'] })).data.map(({ id }) => id),
    [price.id],
  )
  assert.equal((await setup.stripe.prices.list({ product: 'prod_none' })).data.length, 0)
  await assert.rejects(aPrice(setup.stripe, { lookup_key: 'analytics-monthly' }), { param: 'lookup_key' })
  await assert.rejects(aPrice(setup.stripe, { currency: 'kwd', unit_amount: 45_555 }), { param: 'unit_amount' })
  await assert.rejects(aPrice(setup.stripe, { currency: 'isk', unit_amount: 45_550 }), { param: 'unit_amount' })
  await assert.rejects(aPrice(setup.stripe, { currency: 'irr', unit_amount: 45_550 }), { param: 'currency' })
  for (const [currency, amount, text] of [
    ['jpy', 22_000, 'JP¥22,000'],
    ['huf', 4_990_000, 'HUF&nbsp;|HUF\u00a049,900.00'],
    ['kwd', 45_550, 'KWD&nbsp;|KWD\u00a045.550'],
  ] as const) {
    const { session } = await aCheckout(setup, {}, await aPrice(setup.stripe, { currency, unit_amount: amount }))
    assert.match(await (await fetch(session.url!)).text(), new RegExp(text))
    assert.equal((await pay(session.url!, { number: cards.pays })).status, 303)
  }
  assert.deepEqual(
    (await setup.stripe.charges.list()).data.map(({ amount }) => amount),
    [45_550, 4_990_000, 22_000],
  )
})

test('metadata is merged, and a key sent empty is removed', async (t) => {
  const { stripe } = await aSandbox(t)
  const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } })
  assert.deepEqual(
    { ...(await stripe.customers.update(id, { metadata: { b: '', c: 'ü & [x]=1' } })).metadata },
    { a: '1', c: 'ü & [x]=1' },
  )
})

test('tax is added when it is asked for, shown before it is paid, and left out for a business with a tax id', async (t) => {
  const setup = await aSandbox(t)
  const taxed = {
    automatic_tax: { enabled: true },
    tax_id_collection: { enabled: true },
    customer_update: { address: 'auto', name: 'auto' },
  } as const
  const { session } = await aCheckout(setup, taxed)
  const shown = await pay(session.url!, { number: cards.pays, country: 'DE' })
  assert.equal(shown.status, 303)
  assert.match(await shownAfter(shown), /The total is now US\$177\.31/)
  assert.equal((await pay(session.url!, { number: cards.pays, country: 'DE', total: '17731' })).status, 303)
  const paid = await setup.stripe.checkout.sessions.retrieve(session.id)
  assert.deepEqual([paid.amount_total, paid.total_details?.amount_tax], [17_731, 2_831])
  const { session: business } = await aCheckout(setup, taxed)
  await pay(business.url!, { number: cards.pays, country: 'DE', taxId: 'DE123456789', total: '14900' })
  assert.equal((await setup.stripe.checkout.sessions.retrieve(business.id)).amount_total, 14_900)
})

test('requested faults: refused with no effect, or performed with the response lost; the key makes a retry safe', async (t) => {
  const planned: AnswerFault[] = [500, 429, 'cut', 'torn']
  const setup = await aSandbox(t, {
    faults: { answer: ({ method }) => (method === 'POST' ? planned.shift() : undefined) },
  })
  const { hostname, port } = new URL(setup.sandbox.apiBase)
  const patient = new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 4 })
  await assert.rejects(patient.customers.create({ name: 'Ann' }, { maxNetworkRetries: 0 }), { statusCode: 500 })
  await assert.rejects(patient.customers.create({ name: 'Ann' }, { maxNetworkRetries: 0 }), {
    type: 'StripeRateLimitError',
  })
  assert.equal((await setup.stripe.customers.list()).data.length, 0)
  assert.ok(await patient.customers.create({ name: 'Ann' }))
  assert.equal((await setup.stripe.customers.list()).data.length, 1)
})

test('a form sent by another site or an old browser is refused and charges nothing', async (t) => {
  const setup = await aSandbox(t)
  const { session } = await aCheckout(setup)
  const body = () =>
    new URLSearchParams({ number: cards.pays, expiry: '12/34', cvc: '123', name: 'Ann', country: 'US', token: 'x' })
  assert.equal((await fetch(session.url!, { method: 'POST', body: body() })).status, 403)
  assert.equal(
    (await fetch(session.url!, { method: 'POST', body: body(), headers: { 'sec-fetch-site': 'cross-site' } })).status,
    403,
  )
  assert.equal((await setup.stripe.charges.list()).data.length, 0)
})

test('each fault of a card has a sentence under its field', async (t) => {
  const setup = await aSandbox(t)
  const { session } = await aCheckout(setup)
  for (const [typed, sentence] of [
    [{ number: '' }, 'Enter your card number.'],
    [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    [{ number: '4111 1111 1111 1111' }, 'This is a sandbox: use a test card'],
    [{ number: cards.pays, expiry: '10/26' }, 'Your card’s expiry date is in the past.'],
    [{ number: cards.pays, expiry: '13/30' }, 'Enter the expiry date as MM / YY.'],
    [{ number: cards.pays, cvc: '12' }, 'The security code has 3 digits.'],
    [{ number: '378282246310005', cvc: '123' }, 'The security code has 4 digits.'],
    [{ number: '4000000000009995' }, 'Your card has insufficient funds.'],
    [{ number: cards.pays, name: '' }, 'Enter the name on the card.'],
    [{ number: cards.pays, country: 'ZZ' }, 'Choose a country from the list.'],
  ] as const) {
    const answer = await pay(session.url!, typed)
    assert.equal(answer.status, 303)
    assert.ok((await shownAfter(answer)).includes(sentence), sentence)
  }
  assert.equal((await pay(session.url!, { number: cards.pays, expiry: '11/26' })).status, 303)
})
