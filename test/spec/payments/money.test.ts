import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'vitest'
import { givenAnAdministrator, givenAShop, signIn } from '../../support/given.ts'
import { heldBy, settled } from '../../support/billing/given-buyer.ts'
import { read } from '../../support/admin/admin-page.ts'
import {
  chargesOf,
  givenAPayer,
  historyOf,
  mailsTo,
  portalOf,
  provider,
  replayGivesTheState,
  rowOf,
  simulate,
  stateOf,
} from '../../support/billing/paying.ts'
import { aCatalogueIn, planIn } from '../../support/catalogue-file.ts'
import { sentencesOf } from '../../support/sentences.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

// domain/catalogue/ has the units of every currency. No decimals for people, two for Stripe: docs.stripe.com/currencies.
test('a price in forints is shown without decimals, charged at Stripe in hundredths, renewed and changed; the customer is told of the change', async () => {
  const CATALOGUE = aCatalogueIn(tmpdir(), (catalogue) => {
    Object.assign(planIn(catalogue, 'analytics-monthly'), { price: 49_900, currency: 'huf' })
  })
  const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z', CATALOGUE })
  const textOf = async (visitor: TestVisitor, path: string) =>
    (await (await visitor.get(path)).text()).replaceAll('\u00a0', ' ')
  assert.ok((await textOf(shop.visitor(), '/plans/analytics-monthly')).includes('HUF 49,900'), 'on the order summary')
  const plan = await read<{ price: number }>(shop.visitor(), '/api/v1/plans/analytics-monthly')
  assert.equal(plan.price, 49_900)
  const payer = await givenAPayer(shop, 'analytics-monthly')
  assert.equal((await rowOf(shop, payer)).terms.priceMinor, 4_990_000)
  assert.ok((await textOf(payer.visitor, await portalOf(payer))).includes('HUF 49,900'), 'on the billing page')
  await shop.advanceTo('2026-12-21T00:00:00Z')
  assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
  assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 4990000', '2026-12-20 4990000'])
  assert.equal((await provider().charges.list({ limit: 1 })).data[0]?.currency, 'huf')

  const { provider_subscription: subscription } = await rowOf(shop, payer)
  await simulate('move-price', { subscription, unit_amount: 5_990_000, transfer_lookup_key: true })
  await settled(shop)
  await signIn(payer.visitor, payer.email)
  const [held] = await heldBy(payer.visitor)
  assert.deepEqual([held?.plan.price, held?.subscription.payment.nextAmount], [59_900, 59_900])
  assert.deepEqual((await historyOf(shop, payer)).slice(3), ['PLAN_CHANGED'])
  const [mail, ...more] = await mailsTo(shop, payer, /price/)
  assert.deepEqual(more, [])
  const text = mail?.text.replaceAll('\u00a0', ' ') ?? ''
  assert.match(
    text,
    /“Parallax Analytics, monthly” changed from HUF 49,900\.00 to HUF 59,900\.00 a month on \d+ December 2026\./,
  )
  assert.match(text, /Your next charge is HUF 59,900\.00 on 20 January 2027\./)
  assert.equal(await replayGivesTheState(shop), 1)
  await shop.stop()
})

test('an amount that Stripe cannot refund in a currency is refused at its field', async () => {
  const CATALOGUE = aCatalogueIn(tmpdir(), (catalogue) => {
    Object.assign(planIn(catalogue, 'analytics-monthly'), { price: 12.34, currency: 'kwd' })
    Object.assign(planIn(catalogue, 'analytics-annual'), { price: 49_900, currency: 'isk' })
  })
  const shop = await givenAShop({ CATALOGUE })
  const administrator = await givenAnAdministrator(shop)
  for (const [plan, amount, message, accepted] of [
    ['analytics-monthly', 5.125, 'The amount can have at most 2 decimal places', 5.12],
    ['analytics-annual', 10.5, 'This currency has no decimal places', 10],
  ] as const) {
    const { id } = await givenAPayer(shop, plan)
    const refund = (value: number) =>
      administrator.post(`/api/v1/subscriptions/refund/${id}`, { amount: value, comment: 'An outage.' })
    const refused = await refund(amount)
    assert.equal(refused.status, 400)
    assert.deepEqual(sentencesOf(((await refused.json()) as { errors: unknown }).errors), [
      { field: 'amount', message },
    ])
    assert.equal((await refund(accepted)).status, 200)
  }
  await shop.stop()
})
