import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Stripe } from 'stripe'
import { useCluster } from '../../support/cluster.ts'
import { active, checkOut, givenABuyer, settled } from '../../support/billing/given-buyer.ts'
import { withFaults, type TestProvider } from '../../support/servers/given-provider.ts'
import { signIn } from '../../support/given.ts'
import { chargesOf, givenAPayer, rowOf } from '../../support/billing/paying.ts'

const cluster = await useCluster()

async function customerOf(world: TestProvider, { email }: { email: string }): Promise<Stripe.Customer> {
  const { data } = await world.stripe.customers.list({ email })
  const [customer] = data
  assert.ok(customer && data.length === 1)
  return customer
}

test('the customer at Stripe has the data for a European company’s invoice: company, person, country, language', () =>
  withFaults(cluster, async (shop, world) => {
    const company = 'Northwind Bottling GmbH'
    const buyer = await givenABuyer(shop, { country: 'DE', company, firstName: 'Jörg', lastName: 'Weiß' })
    await shop.sql(`update subscribers set language = 'de' where email = $1`, [buyer.email])
    assert.equal((await checkOut(buyer.visitor)).status, 200)
    const { name, address, preferred_locales: locales, metadata, ...more } = await customerOf(world, buyer)
    assert.deepEqual([name, address?.country, locales], [company, 'DE', ['de']])
    assert.deepEqual(
      [
        (more as { business_name?: string }).business_name,
        (more as { individual_name?: string }).individual_name,
        Object.keys(metadata),
      ],
      [company, 'Jörg Weiß', ['subscriber']],
    )
    const { data } = await world.stripe.checkout.sessions.list({ limit: 1 })
    const [page] = data
    assert.deepEqual(
      [page?.billing_address_collection, page?.tax_id_collection?.enabled, page?.locale],
      ['required', true, 'de'],
    )
  }))

test('a correction reaches the customer at Stripe; an address entered there stays, unless the country differs', () =>
  withFaults(cluster, async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    const before = await customerOf(world, payer)
    assert.equal(before.address?.postal_code, 'N1 9GU', 'from the payment page')
    const correct = async (fields: object) => {
      await signIn(payer.visitor, payer.email)
      const answer = await payer.visitor.post('/api/v1/account/details', fields)
      assert.equal(answer.status, 200, await answer.text())
      await settled(shop)
    }
    await correct({ company: 'Northwind Bottling Ltd' })
    const renamed = await customerOf(world, payer)
    assert.deepEqual([renamed.name, renamed.address?.postal_code], ['Northwind Bottling Ltd', 'N1 9GU'])
    await correct({ country: 'FR' })
    const moved = await customerOf(world, payer)
    assert.deepEqual([moved.address?.country, moved.address?.postal_code ?? null], ['FR', null])
  }))

test('promotion codes can be entered on the payment page only with STRIPE_PROMOTION_CODES=on', async () => {
  for (const [environment, allowed] of [
    [{}, null],
    [{ STRIPE_PROMOTION_CODES: 'on' }, true],
  ] as const)
    await withFaults(
      cluster,
      async (shop, world) => {
        const buyer = await givenABuyer(shop)
        const { to } = await checkOut(buyer.visitor)
        const { data } = await world.stripe.checkout.sessions.list({ limit: 1 })
        assert.equal(data[0]?.allow_promotion_codes ?? null, allowed)
        if (!allowed) return
        const coupon = await world.stripe.coupons.create({ percent_off: 20, duration: 'once' })
        await world.stripe.promotionCodes.create({ code: 'HELLO20', promotion: { type: 'coupon', coupon: coupon.id } })
        const page = await buyer.visitor.form(to)
        const typed = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Jane Doe' }
        const form = { ...typed, country: 'GB', postalCode: 'N1 9GU', promotionCode: 'HELLO20' }
        const send = async (fields: Record<string, string>) =>
          buyer.visitor.request(page.address, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
            body: new URLSearchParams({ ...page.fields, ...form, ...fields }).toString(),
          })
        // A code changes the total, which is shown before payment.
        const shown = await buyer.visitor.get((await send({})).headers.get('location') ?? '')
        const total = /name="total" value="(\d+)"/.exec(await shown.text())?.[1] ?? ''
        assert.equal((await send({ total })).status, 303)
        const { id } = await active(buyer.visitor)
        await shop.catchUp()
        assert.deepEqual(await chargesOf(shop, { id }), ['2026-11-20 11920'])
        assert.equal((await rowOf(shop, { id })).terms.priceMinor, 14_900)
      },
      { environment },
    )
})
