import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { cards, heldBy } from '../../support/billing/given-buyer.ts'
import { signIn, type TestShop } from '../../support/given.ts'
import {
  aCard,
  givenAPayer,
  historyOf,
  inPortal,
  invoicesOf,
  mailsTo,
  overThere,
  paidDays,
  payOpenInvoice,
  portalOf,
  simulate,
  stateOf,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

const shown = async ({ visitor, email }: Payer) => {
  await signIn(visitor, email)
  const owned = (await heldBy(visitor))[0]?.subscription
  return [owned?.renews, owned?.payment.state]
}
const there = async (shop: TestShop, payer: Payer) => ({ subscription: (await overThere(shop, payer)).id })

test('paused by Stripe at a renewal’s first failed payment, a subscription still renews: the customer gets one email about the failure, and paying resumes it', () =>
  shopAt(async (shop) => {
    await simulate('settings', { pauseAtFirstFailure: true, retryDays: '3' })
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal((await overThere(shop, payer)).status, 'paused')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-03')
    assert.deepEqual(await shown(payer), [true, 'past_due'])
    assert.equal((await invoicesOf(shop, payer))[0]?.status, 'open')
    assert.deepEqual(await mailsTo(shop, payer, /will not renew|stopped/), [])
    assert.equal((await mailsTo(shop, payer, /did not go through/)).length, 1)
    await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard(cards.pays))
    await payOpenInvoice(shop, payer)
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.equal((await overThere(shop, payer)).status, 'active', 'resumed by the product, as Stripe does not')
    assert.deepEqual(await shown(payer), [true, 'paid'])
    await shop.advanceTo('2027-01-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2026-12-20', '2027-01-20'])
    assert.deepEqual(
      (await historyOf(shop, payer)).filter((type) => type.startsWith('RENEWAL')),
      [],
    )
  }))

test('while the vendor pauses collection and writes invoices off, access continues, and no payment counts as failed', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await simulate('pause-collection', { ...(await there(shop, payer)), behavior: 'mark_uncollectible' })
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.equal((await invoicesOf(shop, payer))[0]?.status, 'uncollectible')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual(await shown(payer), [true, 'paused'])
    await simulate('resume-collection', await there(shop, payer))
    await shop.advanceTo('2027-01-05T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20', 'the period stays given once it collects again')
    await shop.advanceTo('2027-01-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2027-01-20'])
    assert.deepEqual(await mailsTo(shop, payer, /did not go through|ended|will not renew/), [])
  }))

test('paused in the portal and resumed after the end, a subscription is active again: the new period gives access and is kept', () =>
  shopAt(async (shop) => {
    await simulate('settings', { portalPause: true })
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-11-25T12:00:00Z')
    await inPortal(payer.visitor, await portalOf(payer), /\/pause\//)
    await shop.advanceTo('2027-01-05T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-12-20')
    await inPortal(payer.visitor, await portalOf(payer), /\/resume\//)
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-05')
    assert.equal((await overThere(shop, payer)).status, 'active')
    assert.deepEqual(await mailsTo(shop, payer, /refund/), [])
    await shop.advanceTo('2027-02-05T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-03-05')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2027-01-05', '2027-02-05'])
    assert.deepEqual((await historyOf(shop, payer)).slice(2), [
      'RENEWAL_STOPPED',
      'STATUS_CHANGED system',
      'RENEWAL_RESUMED',
      'END_DATE_CHANGED 2027-02-05',
      'STATUS_CHANGED',
      'END_DATE_CHANGED 2027-03-05',
    ])
    const mails = await mailsTo(shop, payer, /renew|ended|go through|receipt|refund/i)
    assert.deepEqual(
      mails.map(({ subject }) => subject.replace(/ \S+ for .*|: .*/, '')),
      [
        'Your receipt',
        'Your subscription will not renew',
        'Your subscription has ended',
        'Your receipt',
        'Your receipt',
      ],
    )
  }))
