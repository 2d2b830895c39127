import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAShop, givenATrialUser } from '../../support/given.ts'

const shop = await givenAShop()

test('a hundred people who arrive together, and whose pages need the database, are all served', async () => {
  const { visitor } = await givenATrialUser(shop)
  const statuses = new Map<number, number>()
  const lookAround = async () => {
    for (const address of ['/', '/plans', '/account', '/api/v1/subscriptions/user']) {
      const response = await visitor.get(address)
      await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 100 }, lookAround))
  assert.deepEqual([...statuses], [[200, 400]])
})
