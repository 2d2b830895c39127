import assert from 'node:assert/strict'
import { test } from 'vitest'
import { heldBy } from '../../support/billing/given-buyer.ts'
import { useCluster } from '../../support/cluster.ts'
import { act } from '../../support/admin/admin-calls.ts'
import { givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
import { createProgram, leaseOf, refusalOf } from '../../support/licence/program.ts'
import {
  aCard,
  chargesOf,
  givenAPayer,
  inPortal,
  mailsTo,
  portalOf,
  stateOf,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()

async function byDebit(shop: TestShop, account = 'AT611904300234573201'): Promise<Payer> {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard(account))
  return payer
}

test('while a bank debit is processed, a stop shows the debit and the end that it pays for, and a cancellation states its refund; only a stop without a debit states that nothing more is charged', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const [stopped, cancelled] = [await byDebit(shop), await byDebit(shop)]
    const byCard = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-20T13:30:00Z')
    await signIn(stopped.visitor, stopped.email)
    const [held] = await heldBy(stopped.visitor)
    await signIn(byCard.visitor, byCard.email)
    for (const { visitor, id } of [stopped, byCard])
      assert.equal((await visitor.post(`/api/v1/subscriptions/stop-renewal/${id}`)).status, 200)
    const shown = /"amount":149,"currency":"usd","until":"2027-01-20T.*","processing":true,"dueAt":null/
    assert.match(JSON.stringify(held?.subscription.payment.owed), shown)
    await act(await givenAnAdministrator(shop), `cancel/${cancelled.id}`, { comment: 'Asked for it.' })
    for (const [payer, subject, text] of [
      [stopped, /will not renew/, /US\$149\.00 is still being processed.*until 20 January 2027/s],
      [byCard, /will not renew/, /until 20 January 2027 and then ends\. You will not be charged again\./],
      [cancelled, /has ended/, /US\$149\.00 is still being processed.*we refund it/s],
    ] as const) {
      const [mail] = await mailsTo(shop, payer, subject)
      assert.match(mail?.text ?? '', text)
      assert.equal(/You will not be charged again/.test(mail?.text ?? ''), payer === byCard)
    }
    await shop.advanceTo('2026-12-26T12:00:00Z')
    assert.equal(await stateOf(shop, stopped), 'active, stopped, 2027-01-20')
    assert.equal((await chargesOf(shop, stopped)).length, 2)
    assert.deepEqual(
      await shop.sql(`select amount::int from payments where kind = 'refund' and subscription_id = $1`, [cancelled.id]),
      [{ amount: 14_900 }],
    )
  }))

test('while a bank debit is processed, the program runs on after the end date, as downloads do, and it is refused after the days of grace of a failed debit', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const payer = await byDebit(shop, 'AT861904300235473202')
    const program = await createProgram(shop)
    await program.signIn(payer.visitor)
    await shop.advanceTo('2026-12-20T13:30:00Z')
    await signIn(payer.visitor, payer.email)
    assert.equal((await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`)).status, 200)
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, stopped, 2026-12-20')
    await signIn(payer.visitor, payer.email)
    assert.equal((await payer.visitor.get('/api/v1/download/analytics')).status, 200)
    const { status, body } = await program.renew()
    assert.equal(status, 200, JSON.stringify(body))
    const { iat, renew, exp } = leaseOf(body)
    assert.deepEqual([renew - iat, exp - iat], [86_400, 2 * 86_400])
    await shop.advanceTo('2027-01-04T00:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2027-01-03')
    assert.equal((await refusalOf(shop, await program.renew())).reason, 'ended')
  }))
