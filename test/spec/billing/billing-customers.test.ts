import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Stripe } from 'stripe'
import { useCluster } from '../../support/cluster.ts'
import { active, checkOut, givenABuyer } from '../../support/billing/given-buyer.ts'
import { withFaults, type TestProvider } from '../../support/servers/given-provider.ts'
import { chargesOf, rowOf } from '../../support/billing/paying.ts'

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
      [
        page?.billing_address_collection,
        page?.tax_id_collection?.enabled,
        page?.locale,
        page?.allow_promotion_codes ?? null,
      ],
      ['required', true, 'de', null],
    )
  }))

test('promotion codes can be entered on the payment page with STRIPE_PROMOTION_CODES=on', () =>
  withFaults(
    cluster,
    async (shop, world) => {
      const buyer = await givenABuyer(shop)
      const { to } = await checkOut(buyer.visitor)
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
    { environment: { STRIPE_PROMOTION_CODES: 'on' } },
  ))
