import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenATrial } from '../../support/admin/admin-calls.ts'
import { act } from '../../support/admin/admin-page.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { createProgram, leaseOf, refusalOf } from '../../support/licence/program.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })

/**
 * Whatever ends a licence reaches an online program at its next renewal, and whatever restores it at the renewal after
 * that. refusals.test.ts has the decisions about the person.
 */
test('a refund, or the end of a trial, ends the licence, and an extension restores it, also after 31 days offline', async () => {
  const payer = await givenASubscriber(shop, 'analytics-monthly')
  const bought = await createProgram(shop)
  await bought.signIn(payer.visitor)
  const administrator = await givenAnAdministrator(shop)
  const refunded = await act(administrator, `/api/v1/subscriptions/refund/${payer.id}`, { comment: 'No' })
  assert.equal(refunded.status, 200)
  await shop.catchUp()
  assert.equal((await refusalOf(shop, await bought.renew())).reason, 'ended')

  const { visitor, id: trial } = await givenATrial(shop)
  const program = await createProgram(shop)
  const lease = leaseOf(await program.signIn(visitor))
  assert.equal(lease.exp - lease.iat, 14 * 86_400)
  await shop.advanceTo('2026-12-21T12:00:00Z')
  const { reason, until } = await refusalOf(shop, await program.renew())
  assert.deepEqual([reason, until], ['ended', '2026-12-20'])
  const body = { endDate: '2026-12-30T00:00:00.000Z', comment: 'More time' }
  const later = await givenAnAdministrator(shop)
  assert.equal((await act(later, `/api/v1/subscriptions/extend/${trial}`, body)).status, 200)
  const { status, body: renewed } = await program.renew()
  assert.equal(status, 200)
  assert.equal(new Date(leaseOf(renewed).exp * 1000).toISOString(), '2026-12-31T00:00:00.000Z')
})
