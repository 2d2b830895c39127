import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Output } from '../../../contract/contract.ts'
import { disputeLost } from '../../../domain/billing/payments/payment-issues.ts'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { paymentIssueWords } from '../../../i18n/en/admin/payment-issues.ts'
import { act, forget, idOf, read } from '../../support/admin/admin-page.ts'
import { givenASubscriber, settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'
import { lockPerson, whileLocked } from '../../support/while-locked.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Given = { subscription?: string; kind?: string; detail?: string; task?: object }

async function givenAnIssue(since: string, { subscription, kind, detail, task }: Given = {}): Promise<string> {
  const id = crypto.randomUUID()
  const what = kind ?? (task ? 'task-refused' : 'refund-forbidden')
  await shop.sql(
    `insert into payment_issues (id, subscription_id, kind, payment, provider_object, since, detail, task)
     values ($1, $2, $3, $4, $4, $5, $6, $7)`,
    [id, subscription, what, `pi_${id}`, since, detail, task && JSON.stringify(task)],
  )
  return id
}
const issues = () => read<Output<'GET /api/v1/payment-issues'>>(administrator, '/api/v1/payment-issues')
const send = (action: 'resolve' | 'retry', id: string, body: object = { comment: 'Refunded by hand.' }) =>
  act(administrator, `/api/v1/payment-issues/${action}/${id}`, body)

test('open payment issues are listed oldest first, with person, plan, a sentence and the provider’s page [10.24]', async () => {
  const { id: subscription, email } = await givenASubscriber(shop)
  const newer = await givenAnIssue('2026-11-19T10:00:00Z')
  const older = await givenAnIssue('2026-11-18T10:00:00Z', { subscription })
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
    assert.ok(
      again.message.startsWith(`${errorMessages.SETTLED_ALREADY} Last changed by admin@shop.example on `),
      again.message,
    )
  }

  await givenAnIssue('2026-11-20T10:00:00Z', { subscription })
  assert.equal((await forget(administrator, subscriber)).status, 204)
  assert.equal((await issues()).at(-1)?.subscriber, null, 'it stays open when the person is forgotten')
})

test('the detail of an issue is a sentence: the provider’s own, or one with a number, a day or what was lost', async () => {
  for (const [kind, detail, sentence] of [
    ['task-refused', 'No such charge.', /Message: No such charge\.$/],
    ['quantity', '3', /quantity of 3/],
    ['other-items', '2', /Added: 2 items\.$/],
    ['tax-stopped', 'requires_location_inputs', /Message: requires_location_inputs$/],
    ['payment-inquiry', '2026-12-27T00:00:00.000Z', /27 December 2026/],
    ['paid-days-lost', '{"plan":"Monthly","days":57}', /Lost: 57 days of Monthly\.$/],
    ['payment-disputed', disputeLost, new RegExp(`^${paymentIssueWords.disputeLost}$`)],
  ] as const) {
    const id = await givenAnIssue('2026-11-22T10:00:00Z', { kind, detail })
    assert.match((await issues()).find((one) => one.id === id)?.detail ?? '', sentence)
  }
})

test('of concurrent requests one resolves or retries an issue; one refused again is reopened with the provider’s sentence [10.24]', async () => {
  const { id: subscription } = await givenASubscriber(shop)
  const task = { task: 'refund', payment: 'pi_unknown' }
  const id = await givenAnIssue('2026-11-21T10:00:00Z', { subscription, task })
  const before = (await issues()).find((one) => one.id === id)
  assert.deepEqual([before?.retryable, before?.kind], [true, 'task-refused'])
  const other = await givenAnIssue('2026-11-17T10:00:00Z')
  for (const [action, of, done] of [
    ['resolve', other, 204],
    ['retry', id, 202],
  ] as const) {
    const answers = await Promise.all([send(action, of), send(action, of), send(action, of)])
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [done, 409, 409], shop.log.filter((line) => line.includes('"level":50')).join(''))
  }
  await shop.catchUp()
  const again = (await issues()).find(({ detail }) => /No such payment_intent/.test(detail))
  assert.ok(again && again.id !== id, 'the refund of an unknown payment is refused once more')
  assert.equal(again.retryable, true)
})

for (const action of ['retry', 'resolve'] as const)
  test(`a call to ${action} an issue while its subscription is reconciled blocks neither`, async () => {
    const { id: subscription, email } = await givenASubscriber(shop)
    await settled(shop)
    const id = await givenAnIssue('2026-11-21T11:00:00Z', {
      subscription,
      task: { task: 'refund', payment: `pi_${email}` },
    })
    // In the order of a report from the billing provider: the subscriber is locked first, then the rest.
    const answer = await whileLocked(
      shop,
      lockPerson,
      email,
      () => send(action, id),
      async (client) => {
        await client.query('update subscriptions set id = id where id = $1', [subscription])
        await client.query('update payment_issues set id = id where id = $1', [id])
      },
    )
    assert.equal(answer.status, action === 'retry' ? 202 : 204)
  })

test('invalid input gets the first rule’s message, an issue without a task cannot be retried, and nothing changes', async () => {
  const id = await givenAnIssue('2026-11-16T10:00:00Z')
  const comment = 'Yes'
  for (const [action, path, body, status, message] of [
    ['retry', id, { comment }, 409, errorMessages.NOT_RETRYABLE],
    ['retry', id, {}, 400, 'This field is required'],
    ['retry', 'nothing', { comment }, 404, 'Not found.'],
    ['resolve', id, { comment: 'x'.repeat(251) }, 400, 'Length should be less than 251 characters'],
    ['resolve', crypto.randomUUID(), { comment }, 404, 'Not found.'],
  ] as const) {
    const answer = await unchanged(shop, () => send(action, path, body), ['sessions'])
    assert.deepEqual([answer.status, answer.message], [status, message], action)
  }
})
