import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenASubscriber, heldBy, settled, type Subscriber } from '../../support/billing/given-buyer.ts'
import { signIn, type TestShop } from '../../support/given.ts'
import { invoicesOf, overThere, provider, withShop } from '../../support/billing/paying.ts'

const cluster = await useCluster()

async function customerOf(shop: TestShop, payer: Subscriber) {
  const { customer } = await overThere(shop, payer)
  const found = await provider().customers.retrieve(customer as string)
  assert.ok(!found.deleted)
  return found
}

test('a correction of a person’s details reaches the customer at the provider, whose address stays unless the country differs, and the next invoice; one to a denied country pauses charging', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenASubscriber(shop)
    await settled(shop)
    const correct = async (body: object) => {
      assert.equal((await act(payer.visitor, '/api/v1/account/details', body)).status, 200)
      await settled(shop)
    }
    await correct({ company: 'Northwind Bottling Ltd' })
    const renamed = await customerOf(shop, payer)
    assert.deepEqual([renamed.name, renamed.address?.postal_code], ['Northwind Bottling Ltd', 'N1 9GU'])
    const company = 'Northwind Bottling GmbH'
    await correct({ company, country: 'DE' })
    const { name, business_name: business, individual_name: person, address } = await customerOf(shop, payer)
    assert.deepEqual([name, business, person], [company, company, 'Jane Doe'])
    assert.deepEqual([address?.country, address?.postal_code ?? null], ['DE', null])
    await shop.advanceTo('2026-12-20T13:30:00Z')
    const [invoice, first] = await invoicesOf(shop, payer)
    assert.deepEqual([invoice?.customer_name, invoice?.customer_address?.country], [company, 'DE'])
    assert.notEqual(first?.customer_name, company, 'an invoice that exists stays as it was')

    await signIn(payer.visitor, payer.email)
    await correct({ country: 'IR' })
    const [held] = await heldBy(payer.visitor)
    assert.deepEqual([held?.subscription.status, held?.subscription.payment.state], ['pending', 'paused'])
    assert.equal((await overThere(shop, payer)).pause_collection?.behavior, 'void')
  }))
