import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { forget, idOf } from '../../support/admin/admin-page.ts'
import { checkOut, givenABuyer } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator } from '../../support/given.ts'
import { withFaults } from '../../support/servers/given-provider.ts'

const cluster = await useCluster()

test('the customer at Stripe has the data for a European company’s invoice: company, person, country, language', () =>
  withFaults(cluster, async (shop, world) => {
    const company = 'Northwind Bottling GmbH'
    const buyer = await givenABuyer(shop, { country: 'DE', company, firstName: 'Jörg', lastName: 'Weiß' })
    await shop.sql(`update subscribers set language = 'de' where email = $1`, [buyer.email])
    assert.equal((await checkOut(buyer.visitor)).status, 200)
    const { data } = await world.stripe.customers.list({ email: buyer.email })
    const [customer] = data
    assert.ok(customer && data.length === 1)
    const { name, business_name: business, individual_name: person } = customer
    assert.deepEqual([name, business, person], [company, company, 'Jörg Weiß'])
    const { address, preferred_locales: locales, metadata } = customer
    assert.deepEqual([address?.country, locales, Object.keys(metadata)], ['DE', ['de'], ['subscriber']])
    const [page] = (await world.stripe.checkout.sessions.list({ limit: 1 })).data
    assert.deepEqual([page?.billing_address_collection, page?.tax_id_collection?.enabled], ['required', true])
    assert.deepEqual([page?.locale, page?.allow_promotion_codes ?? null], ['de', null])
  }))

test('a customer whose creation was lost is used, with the present details, by the order of another plan, and erasure leaves none with the address', () =>
  withFaults(cluster, async (shop, { faults, stripe }) => {
    const buyer = await givenABuyer(shop)
    faults.answer = ({ method, path }) => (method === 'POST' && path === '/v1/customers' ? 'torn' : undefined)
    assert.equal((await checkOut(buyer.visitor)).status, 503)
    delete faults.answer
    assert.equal((await buyer.visitor.post('/api/v1/account/details', { firstName: 'Joan' })).status, 200)
    assert.equal((await checkOut(buyer.visitor, 'analytics-annual')).status, 200)
    const held = async () => (await stripe.customers.list({ email: buyer.email })).data
    const customers = async () => (await held()).length
    assert.deepEqual(
      (await held()).map(({ individual_name: name }) => name),
      ['Joan Doe'],
    )
    const administrator = await givenAnAdministrator(shop)
    assert.equal((await forget(administrator, await idOf(shop, buyer.email))).status, 204)
    await shop.catchUp()
    assert.equal(await customers(), 0)
  }))

test('promotion codes can be entered on the payment page with STRIPE_PROMOTION_CODES=on', () =>
  withFaults(
    cluster,
    async (shop, world) => {
      assert.equal((await checkOut((await givenABuyer(shop)).visitor)).status, 200)
      const [page] = (await world.stripe.checkout.sessions.list({ limit: 1 })).data
      assert.equal(page?.allow_promotion_codes, true)
    },
    { environment: { STRIPE_PROMOTION_CODES: 'on' } },
  ))
