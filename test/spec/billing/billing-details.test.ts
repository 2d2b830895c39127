import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenASubscriber, settled, type Subscriber } from '../../support/billing/given-buyer.ts'
import { givenAShop } from '../../support/given.ts'
import { invoicesOf, overThere, provider } from '../../support/billing/paying.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, await useCluster())

async function customerOf(payer: Subscriber) {
  const { customer } = await overThere(shop, payer)
  const found = await provider().customers.retrieve(customer as string)
  assert.ok(!found.deleted)
  return found
}

const correct = (payer: Pick<Subscriber, 'visitor'>, body: object) =>
  act(payer.visitor, '/api/v1/account/details', body)

test('a correction of a person’s details reaches the customer at the provider, whose address stays unless the country differs, and the next invoice shows it', async () => {
  const payer = await givenASubscriber(shop)
  await settled(shop)
  assert.equal((await correct(payer, { company: 'Northwind Bottling Ltd' })).status, 200)
  await settled(shop)
  const renamed = await customerOf(payer)
  assert.deepEqual([renamed.name, renamed.address?.postal_code], ['Northwind Bottling Ltd', 'N1 9GU'])
  const company = 'Northwind Bottling GmbH'
  const answer = await payer.visitor.post('/api/v1/account/details', { company, country: 'DE' })
  assert.equal(answer.status, 200)
  const shown = (await answer.json()) as Record<string, unknown>
  assert.deepEqual([shown['company'], shown['country'], shown['lastName']], [company, 'DE', 'Doe'])
  await settled(shop)
  const customer = await customerOf(payer)
  assert.equal(customer.address?.postal_code ?? null, null)
  assert.deepEqual(
    [customer.name, customer.business_name, customer.individual_name, customer.address?.country],
    [company, company, 'Jane Doe', 'DE'],
  )
  const { status } = await read<{ status: string }>(payer.visitor, `/api/v1/subscriptions/${payer.id}`)
  assert.equal(status, 'active')
  await shop.advanceTo('2026-12-20T13:30:00Z')
  const [invoice, first] = await invoicesOf(shop, payer)
  assert.deepEqual([invoice?.customer_name, invoice?.customer_address?.country], [company, 'DE'])
  assert.notEqual(first?.customer_name, company, 'an invoice that exists stays as it was')
})

test('an invalid value gets the field’s message with 400, and nothing changes', async () => {
  const payer = await givenASubscriber(shop)
  await settled(shop)
  for (const [body, field] of [
    [{ company: '' }, 'company'],
    [{ country: 'XX' }, 'country'],
    [{ email: 'new@acme.example' }, 'email'],
  ] as const) {
    const answer = await unchanged(shop, () => correct(payer, body), ['sessions'])
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.deepEqual(
      answer.errors?.map((error) => error.field),
      [field],
    )
    assert.ok(answer.message)
  }
})

test('a correction to a denied country puts the subscription on hold and pauses charging', async () => {
  const payer = await givenASubscriber(shop)
  await settled(shop)
  assert.equal((await correct(payer, { country: 'IR' })).status, 200)
  await settled(shop)
  const shown = async () => {
    const path = `/api/v1/subscriptions/${payer.id}`
    const { status, payment } = await read<{ status: string; payment: { state: string } }>(payer.visitor, path)
    return [status, payment.state]
  }
  await eventuallyEqual(shown, ['pending', 'paused'])
  assert.equal((await overThere(shop, payer)).pause_collection?.behavior, 'void')
})
