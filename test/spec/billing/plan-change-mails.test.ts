import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act } from '../../support/admin/admin-calls.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAnAdministrator, type TestShop } from '../../support/given.ts'
import { planChangeTo } from '../../support/billing/plan-change.ts'
import { givenAPayer, mailsTo, overThere, provider, switchPlan, withShop } from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

const changeMails = (shop: TestShop, payer: { email: string }) => mailsTo(shop, payer, /Your plan is now/)
const receipts = (shop: TestShop, payer: { email: string }) => mailsTo(shop, payer, /receipt/)

test('a downgrade by an administrator is emailed with the credit and the next charge, an upgrade by the receipt alone', () =>
  shopAt(async (shop) => {
    const [down, up] = [await givenAPayer(shop, 'analytics-annual'), await givenAPayer(shop, 'analytics-monthly')]
    await shop.advanceTo('2026-12-01T12:00:00Z')
    const administrator = await givenAnAdministrator(shop)
    for (const [payer, plan] of [
      [down, 'analytics-monthly'],
      [up, 'analytics-annual'],
    ] as const)
      await act(administrator, `change-plan/${payer.id}`, await planChangeTo(administrator, payer, plan))
    const [mail, ...more] = await changeMails(shop, down)
    assert.equal(more.length, 0)
    assert.equal(mail?.subject, 'Your plan is now Parallax Analytics, monthly')
    assert.match(
      mail.text,
      /Our support team changed your plan from “Parallax Analytics, annual” to “Parallax Analytics, monthly” on 1 December 2026\./,
    )
    assert.match(mail.text, /gave you a credit of US\$[\d,.]+, which pays for your next charges\./)
    assert.match(mail.text, /Your next charge is US\$0\.00 on 1 January 2027\./)
    assert.equal((await receipts(shop, down)).length, 1, 'of the purchase')

    const [, receipt, ...others] = await receipts(shop, up)
    assert.equal(others.length, 0)
    assert.match(
      receipt?.text ?? '',
      /Our support team changed your plan.* to “Parallax Analytics, annual” on 1 December 2026\./,
    )
    assert.match(receipt?.text ?? '', /Your next charge is US\$1,188\.00 on 1 December 2027\./)
    assert.match(receipt?.text ?? '', /Paid: US\$|Total: US\$/)
    assert.deepEqual(await changeMails(shop, up), [])
  }))

test('a change in Stripe’s dashboard gets a neutral email, and one that the portal charged only its receipt', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    await shop.catchUp()
    const { id, items } = await overThere(shop, payer)
    const { data } = await provider().prices.list({ lookup_keys: ['analytics-monthly'] })
    await provider().subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: data[0]?.id ?? '' }],
      proration_behavior: 'always_invoice',
    })
    const [mail, ...more] = await changeMails(shop, payer)
    assert.equal(more.length, 0)
    assert.match(
      mail?.text ?? '',
      /Your plan changed from “Parallax Analytics, annual” to “Parallax Analytics, monthly” on/,
    )
    assert.doesNotMatch(mail?.text ?? '', /support team/)

    const switched = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    await switchPlan(switched, 'analytics-annual')
    const [, receipt, ...others] = await receipts(shop, switched)
    assert.equal(others.length, 0)
    assert.match(receipt?.text ?? '', /Your plan changed from “Parallax Analytics, monthly” to/)
    assert.deepEqual(await changeMails(shop, switched), [])
  }))
