import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, type Refused } from '../../support/admin/admin-calls.ts'
import { planChangeTo, previewPath } from '../../support/billing/plan-change.ts'
import { heldBy, loseMessages, settled } from '../../support/billing/given-buyer.ts'
import {
  givenAPayer,
  historyOf,
  issuesOf,
  mailsTo,
  overThere,
  provider,
  rowOf,
  simulate,
  stateOf,
  type Payer,
} from '../../support/billing/paying.ts'
import { givenAnAdministrator, givenAShop, signIn } from '../../support/given.ts'
import { aCatalogueIn, planIn } from '../../support/catalogue-file.ts'

/** The sample catalogue, with a more expensive plan of the same interval. */
const CATALOGUE = aCatalogueIn(tmpdir(), (catalogue) => {
  const more = { name: 'analytics-plus', title: 'Parallax Analytics Plus, monthly', price: 199 }
  catalogue.plans.push({ ...planIn(catalogue, 'analytics-monthly'), ...more })
})
const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z', CATALOGUE })
const comment = 'asked by phone'
const there = async (payer: { id: string }) => ({ subscription: (await rowOf(shop, payer)).provider_subscription })

// Everybody buys on the first day; the tests continue in the middle of the period.
const payers: Payer[] = []
while (payers.length < 8) payers.push(await givenAPayer(shop, 'analytics-monthly'))
await shop.advanceTo('2026-12-05T12:00:00Z')
const administrator = await givenAnAdministrator(shop)
function nextPayer(): Payer {
  const payer = payers.pop()
  assert.ok(payer)
  return payer
}

/** Moves a subscription to another plan as an administrator; returns what was charged. */
async function changeTo(plan: string, payer: Payer): Promise<number> {
  const change = await planChangeTo(administrator, payer, plan)
  await act(administrator, `change-plan/${payer.id}`, change)
  await shop.catchUp()
  return change.dueNow
}

/** Returns a payer's charges and the refunded part of each, in minor units, oldest first. */
async function chargesOf(payer: Payer): Promise<{ id: string; paid: number; back: number }[]> {
  const { customer } = await overThere(shop, payer)
  const { data } = await provider().charges.list({ customer: typeof customer === 'string' ? customer : customer.id })
  return data
    .filter(({ paid }) => paid)
    .toReversed()
    .map(({ id, amount, amount_refunded: back }) => ({ id, paid: amount, back }))
}

const refund = async (payer: Payer, body: object = {}) => {
  await act(administrator, `refund/${payer.id}`, { comment, ...body })
  await settled(shop)
}
const issuesAbout = async ({ id }: Payer) =>
  (await issuesOf(shop)).filter(({ subscription }) => subscription?.id === id)

/**
 * Refunds in the dashboard, in minor units, while messages are lost; returns a function that delivers messages again.
 */
async function refundUnheard(payer: Payer, amount: number): Promise<() => Promise<unknown>> {
  const [charge] = await chargesOf(payer)
  const deliver = await loseMessages(shop)
  await simulate('refund', { charge: charge?.id ?? '', amount })
  await shop.catchUp()
  return deliver
}

test('a refund without an amount returns every payment of the period and ends the subscription', async () => {
  const payer = nextPayer()
  const added = await changeTo('analytics-plus', payer)
  const charges = await chargesOf(payer)
  assert.deepEqual(
    charges.map(({ paid }) => paid),
    [14_900, Math.round(added * 100)],
  )
  const { errors } = await act<Refused>(
    administrator,
    `refund/${payer.id}`,
    { comment, amount: Number((149 + added + 0.01).toFixed(2)) },
    400,
  )
  assert.match(errors?.[0]?.message ?? '', new RegExp(`US\\$${(149 + added).toFixed(2).replace('.', '\\.')}`))
  await refund(payer)
  assert.deepEqual(
    (await chargesOf(payer)).map(({ paid, back }) => paid - back),
    [0, 0],
  )
  assert.equal(await stateOf(shop, payer), 'expired, ended, 2026-12-05')
  assert.deepEqual(await issuesAbout(payer), [])
})

test('a quantity other than 1 is a payment issue that names it, until it is 1 again', async () => {
  const payer = nextPayer()
  await simulate('quantity', { ...(await there(payer)), quantity: 3 })
  await settled(shop)
  const [issue, ...more] = await issuesAbout(payer)
  assert.deepEqual([issue?.kind, more], ['quantity', []])
  assert.match(issue?.detail ?? '', /quantity of 3/)
  await simulate('quantity', { ...(await there(payer)), quantity: 1 })
  await settled(shop)
  assert.deepEqual(await issuesAbout(payer), [])
})

test('a change of plan first reads refunds at the provider that were not reported yet: 409', async () => {
  const payer = nextPayer()
  const change = await planChangeTo(administrator, payer, 'analytics-annual')
  const deliver = await refundUnheard(payer, 12_000)
  const refused = await administrator.get(previewPath(payer.id, 'analytics-annual'))
  await deliver()
  assert.equal(refused.status, 409)
  assert.equal(((await refused.json()) as Refused).message, errorMessages.CHANGE_REFUNDED)
  const { message } = await act<Refused>(administrator, `change-plan/${payer.id}`, change, 409)
  assert.equal(message, errorMessages.CHANGE_REFUNDED)
  assert.deepEqual(
    (await chargesOf(payer)).map(({ paid }) => paid),
    [14_900],
  )
})

test('a subscription moved to a higher price of its plan shows that price, also in its history', async () => {
  const payer = nextPayer()
  await simulate('move-price', { ...(await there(payer)), unit_amount: 16_900, transfer_lookup_key: true })
  await settled(shop)
  await signIn(payer.visitor, payer.email)
  const [held] = await heldBy(payer.visitor)
  const { plan, subscription } = held as unknown as {
    plan: { price: number }
    subscription: { payment: { nextAmount: number } }
  }
  assert.deepEqual([plan.price, subscription.payment.nextAmount], [169, 169])
  assert.deepEqual((await historyOf(shop, payer)).slice(2), ['PLAN_CHANGED'])
  assert.deepEqual(await issuesAbout(payer), [])
  const [mail, ...more] = await mailsTo(shop, payer, /price/)
  assert.deepEqual(more, [])
  assert.match(
    mail?.text ?? '',
    /The price of “Parallax Analytics, monthly” changed from US\$149\.00 to US\$169\.00 a month on \d December 2026\./,
  )
  assert.match(mail?.text ?? '', /Your next charge is US\$169\.00 on 20 December 2026\./)
})
