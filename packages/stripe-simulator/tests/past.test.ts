import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'vitest'
import type { AddedCustomer, PastCustomer } from '../simulator.ts'
import { aSandbox } from './given-simulator.ts'

const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000

const jane: PastCustomer = {
  email: 'jane@northwind.example',
  name: 'Jane Doe',
  country: 'GB',
  metadata: {},
  price: 'monthly',
  anchor: at('2026-08-05'),
  before: 2,
  card: 'pm_card_visa',
  stops: false,
  cancelled: null,
  afterwards: null,
  payment: { id: 'pi_given', paidUntil: at('2026-12-05') },
}

async function given(context: TestContext) {
  const setup = await aSandbox(context)
  const recurring = { interval: 'month' } as const
  const product_data = { name: 'Analytics' }
  const terms = { currency: 'usd', unit_amount: 14_900, lookup_key: 'monthly' }
  await setup.stripe.prices.create({ ...terms, product_data, recurring })
  const add = async (...pasts: Partial<PastCustomer>[]) => {
    let all: readonly AddedCustomer[] = []
    await setup.sandbox.addPast(
      pasts.map((past) => ({ ...jane, ...past })),
      async (added) => void (all = added),
    )
    return all
  }
  return Object.assign(setup, { add })
}

test('adds a customer with the invoices of their past, of which no event is sent', async (context) => {
  const { stripe, sandbox, delivered, add } = await given(context)
  const [added] = await add({})
  assert.deepEqual([added?.paid.length, added?.endedAt, added?.returned], [3, null, null])
  assert.equal(added?.paid.at(-1)?.payment, 'pi_given')
  const { status } = await stripe.subscriptions.retrieve(added.subscription)
  assert.equal(status, 'active')
  await sandbox.tick()
  assert.deepEqual(
    delivered.filter(({ type }) => /^(customer|invoice|charge)/.test(type)),
    [],
  )
})

test('gives back a part of the last payment, or has the bank dispute it', async (context) => {
  const { stripe, add } = await given(context)
  const [part, open, won] = await add(
    { afterwards: { kind: 'refund', share: 0.25 } },
    { afterwards: { kind: 'dispute', outcome: 'open' } },
    { afterwards: { kind: 'dispute', outcome: 'won' } },
  )
  assert.deepEqual(
    [part?.returned?.amount, part?.returned?.state, part?.returned?.invoice],
    [3725, 'succeeded', part?.paid.at(-1)?.id],
  )
  const refund = await stripe.refunds.retrieve(part?.returned?.id ?? '')
  assert.deepEqual([refund.amount, refund.created], [3725, part?.returned?.at])
  assert.equal((await stripe.disputes.retrieve(open?.returned?.id ?? '')).status, 'needs_response')
  assert.equal((await stripe.disputes.retrieve(won?.returned?.id ?? '')).status, 'won')
})

test('ends a subscription at the moment given, and one that stops with the period paid last', async (context) => {
  const { stripe, add } = await given(context)
  const [cancelled, stopped] = await add(
    { cancelled: at('2026-11-12'), afterwards: { kind: 'refund', share: 1 } },
    { stops: true, payment: { id: 'pi_other', paidUntil: at('2026-11-05') } },
  )
  assert.deepEqual([cancelled?.endedAt, stopped?.endedAt], [at('2026-11-12'), at('2026-11-05')])
  assert.ok((cancelled?.returned?.at ?? 0) >= at('2026-11-12'))
  for (const one of [cancelled, stopped])
    assert.equal((await stripe.subscriptions.retrieve(one?.subscription ?? '')).status, 'canceled')
})

test('bills no period that begins on the day of a cancellation, at an hour before it', async (context) => {
  const { add } = await given(context)
  const hour = 3_600
  const anchor = jane.anchor + 11 * hour
  const [added] = await add({
    anchor,
    cancelled: at('2026-11-05') + 19 * hour,
    payment: { id: 'pi_given', paidUntil: at('2026-11-05') },
  })
  assert.equal(added?.paid.at(-1)?.payment, 'pi_given')
  assert.equal(added.endedAt, at('2026-11-05') + 11 * hour - 1)
})

test('stores nothing of the customers where their addition is not accepted', async (context) => {
  const { stripe, sandbox, folder } = await given(context)
  const refused = sandbox.addPast([jane, jane], () => Promise.reject(new Error('the database is full')))
  await assert.rejects(refused, /the database is full/)
  assert.deepEqual((await stripe.customers.list()).data, [])
  assert.ok(!(await readFile(join(folder, 'journal.ndjson'), 'utf8')).includes(jane.email))
})

test('links to the pages have the present address of the shop, not the one at which an object was stored', async (context) => {
  const setup = await given(context)
  const [added] = await setup.add({})
  const publicUrl = 'https://shop.example'
  await setup.restart({ publicUrl })
  const id = added?.paid.at(-1)?.id ?? ''
  const page = `${publicUrl}/sandbox/payment/invoice/${id}`
  const invoice = await setup.stripe.invoices.retrieve(id)
  assert.deepEqual([invoice.hosted_invoice_url, invoice.invoice_pdf], [page, page])
  const { data, url } = JSON.parse(
    JSON.stringify(await setup.stripe.charges.list({ customer: added?.customer ?? '' })),
  ) as { data: { receipt_url: string }[]; url: string }
  assert.ok(data.some(({ receipt_url: receipt }) => receipt === page))
  assert.equal(url, '/v1/charges')
})
