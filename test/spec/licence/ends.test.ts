import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, idOf } from '../../support/admin/admin-page.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { createProgram, leaseOf, refusalOf } from '../../support/licence/program.ts'

const cluster = await useCluster()
const start = { CLOCK_START: '2026-11-20T12:00:00Z' }

/**
 * Whatever ends a licence reaches an online program at its next renewal, and whatever restores it at the renewal after
 * that.
 */
test('a refund, or a refusal of the person, ends the licence, and an approval restores it', async () => {
  const shop = await givenAShop(start, cluster)
  const administrator = await givenAnAdministrator(shop)
  const payer = await givenASubscriber(shop, 'analytics-monthly')
  const bought = await createProgram(shop)
  await bought.signIn(payer.visitor)
  const [paid] = await shop.sql<{ id: string }>(
    'select x.id from subscriptions x join subscribers s on s.id = x.subscriber_id where s.email = $1',
    [payer.email],
  )
  const refunded = await act(administrator, `/api/v1/subscriptions/refund/${paid?.id}`, { comment: 'No' })
  assert.equal(refunded.status, 200)
  await shop.catchUp()
  assert.equal((await refusalOf(shop, await bought.renew())).reason, 'ended')

  const trier = await givenATrialUser(shop)
  const tried = await createProgram(shop)
  await tried.signIn(trier.visitor)
  const id = await idOf(shop, trier.email)
  assert.equal((await act(administrator, `/api/v1/reviews/refuse/${id}`, { comment: 'No' })).status, 200)
  assert.equal((await refusalOf(shop, await tried.renew())).reason, 'ended')
  assert.equal((await act(administrator, `/api/v1/reviews/approve/${id}`, { comment: 'Yes' })).status, 200)
  const [trial] = await shop.sql<{ id: string }>('select id from subscriptions where subscriber_id = $1', [id])
  assert.equal((await act(administrator, `/api/v1/subscriptions/revive/${trial?.id}`, { comment: 'Yes' })).status, 200)
  assert.equal((await tried.renew()).status, 200)
})

test('the end of a trial ends the licence, an extension restores it, and a device is kept after 31 days offline', async () => {
  const shop = await givenAShop(start, cluster)
  const { visitor, email } = await givenATrialUser(shop)
  const program = await createProgram(shop)
  const lease = leaseOf(await program.signIn(visitor))
  assert.equal(lease.exp - lease.iat, 14 * 86_400)
  await shop.advanceTo('2026-12-21T12:00:00Z')
  const { reason, until } = await refusalOf(shop, await program.renew())
  assert.deepEqual([reason, until], ['ended', '2026-12-20'])
  const administrator = await givenAnAdministrator(shop)
  const [trial] = await shop.sql<{ id: string }>(
    'select x.id from subscriptions x join subscribers s on s.id = x.subscriber_id where s.email = $1',
    [email],
  )
  const body = { endDate: '2026-12-30T00:00:00.000Z', comment: 'More time' }
  assert.equal((await act(administrator, `/api/v1/subscriptions/extend/${trial?.id}`, body)).status, 200)
  const { status, body: renewed } = await program.renew()
  assert.equal(status, 200)
  assert.equal(new Date(leaseOf(renewed).exp * 1000).toISOString(), '2026-12-31T00:00:00.000Z')
})

test('a device not seen for 60 days is signed out, and its place is free', async () => {
  const shop = await givenAShop(start, cluster)
  const { visitor } = await givenASubscriber(shop, 'analytics-annual')
  const program = await createProgram(shop)
  await program.signIn(visitor)
  await shop.advanceTo('2027-01-20T12:00:00Z')
  assert.deepEqual(await shop.sql('select released_by from devices'), [{ released_by: 'unseen' }])
  assert.equal((await refusalOf(shop, await program.renew())).reason, 'signed_out')
})
