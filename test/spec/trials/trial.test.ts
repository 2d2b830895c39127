import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenARegistration, givenAShop, givenATrialUser } from '../../support/given.ts'

const shop = await givenAShop()

test('a trial awaits confirmation of the address after registration, and then runs for its 30 days [1.1]', async () => {
  const { email } = await givenARegistration(shop)
  const before = await shop.sql<{ status: string }>(
    'select status from subscriptions join subscribers on subscribers.id = subscriber_id where email = $1',
    [email],
  )
  assert.deepEqual(before, [{ status: 'pending' }])

  const person = await givenATrialUser(shop)
  const answer = await person.visitor.get('/api/v1/subscriptions/user')
  const { subscriptions } = (await answer.json()) as { subscriptions: { subscription: { status: string } }[] }
  assert.deepEqual(
    subscriptions.map(({ subscription }) => subscription.status),
    ['active'],
  )
})
