import assert from 'node:assert/strict'
import { test } from 'vitest'
import pg from 'pg'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { paymentIssueWords } from '../../../i18n/en/admin/payment-issues.ts'
import { act, forget, idOf, read } from '../../support/admin/admin-page.ts'
import { givenASubscriber, settled } from '../../support/billing/given-buyer.ts'
import { eventually, givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Issue = {
  id: string
  kind: string
  since: string
  subscriber: object | null
  subscription: object | null
  detail: string
  retryable: boolean
  providerUrl: string | null
}

async function givenAnIssue(subscription: string | null, since: string, task: object | null = null): Promise<string> {
  const id = crypto.randomUUID()
  await shop.sql(
    `insert into payment_issues (id, subscription_id, kind, payment, provider_object, since, detail, task)
     values ($1, $2, $3, $4, $4, $5, $6, $7)`,
    [
      id,
      subscription,
      task ? 'task-refused' : 'refund-forbidden',
      `pi_${id}`,
      since,
      task ? 'No such payment_intent.' : null,
      task ? JSON.stringify(task) : null,
    ],
  )
  return id
}
const issues = () => read<Issue[]>(administrator, '/api/v1/payment-issues')
const send = (action: 'resolve' | 'retry', id: string, body: object = { comment: 'Refunded by hand.' }) =>
  act(administrator, `/api/v1/payment-issues/${action}/${id}`, body)
const resolved = errorMessages.SETTLED_ALREADY

test('open payment issues are listed oldest first, with person, plan, a sentence and the provider’s page [10.24]', async () => {
  const { id: subscription, email } = await givenASubscriber(shop)
  const newer = await givenAnIssue(null, '2026-11-19T10:00:00Z')
  const older = await givenAnIssue(subscription, '2026-11-18T10:00:00Z')
  const subscriber = await idOf(shop, email)
  const detail = paymentIssueWords.kinds['refund-forbidden']
  const providerUrl = `${shop.url}/sandbox/payment`
  const open = { kind: 'refund-forbidden', detail, retryable: false, providerUrl }
  assert.deepEqual(await issues(), [
    {
      ...open,
      id: older,
      since: '2026-11-18T10:00:00.000Z',
      subscriber: { id: subscriber, email },
      subscription: { id: subscription, plan: 'Parallax Analytics, monthly' },
    },
    { ...open, id: newer, since: '2026-11-19T10:00:00.000Z', subscriber: null, subscription: null },
  ])

  assert.equal((await send('resolve', older)).status, 204)
  assert.deepEqual(
    (await issues()).map(({ id }) => id),
    [newer],
  )
  const [row] = await shop.sql('select resolved_by, comment from payment_issues where id = $1', [older])
  assert.deepEqual(row, { resolved_by: 'admin@shop.example', comment: 'Refunded by hand.' })
  const audit = await shop.sql("select by, act, subscriber_id, subscription_id from audit where act <> 'sign-in'")
  assert.deepEqual(audit, [
    { by: 'admin@shop.example', act: 'settle-matter', subscriber_id: subscriber, subscription_id: subscription },
  ])

  for (const action of ['resolve', 'retry'] as const) {
    const again = await unchanged(shop, () => send(action, older), ['sessions'])
    assert.equal(again.status, 409, action)
    assert.ok(again.message.startsWith(`${resolved} Last changed by admin@shop.example on `), again.message)
  }

  await givenAnIssue(subscription, '2026-11-20T10:00:00Z')
  assert.equal((await forget(administrator, subscriber)).status, 204)
  assert.equal((await issues()).at(-1)?.subscriber, null, 'it stays open when the person is forgotten')
})

test('two administrators at the same time resolve an issue once', async () => {
  const id = await givenAnIssue(null, '2026-11-17T10:00:00Z')
  const answers = await Promise.all([send('resolve', id), send('resolve', id), send('resolve', id)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 409, 409],
  )
})

test('a refused request is retried once at a time, and its issue is reopened with the provider’s sentence [10.24]', async () => {
  const { id: subscription } = await givenASubscriber(shop)
  const task = { task: 'refund', payment: 'pi_unknown' }
  const id = await givenAnIssue(subscription, '2026-11-21T10:00:00Z', task)
  const before = (await issues()).find((one) => one.id === id)
  assert.deepEqual([before?.retryable, before?.kind], [true, 'task-refused'])
  assert.match(before?.detail ?? '', /No such payment_intent\./)
  const answers = await Promise.all([send('retry', id), send('retry', id), send('retry', id)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [202, 409, 409],
    shop.log.filter((line) => line.includes('"level":50')).join(''),
  )
  await shop.catchUp()
  const again = (await issues()).find(({ detail }) => /No such/.test(detail))
  assert.ok(again, 'the refund of an unknown payment is refused once more')
  assert.notEqual(again.id, id)
  assert.equal(again.retryable, true)
})

for (const action of ['retry', 'resolve'] as const)
  test(`a call to ${action} an issue while its subscription is reconciled blocks neither`, async () => {
    const { id: subscription, email } = await givenASubscriber(shop)
    await settled(shop)
    const id = await givenAnIssue(subscription, '2026-11-21T11:00:00Z', { task: 'refund', payment: `pi_${email}` })
    const client = new pg.Client({ connectionString: shop.databaseUrl })
    await client.connect()
    try {
      // In the order of a report from the billing provider: the subscriber is locked first, then the rest.
      await client.query('begin')
      await client.query('select from subscribers where email = $1 for update', [email])
      const answer = send(action, id)
      await eventually('the act waits', async () => {
        const { rows } = await client.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows.length > 0
      })
      await client.query('update subscriptions set id = id where id = $1', [subscription])
      await client.query('update payment_issues set id = id where id = $1', [id])
      await client.query('commit')
      assert.equal((await answer).status, action === 'retry' ? 202 : 204)
    } finally {
      await client.end()
    }
  })

test('invalid input gets the first rule’s message, an issue without a task cannot be retried, and nothing changes', async () => {
  const id = await givenAnIssue(null, '2026-11-16T10:00:00Z')
  const refused = await unchanged(shop, () => send('retry', id), ['sessions'])
  assert.deepEqual([refused.status, refused.message], [409, errorMessages.NOT_RETRYABLE])
  for (const action of ['resolve', 'retry'] as const)
    for (const [path, body, status, message] of [
      [id, {}, 400, 'This field is required'],
      [id, { comment: 'x'.repeat(251) }, 400, 'Length should be less than 251 characters'],
      [crypto.randomUUID(), { comment: 'Yes' }, 404, 'Not found.'],
      ['nothing', { comment: 'Yes' }, 404, 'Not found.'],
    ] as const) {
      const answer = await unchanged(shop, () => send(action, path, body), ['sessions'])
      assert.deepEqual([answer.status, answer.message], [status, message], action)
    }
})
