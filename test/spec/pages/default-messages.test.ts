import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aRegistration, givenAShop } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'
import { sentencesOf } from '../../support/sentences.ts'

const shop = await givenAShop()

async function refused(body: unknown) {
  const plan = { 'x-selected-product': 'analytics-trial' }
  const answer = await shop.visitor().post('/api/v1/users', body, plan)
  const { message, errors = [] } = (await answer.json()) as { message: string; errors?: unknown[] }
  return { status: answer.status, message, errors: sentencesOf(errors) }
}

test('what has no shape of its own to complain of is an invalid input', async () => {
  await unchanged(shop, async () => {
    for (const body of [[], 'text', 7])
      assert.deepEqual(await refused(body), { status: 400, message: 'The input is invalid', errors: [] })
  })
})

test('a value that stands in none of the lists is an invalid value, under its field', async () => {
  await unchanged(shop, async () => {
    for (const changes of [{ country: 'Atlantis' }, { jobFunction: 'Astronaut' }, { industry: 'Alchemy' }]) {
      const [field] = Object.keys(changes)
      const message = 'Invalid value'
      assert.deepEqual(await refused(aRegistration(changes)), { status: 400, message, errors: [{ field, message }] })
    }
  })
})
