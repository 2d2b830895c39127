import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useCluster } from '../cluster.ts'
import { eventually, givenAShop, signIn, type TestShop } from '../given.ts'
import { cards, settled } from '../given-buyer.ts'
import { aCard, givenAPayer, inPortal, mailsTo, portalOf, withShop, becomes, type Payer } from '../paying.ts'

const cluster = await useCluster()

const shopAt = (start: string, body: (shop: TestShop) => Promise<void>) => withShop(cluster, start, body)

/** Restarts at that moment and waits until the reminders of that day have been looked for: every card that pays soon was looked up. */
async function remindedAt(shop: TestShop, moment: string, lookedUp: Payer[]): Promise<void> {
  await shop.restart({ CLOCK_START: moment })
  await settled(shop)
  for (const { id } of lookedUp) {
    await eventually('a look at the card', async () => {
      const about = `${moment.slice(0, 10)}T00:00:00.000Z`
      const rows = await shop.sql(
        `select 1 from sent_notices where subscription_id = $1 and notice = 'card-looked-up' and about = $2`,
        [id, about],
      )
      return rows.length === 1
    })
  }
}

test('a yearly renewal is announced 14 days before, once, whatever restarts come between', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const yearly = await givenAPayer(shop, 'analytics-annual')
    const stopped = await givenAPayer(shop, 'analytics-annual')
    assert.equal((await stopped.visitor.post(`/api/v1/subscriptions/stop-renewal/${stopped.id}`)).status, 200)
    await remindedAt(shop, '2027-11-05T23:00:00Z', [])
    const witness = await givenAPayer(shop, 'analytics-weekly')
    await remindedAt(shop, '2027-11-05T23:30:00Z', [witness])
    assert.equal((await mailsTo(shop, yearly, /renews on/)).length, 0)
    for (const moment of ['2027-11-06T00:00:00Z', '2027-11-06T12:00:00Z', '2027-11-12T00:00:00Z'])
      await remindedAt(shop, moment, [yearly])
    const mails = await mailsTo(shop, yearly, /renews on/)
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['Parallax Analytics, annual renews on 20 November 2027'],
    )
    assert.match(mails[0]?.text ?? '', /US\$1,188\.00/)
    assert.equal((await mailsTo(shop, stopped, /renews on/)).length, 0)
    assert.equal((await mailsTo(shop, witness, /renews on/)).length, 0)
    // Its weeks are not to be charged all year long.
    await signIn(witness.visitor, witness.email)
    assert.equal((await witness.visitor.post(`/api/v1/subscriptions/stop-renewal/${witness.id}`)).status, 200)
    await shop.restart({ CLOCK_START: '2027-11-21T12:00:00Z' })
    await becomes(shop, yearly, 'active, on, 2028-11-20')
    await remindedAt(shop, '2028-11-07T12:00:00Z', [yearly])
    assert.equal((await mailsTo(shop, yearly, /renews on/)).length, 2)
  }))

test('a year whose charge failed is not announced again in its days of grace', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual', cards.failsLater)
    await shop.restart({ CLOCK_START: '2027-11-21T12:00:00Z' })
    await becomes(shop, payer, 'active, on, 2027-12-04')
    const witness = await givenAPayer(shop, 'analytics-weekly')
    await remindedAt(shop, '2027-11-22T12:00:00Z', [witness])
    assert.equal((await mailsTo(shop, payer, /renews on/)).length, 0)
  }))

test('a card that will have expired is told of once, and its successor on its own account', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const expiring = /about to expire/
    await remindedAt(shop, '2026-12-06T12:00:00Z', [payer])
    assert.equal((await mailsTo(shop, payer, expiring)).length, 0)
    assert.match(
      await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard(cards.pays, '12 / 26')),
      /new card/,
    )
    await shop.restart({ CLOCK_START: '2026-12-20T13:00:00Z' })
    await becomes(shop, payer, 'active, on, 2027-01-20')
    await remindedAt(shop, '2027-01-06T12:00:00Z', [payer])
    await shop.mailTo(payer.email, 'about to expire')
    await remindedAt(shop, '2027-01-07T12:00:00Z', [payer])
    const mails = await mailsTo(shop, payer, expiring)
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.text ?? '', /4242.*end of December 2026/s)
    await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard('5555 5555 5555 4444', '01 / 27'))
    await remindedAt(shop, '2027-01-20T13:00:00Z', [])
    await becomes(shop, payer, 'active, on, 2027-02-20')
    await remindedAt(shop, '2027-02-08T12:00:00Z', [payer])
    await eventually('the second', async () => (await mailsTo(shop, payer, expiring)).length === 2)
    assert.ok((await mailsTo(shop, payer, expiring)).some(({ text }) => /4444.*end of January 2027/s.test(text)))
  }))

test('what was cancelled is announced to nobody', async () => {
  const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)
  const payer = await givenAPayer(shop, 'analytics-annual')
  await settled(shop)
  await shop.sql(`update subscriptions set status = 'cancelled' where id = $1`, [payer.id])
  await shop.restart({ CLOCK_START: '2027-11-08T12:00:00Z' })
  const witness = await givenAPayer(shop, 'analytics-weekly')
  await remindedAt(shop, '2027-11-09T12:00:00Z', [witness])
  assert.equal((await mailsTo(shop, payer, /renews on|about to expire/)).length, 0)
  await shop.stop()
})
