import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act } from '../../support/admin/admin-calls.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAnAdministrator, type TestShop } from '../../support/given.ts'
import {
  givenAPayer,
  issuesOf,
  mailsTo,
  overThere,
  provider,
  simulate,
  stateOf,
  withShop,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

const refund = async (shop: TestShop, payer: { id: string }, body: object) =>
  act(await givenAnAdministrator(shop), `refund/${payer.id}`, { comment: 'Asked by phone.', ...body })
const refundMails = (shop: TestShop, payer: { email: string }) => mailsTo(shop, payer, /refunded/)

test('refunds by an administrator or in Stripe’s dashboard are emailed with amount, card and effect on access, once each', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    await refund(shop, payer, { amount: 49 })
    const [part, ...more] = await refundMails(shop, payer)
    assert.equal(more.length, 0)
    assert.match(part?.text ?? '', /We refunded US\$49\.00 of what you paid for Parallax Analytics, monthly/)
    assert.match(part?.text ?? '', /continues as before/)
    assert.match(part?.text ?? '', /Amount refunded: US\$49\.00\nRefunded to: Visa ending in 4242/)

    const { customer } = await overThere(shop, payer)
    const { data } = await provider().charges.list({ customer: customer as string, limit: 1 })
    await provider().refunds.create({ charge: data[0]?.id ?? '', amount: 2000 })
    const [, outside] = await refundMails(shop, payer)
    assert.match(outside?.text ?? '', /We refunded US\$20\.00[^]*Visa ending in 4242/)

    await refund(shop, payer, {})
    const [, , whole, ...others] = await refundMails(shop, payer)
    assert.equal(others.length, 0)
    assert.match(whole?.text ?? '', /We refunded US\$80\.00/)
    assert.match(whole?.text ?? '', /access to “Parallax Analytics, monthly” has ended/)
    assert.match(await stateOf(shop, payer), /^expired/)
    assert.equal((await mailsTo(shop, payer, /has ended/)).length, 1)
    await shop.advanceTo('2026-11-22T12:00:00Z')
    await shop.advanceTo('2026-11-24T12:00:00Z')
    assert.equal((await refundMails(shop, payer)).length, 3)
  }))

test('a refund returned by the customer’s bank is a payment issue, and nothing counts as refunded any longer', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    await refund(shop, payer, {})
    await shop.catchUp()
    const [made] = (await provider().refunds.list()).data
    assert.deepEqual([made?.status, await issuesOf(shop)], ['succeeded', []])
    await simulate('fail-refund', { refund: made?.id ?? '' })
    await shop.catchUp()
    await shop.advanceTo('2026-11-23T12:00:00Z')
    const issues = await issuesOf(shop)
    assert.deepEqual(
      issues.map(({ kind, subscription }) => [kind, subscription?.id]),
      [['refund-failed', payer.id]],
    )
    const rows = await shop.sql("select state from payments where kind = 'refund'")
    assert.deepEqual(rows, [{ state: 'failed' }])
    assert.deepEqual(await shop.sql('select paid_back_until from subscriptions'), [{ paid_back_until: null }])
    assert.equal((await provider().refunds.list()).data.length, 1, 'it is not tried again')
    const [mail, ...more] = await mailsTo(shop, payer, /could not be completed/)
    assert.deepEqual(more, [])
    assert.match(
      mail?.text ?? '',
      /Your bank returned our refund of US\$149\.00 for “Parallax Analytics, monthly”, so you have not received it\./,
    )
  }))
