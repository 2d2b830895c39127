import assert from 'node:assert/strict'
import { test } from 'node:test'
import { act, forget, idOf, read } from '../at-desk.ts'
import { givenASubscriber } from '../given-buyer.ts'
import { givenAnAdministrator, givenAShop } from '../given.ts'
import { unchanged } from '../unchanged.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Matter = {
  id: string
  about: string
  payment: string | null
  subscription: object | null
  subscriber: object | null
}

async function givenAMatter(subscription: string | null, at: string): Promise<string> {
  const id = crypto.randomUUID()
  await shop.sql(
    `insert into desk_matters (id, subscription_id, about, payment, at) values ($1, $2, 'refund-forbidden', $3, $4)`,
    [id, subscription, `pi_${id}`, at],
  )
  return id
}
const matters = () => read<Matter[]>(administrator, '/api/v1/matters')
const settle = (id: string, body: object = { comment: 'Paid back by hand.' }) =>
  act(administrator, `/api/v1/matters/settle/${id}`, body)

test('what somebody has to look at is listed oldest first, with whom it is about, until it is settled', async () => {
  const { id: subscription, email } = await givenASubscriber(shop)
  const newer = await givenAMatter(null, '2026-11-19T10:00:00Z')
  const older = await givenAMatter(subscription, '2026-11-18T10:00:00Z')
  const [first, second] = await matters()
  assert.deepEqual([first?.id, second?.id], [older, newer])
  const subscriber = await idOf(shop, email)
  assert.deepEqual(first?.subscriber, { id: subscriber, email })
  assert.deepEqual(second?.subscriber, null)

  assert.equal((await settle(older)).status, 204)
  assert.deepEqual(
    (await matters()).map(({ id }) => id),
    [newer],
  )
  const [row] = await shop.sql('select settled_by, comment from desk_matters where id = $1', [older])
  assert.deepEqual(row, { settled_by: 'admin@shop.example', comment: 'Paid back by hand.' })
  const audit = await shop.sql('select by, act, subscriber_id, subscription_id from audit')
  assert.deepEqual(audit, [
    { by: 'admin@shop.example', act: 'settle-matter', subscriber_id: subscriber, subscription_id: subscription },
  ])

  const again = await unchanged(shop, () => settle(older), ['sessions'])
  assert.deepEqual([again.status, again.message], [409, 'This matter has been settled already.'])

  await givenAMatter(subscription, '2026-11-20T10:00:00Z')
  assert.equal((await forget(administrator, subscriber)).status, 204)
  assert.equal((await matters()).at(-1)?.subscriber, null, 'it stays to be settled when the person is forgotten')
})

test('two administrators at once settle it once', async () => {
  const id = await givenAMatter(null, '2026-11-17T10:00:00Z')
  const answers = await Promise.all([settle(id), settle(id), settle(id)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 409, 409],
  )
})

test('bad input gets the first rule’s words and changes nothing', async () => {
  const id = await givenAMatter(null, '2026-11-16T10:00:00Z')
  for (const [path, body, status, message] of [
    [id, {}, 400, 'This field is required'],
    [id, { comment: 'x'.repeat(251) }, 400, 'Length should be less than 251 characters'],
    [crypto.randomUUID(), { comment: 'Yes' }, 404, 'This does not exist.'],
    ['nothing', { comment: 'Yes' }, 404, 'This does not exist.'],
  ] as const) {
    const answer = await unchanged(shop, () => settle(path, body), ['sessions'])
    assert.deepEqual([answer.status, answer.message], [status, message])
  }
})
