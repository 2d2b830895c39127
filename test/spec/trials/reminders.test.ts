import assert from 'node:assert/strict'
import { test } from 'vitest'
import { openDatabase } from '../../../server/database/pool.ts'
import { renewingWithin } from '../../../server/store/subscriptions/subscriptions.ts'
import type { Tables } from '../../../server/store/tables.ts'
import { useCluster } from '../../support/cluster.ts'
import type { TestShop } from '../../support/given.ts'
import { cards } from '../../support/billing/given-buyer.ts'
import {
  aCard,
  givenAPayer,
  inPortal,
  mailsTo,
  payOpenInvoice,
  portalOf,
  rowOf,
  simulate,
  stateOf,
  withShop,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()

const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

test('a yearly renewal is announced once, 30 days before, with the amount that Stripe charges then, despite restarts, unless it is stopped; a failed charge is not announced again, and the one after a late payment is', () =>
  shopAt(async (shop) => {
    const yearly = await givenAPayer(shop, 'analytics-annual')
    const stopped = await givenAPayer(shop, 'analytics-annual')
    const failing = await givenAPayer(shop, 'analytics-annual', cards.failsLater)
    assert.equal((await stopped.visitor.post(`/api/v1/subscriptions/stop-renewal/${stopped.id}`)).status, 200)
    const { provider_subscription: subscription } = await rowOf(shop, yearly)
    await simulate('discount', { subscription, percent_off: 50, duration: 'forever' })
    await shop.catchUp()
    await shop.advanceTo('2027-10-20T23:30:00Z')
    assert.equal((await mailsTo(shop, yearly, /renews on/)).length, 0)
    // As if the message about the discount had not arrived, and no request had replaced it.
    await shop.sql('update subscriptions set next_amount = 118800, asked_at = $2 where id = $1', [
      yearly.id,
      '2027-10-20T23:59:00Z',
    ])
    for (const moment of ['2027-10-21T00:00:00Z', '2027-10-21T12:00:00Z', '2027-11-12T00:00:00Z'])
      await shop.advanceTo(moment)
    await shop.restart()
    const mails = await mailsTo(shop, yearly, /renews on/)
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['Your subscription renews on 20 November 2027: Parallax Analytics, annual'],
    )
    assert.match(mails[0]?.text ?? '', /We will charge you US\$594\.00 in total for another year/)
    assert.deepEqual(await mailsTo(shop, stopped, /renews on|about to expire/), [])
    assert.equal((await mailsTo(shop, failing, /renews on/)).length, 1)
    await shop.advanceTo('2027-11-21T12:00:00Z')
    assert.equal(await stateOf(shop, failing), 'active, on, 2027-12-04')
    await shop.advanceTo('2027-11-22T12:00:00Z')
    assert.equal((await mailsTo(shop, failing, /renews on/)).length, 1)

    await shop.advanceTo('2028-11-18T12:00:00Z')
    assert.equal((await mailsTo(shop, failing, /renews on/)).length, 1)
    await payOpenInvoice(shop, failing, cards.pays)
    await shop.advanceTo('2028-11-18T13:00:00Z')
    assert.deepEqual(
      new Set((await mailsTo(shop, failing, /renews on/)).map(({ subject }) => subject)),
      new Set(
        ['2027', '2028'].map((year) => `Your subscription renews on 20 November ${year}: Parallax Analytics, annual`),
      ),
    )
    assert.equal(await stateOf(shop, failing), 'active, on, 2028-11-20')
  }))

test('the announcement of a yearly charge names the plan that the portal has scheduled for that day', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    await simulate('settings', { downgradeAtPeriodEnd: true })
    await inPortal(payer.visitor, await portalOf(payer), /\/switch\//)
    await shop.catchUp()
    await shop.advanceTo('2027-10-21T00:00:00Z')
    const [mail] = await mailsTo(shop, payer, /renews on/)
    assert.match(mail?.text ?? '', /Your plan changes to “Parallax Analytics, weekly” on that day\./)
    assert.match(mail?.text ?? '', /We will charge you US\$49\.00 in total\./)
    assert.doesNotMatch(mail?.text ?? '', /another year/)
  }))

test('a card about to expire is reported once, and its successor separately', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const expiring = /about to expire/
    await shop.advanceTo('2026-12-06T12:00:00Z')
    assert.equal((await mailsTo(shop, payer, expiring)).length, 0)
    assert.match(
      await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard(cards.pays, '12 / 26')),
      /new card/,
    )
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    await shop.advanceTo('2027-01-06T12:00:00Z')
    await shop.advanceTo('2027-01-07T12:00:00Z')
    const mails = await mailsTo(shop, payer, expiring)
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.text ?? '', /4242.*end of December 2026/s)
    await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard('5555 5555 5555 4444', '01 / 27'))
    await shop.advanceTo('2027-01-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
    await shop.advanceTo('2027-02-08T12:00:00Z')
    const both = await mailsTo(shop, payer, expiring)
    assert.equal(both.length, 2)
    assert.match(both[1]?.text ?? '', /4444.*end of January 2027/s)
    assert.deepEqual(
      await shop.sql("select about from sent_notices where notice = 'card-looked-up'"),
      [{ about: '2027-02-08T00:00:00.000Z' }],
      'earlier days are forgotten',
    )
    // Within a day the subscription is not read again.
    const { db, close } = openDatabase<Tables>(shop.databaseUrl)
    const [from, to] = [new Date('2027-02-08T12:00:00Z'), new Date('2027-02-22T12:00:00Z')]
    const dueOn = async (day: string) => {
      const unlessNoted = { notice: 'card-looked-up', about: `${day}T00:00:00.000Z` }
      return [
        (await renewingWithin(db, { from, to, unlessNoted })).length,
        (await renewingWithin(db, { from, to, unlessNoted, except: ['week', 'month'] })).length,
      ]
    }
    assert.deepEqual(
      [await dueOn('2027-02-08'), await dueOn('2027-02-09')],
      [
        [0, 0],
        [1, 0],
      ],
    )
    await close()
  }))
