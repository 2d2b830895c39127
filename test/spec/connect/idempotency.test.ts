import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenATrial } from '../../support/admin/admin-calls.ts'
import { givenAKey } from '../../support/admin/keys.ts'
import { aRegistration, atTheHour, givenAnAdministrator, givenAShop } from '../../support/given.ts'

const shop = await givenAShop(atTheHour)
const administrator = await givenAnAdministrator(shop)
const { id: keyId, key } = await givenAKey(administrator, ['subscriptions:write'])

/** Adds a comment with an idempotency key; each comment appears in the history. */
async function comment(id: string, text: string, idempotencyKey: string, by = key) {
  const response = await fetch(`${shop.url}/api/v1/subscriptions/comment/${id}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${by}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ comment: text }),
  })
  const body = (await response.json()) as { code?: string; errors?: { field: string }[] }
  return { status: response.status, replayed: response.headers.get('idempotent-replayed'), body }
}

const commentsOf = async (id: string) =>
  (await shop.sql(`select 1 from events where subscription_id = $1 and type = 'COMMENT_ADDED'`, [id])).length

test('a repeated request gets the first response and changes nothing', async () => {
  const { id } = await givenATrial(shop)
  const [first, again] = [await comment(id, 'Called', 'one'), await comment(id, 'Called', 'one')]
  assert.deepEqual([first.status, first.replayed], [200, null])
  assert.deepEqual(again, { ...first, replayed: 'true' })
  assert.equal(await commentsOf(id), 1)
  const [row] = await shop.sql<{ response: string }>('select response from idempotency where caller = $1', [
    `key ${keyId}`,
  ])
  assert.ok(row && !row.response.includes('{'), 'what is kept is sealed')
})

test('another request with the same key gets 422, and the same key of another API key is independent', async () => {
  const [one, other] = [await givenATrial(shop), await givenATrial(shop)]
  assert.equal((await comment(one.id, 'Called', 'two')).status, 200)
  for (const [id, text] of [
    [one.id, 'Called again'],
    [other.id, 'Called'],
  ] as const) {
    const { status, body } = await comment(id, text, 'two')
    assert.deepEqual([status, body.code], [422, 'IDEMPOTENCY_MISMATCH'])
  }
  const { key: second } = await givenAKey(administrator, ['subscriptions:write'])
  assert.deepEqual((await comment(one.id, 'Called', 'two', second)).replayed, null)
  assert.deepEqual([await commentsOf(one.id), await commentsOf(other.id)], [2, 0])
})

test('fifty concurrent requests have one effect', async () => {
  const { id } = await givenATrial(shop)
  const answers = await Promise.all(Array.from({ length: 50 }, () => comment(id, 'Called', 'fifty')))
  const done = answers.filter(({ status }) => status === 200)
  assert.ok(done.length > 0)
  for (const { status, body } of answers)
    assert.ok(status === 200 || (status === 409 && body.code === 'IDEMPOTENCY_BUSY'), String(status))
  assert.equal(new Set(done.map(({ body }) => JSON.stringify(body))).size, 1)
  assert.equal(await commentsOf(id), 1)
})

test('a repetition before the first response gets 409, until the key expires after a day', async () => {
  const { id } = await givenATrial(shop)
  await comment(id, 'Called', 'killed')
  await shop.sql(`update idempotency set status = null, response = null where body_hash = (
    select body_hash from idempotency order by at desc limit 1)`)
  const { status, body } = await comment(id, 'Called', 'killed')
  assert.deepEqual([status, body.code], [409, 'IDEMPOTENCY_BUSY'])
  await shop.sql(`update idempotency set at = at - interval '24 hours'`)
  assert.deepEqual([(await comment(id, 'Called', 'killed')).replayed, await commentsOf(id)], [null, 2])
  await shop.sql(`update idempotency set at = at - interval '24 hours'`)
  await shop.catchUp()
  assert.deepEqual(await shop.sql('select 1 from idempotency'), [])
})

test('a repetition after a failure gets 409 if the change may have been made, and else makes it', async () => {
  const { id } = await givenATrial(shop)
  for (const [table, again, comments] of [
    // It is read once the comment is stored.
    ['payments', 409, 1],
    ['events', 200, 2],
  ] as const) {
    await shop.sql(`alter table ${table} rename to moved`)
    const failed = await comment(id, 'Called', table).finally(() => shop.sql(`alter table moved rename to ${table}`))
    assert.equal(failed.status, 500)
    const { status, body } = await comment(id, 'Called', table)
    assert.deepEqual([status, body.code], [again, again === 409 ? 'IDEMPOTENCY_BUSY' : undefined])
    assert.equal(await commentsOf(id), comments)
  }
})

test('an empty key, or one of more than 255 characters, is rejected', async () => {
  const { id } = await givenATrial(shop)
  for (const [text, status] of [
    ['x'.repeat(255), 200],
    ['x'.repeat(256), 400],
    ['', 400],
  ] as const) {
    const answer = await comment(id, 'Called', text)
    assert.equal(answer.status, status)
    if (status === 400)
      assert.deepEqual(
        answer.body.errors?.map(({ field }) => field),
        ['Idempotency-Key'],
      )
  }
})

test('a repeated checkout in a browser starts one trial and does not use its token twice', async () => {
  const visitor = shop.visitor()
  const registered = await visitor.post('/api/v1/users', aRegistration(), { 'x-selected-product': 'analytics-trial' })
  const { trialToken } = (await registered.json()) as { trialToken: string }
  const checkOut = (headers: Record<string, string>) =>
    visitor.post(
      '/api/v1/plans/analytics-trial/checkout',
      { name: 'analytics-trial' },
      { 'x-trial-token': trialToken, ...headers },
    )
  const own = { 'idempotency-key': crypto.randomUUID() }
  const [first, again] = [await checkOut(own), await checkOut(own)]
  assert.deepEqual([first.status, again.status], [204, 204])
  assert.deepEqual([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')], [null, 'true'])
  assert.equal((await checkOut({})).status, 403, 'the token is used')
  const other = await checkOut({ ...own, 'x-trial-token': 'x'.repeat(43) })
  assert.equal(other.status, 422, 'another token is another request')
  const refused = { 'idempotency-key': crypto.randomUUID() }
  for (const response of [await checkOut(refused), await checkOut(refused)])
    assert.deepEqual(
      [response.status, response.headers.get('idempotent-replayed')],
      [403, null],
      'refusals are not kept',
    )
  assert.equal((await shop.sql("select 1 from idempotency where caller like 'browser %'")).length, 1)
})
