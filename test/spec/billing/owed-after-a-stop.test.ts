import assert from 'node:assert/strict'
import { test } from 'vitest'
import { read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
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
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)
const nothingMore = /You will not be charged again/

async function stop({ visitor, email, id }: Payer) {
  await signIn(visitor, email)
  const [held] = await heldBy(visitor)
  assert.equal((await visitor.post(`/api/v1/subscriptions/stop-renewal/${id}`)).status, 200)
  return held?.subscription.payment.owed
}

async function byDebit(shop: TestShop): Promise<Payer> {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard('AT611904300234573201'))
  await shop.advanceTo('2026-12-20T13:30:00Z')
  return payer
}

test('a stop while a bank debit is processed shows the debit and the end it pays for, and that end applies', () =>
  shopAt(async (shop) => {
    const payer = await byDebit(shop)
    const owed = await stop(payer)
    const shown = /"amount":149,"currency":"usd","until":"2027-01-20T.*","processing":true,"dueAt":null/
    assert.match(JSON.stringify(owed), shown)
    const [mail] = await mailsTo(shop, payer, /will not renew/)
    assert.doesNotMatch(mail?.text ?? '', nothingMore)
    assert.match(mail?.text ?? '', /US\$149\.00 is still being processed.*until 20 January 2027/s)
    await shop.advanceTo('2026-12-26T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, stopped, 2027-01-20')
    assert.equal((await chargesOf(shop, payer)).length, 2)
  }))

test('a cancellation by an administrator while a bank debit is processed: the email states it, and the money is refunded', () =>
  shopAt(async (shop) => {
    const payer = await byDebit(shop)
    const administrator = await givenAnAdministrator(shop)
    const answer = await administrator.post(`/api/v1/subscriptions/cancel/${payer.id}`, { comment: 'Asked for it.' })
    assert.equal(answer.status, 200)
    const [mail] = await mailsTo(shop, payer, /has ended/)
    assert.doesNotMatch(mail?.text ?? '', nothingMore)
    assert.match(mail?.text ?? '', /US\$149\.00 is still being processed.*we refund it/s)
    await shop.advanceTo('2026-12-26T12:00:00Z')
    await signIn(payer.visitor, payer.email)
    const payments = await read<{ kind: string; amount: number }[]>(
      payer.visitor,
      `/api/v1/subscriptions/payments/${payer.id}`,
    )
    assert.deepEqual(
      payments.flatMap(({ kind, amount }) => (kind === 'failure' ? [] : [`${kind} ${amount}`])),
      ['charge 149', 'charge 149', 'refund 149'],
    )
  }))
