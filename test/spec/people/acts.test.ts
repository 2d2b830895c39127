import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import {
  act,
  auditPage,
  eventsAt,
  givenATrial,
  type AdminRow,
  type AuditLine,
  type Trial,
} from '../../support/admin/admin-calls.ts'
import { idOf, pagesOf } from '../../support/admin/admin-page.ts'
import { settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { replayGivesTheState } from '../../support/billing/paying.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const admin = await givenAnAdministrator(shop)
const trial = await givenATrial(shop)
const by = 'admin@shop.example'
const nobody = '00000000-0000-4000-8000-000000000000'
const asked = { comment: 'asked by phone' }

async function one({ visitor, id }: Pick<Trial, 'visitor' | 'id'>): Promise<{ status: number; body: AdminRow }> {
  const answer = await visitor.get(`/api/v1/subscriptions/${id}`)
  return { status: answer.status, body: (await answer.json()) as AdminRow }
}

describe('one subscription', () => {
  test('is visible to its owner without the administrators’ comment, and to an administrator with it [3.7, 7.23]', async () => {
    await act(admin, `comment/${trial.id}`, { comment: 'a good customer' })
    const { status, body } = await one(trial)
    assert.equal(status, 200)
    assert.equal(body.subscriber.email, trial.email)
    assert.deepEqual([body.id, body.status, body.plan.name], [trial.id, 'active', 'analytics-trial'])
    assert.equal(Object.hasOwn(body, 'latestComment'), false)
    const { payUrl: _ofItsOwner, ...payment } = body.payment
    assert.deepEqual((await one({ visitor: admin, id: trial.id })).body, {
      ...body,
      payment: { ...payment, providerUrl: null, refundable: false },
      latestComment: 'a good customer',
    })
  })

  test('of another or an erased person returns 404, as for an unknown or malformed id, and no act finds it', async () => {
    const stranger = await givenATrial(shop)
    assert.equal((await one({ visitor: stranger.visitor, id: trial.id })).status, 404)
    const { id: erased } = await givenATrial(shop)
    await shop.sql('update subscriptions set subscriber_id = null where id = $1', [erased])
    await unchanged(shop, async () => {
      for (const id of [erased, nobody, trial.id.toUpperCase()]) {
        for (const path of [id, `events/${id}`, `refundable/${id}`])
          assert.equal((await one({ visitor: admin, id: path })).status, 404, path)
        for (const name of ['cancel', 'revive', 'comment']) await act(admin, `${name}/${id}`, asked, 404)
        await act(admin, `extend/${id}`, { endDate: '2027-01-31', ...asked }, 404)
      }
    })
  })

  test('has a history for administrators only, oldest first, with author, reason and dates [3.9, 7.19]', async () => {
    const { visitor, email, id } = await givenATrial(shop)
    await act(admin, `comment/${id}`, { comment: ' first\nsecond ' })
    await act(admin, `extend/${id}`, { endDate: '2027-01-31', ...asked })
    const events = await eventsAt(admin, id)
    assert.deepEqual(
      events.map(({ type, addedBy, data }) => [type, addedBy, data]),
      [
        ['PENDING_SUBSCRIPTION_CREATED', email, {}],
        ['SUBSCRIPTION_ACTIVATED', 'system', {}],
        ['INITIAL_END_DATE_SET', 'system', { endDate: '2026-12-20T00:00:00.000Z' }],
        ['COMMENT_ADDED', by, { comment: 'first\nsecond' }],
        ['END_DATE_CHANGED', by, { endDate: '2027-01-31T00:00:00.000Z', ...asked }],
      ],
    )
    assert.ok(events.every(({ timestamp }) => timestamp.startsWith('2026-11-20T12:')))
    assert.equal((await visitor.get(`/api/v1/subscriptions/events/${id}`)).status, 403)
  })

  test('an event of a later version is shown with its type, comment and date', async () => {
    const { id } = await givenATrial(shop)
    const data = { comment: 'by another', endDate: '2027-02-01T00:00:00.000Z', more: [1] }
    await shop.sql(`insert into events values ($1, 99, 'SEATS_ADDED', '2026-11-21T00:00:00Z', 'system', $2)`, [
      id,
      data,
    ])
    const { comment, endDate } = data
    assert.deepEqual((await eventsAt(admin, id)).at(-1)?.data, { comment, endDate })
    assert.equal((await eventsAt(admin, id)).at(-1)?.type, 'SEATS_ADDED')
    await shop.sql('delete from events where subscription_id = $1 and number = 99', [id])
  })
})

describe('an act', () => {
  test('returns the changed subscription, and records author and reason in its history and the audit [1.13, 7.15, 7.16, 7.17, 7.18]', async () => {
    const { id, email } = await givenATrial(shop)
    const steps = [
      ['cancel', {}, 'cancelled', 'SUBSCRIPTION_CANCELLED', 'cancel'],
      ['revive', {}, 'active', 'SUBSCRIPTION_UNDO_CANCELLATION', 'undo'],
      ['extend', { endDate: Date.UTC(2026, 11, 24) }, 'active', 'END_DATE_CHANGED', 'extend'],
      ['comment', {}, 'active', 'COMMENT_ADDED', 'comment'],
    ] as const
    for (const [name, more, status, type, audited] of steps) {
      const comment = `${name}, because “so” 😍`
      const row = await act(admin, `${name}/${id}`, { comment: `  ${comment}\n`, ...more })
      assert.deepEqual([row.id, row.status, row.latestComment, row.subscriber.email], [id, status, comment, email])
      const last = (await eventsAt(admin, id)).at(-1)
      assert.deepEqual([last?.type, last?.addedBy, last?.data.comment], [type, by, comment])
      const [line] = (await auditPage(admin, '/api/v1/audit?limit=1')).lines
      assert.deepEqual([line?.by, line?.act, line?.subscriptionId], [by, audited, id])
      assert.equal(line?.subscriberId, row.subscriber.id)
      assert.deepEqual((await one({ visitor: admin, id })).body, row)
    }
    assert.equal((await one({ visitor: admin, id })).body.endDate, '2026-12-24T00:00:00.000Z')
  })
})

describe('an act on many subscriptions', () => {
  type Answer = { id: string; status: number; message?: string }

  test('has a result for each, in the requested order, and one refusal does not stop the others [10.9]', async () => {
    const [first, second, third] = [await givenATrial(shop), await givenATrial(shop), await givenATrial(shop)]
    await act(admin, `cancel/${second.id}`, asked)
    const ids = [first.id, second.id, nobody, 'no id', third.id, first.id]
    const answers = await act<Answer[]>(admin, 'bulk', { action: 'cancel', ids, comment: ' all of them ' })
    const done = (id: string) => ({ id, status: 200 })
    const gone = (id: string) => ({ id, status: 404, code: 'NOT_FOUND', message: 'Not found.' })
    const late = answers[1]?.message ?? ''
    assert.match(
      late,
      /^Only an active subscription can be cancelled\. Last changed by admin@shop\.example on .* UTC\.$/,
    )
    assert.deepEqual(answers, [
      done(first.id),
      { id: second.id, status: 409, code: 'CANCEL_NOT_ACTIVE', message: late },
      gone(nobody),
      gone('no id'),
      done(third.id),
      done(first.id),
    ])
    for (const { id } of [first, third]) {
      const events = await eventsAt(admin, id)
      assert.equal(events.filter(({ type }) => type === 'SUBSCRIPTION_CANCELLED').length, 1)
      assert.deepEqual(events.at(-1)?.data, { comment: 'all of them' })
    }
    const { lines } = await auditPage(admin, '/api/v1/audit?limit=2')
    assert.deepEqual(new Set(lines.map(({ subscriptionId }) => subscriptionId)), new Set([first.id, third.id]))
    const extended = { action: 'extend', ids: [first.id, third.id], endDate: '2027-06-01', ...asked }
    assert.deepEqual(
      (await act<Answer[]>(admin, 'bulk', extended)).map(({ status }) => status),
      [409, 409],
    )
  })
})

describe('the audit', () => {
  test('is read newest first, page by page, and misses no existing line [10.62]', async () => {
    const { id } = await givenATrial(shop)
    for (let turn = 0; turn < 7; turn += 1) await act(admin, `comment/${id}`, { comment: `turn ${turn}` })
    // At the same moment, so that the id decides the order.
    await shop.sql(`update audit set at = '2027-02-20T12:30:00.123Z' where subscription_id = $1`, [id])
    const { lines: all, next: none } = await auditPage(admin, '/api/v1/audit?limit=500')
    assert.equal(none, undefined)
    assert.deepEqual(
      all.map(({ at }) => at),
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const pages = await pagesOf<AuditLine>(admin, '/api/v1/audit?limit=3')
    assert.ok(pages.slice(0, -1).every((page) => page.length === 3))
    assert.deepEqual(pages.flat(), all)
  })
})

test('comments of administrators are shown in the admin area only', async () => {
  const { visitor, email, id } = await givenATrial(shop)
  const secret = 'a word of the admin area’s own'
  await act(admin, `comment/${id}`, { comment: secret })
  await act(admin, `cancel/${id}`, { comment: secret })
  await settled(shop)
  const subscriber = await idOf(shop, email)
  const own = ['user', id, `user?id=${subscriber}`].map((path) => `/api/v1/subscriptions/${path}`)
  for (const address of [
    ...own,
    '/api/v1/account/export',
    '/api/v1/users/userinfo',
    '/',
    '/account',
    '/plans/analytics-monthly',
  ]) {
    const answer = await visitor.get(address, { accept: '*/*' })
    assert.equal(answer.status, 200, address)
    const text = await answer.text()
    assert.ok(!text.includes(secret) && !text.includes(by), address)
    assert.doesNotMatch(text, /latestComment|addedBy|decidedBy|"reasons"/, address)
  }
  for (const mail of await shop.mails()) assert.ok(!mail.text.includes(secret) && !mail.html.includes(secret))
  assert.ok(!shop.log.join('').includes(secret))
  // An administrator sees it in the same call.
  const seen = await admin.get(`/api/v1/subscriptions/user?id=${subscriber}`)
  const { subscriptions } = (await seen.json()) as { subscriptions: { subscription: AdminRow }[] }
  assert.equal(subscriptions[0]?.subscription.latestComment, secret)
})

test('replaying the events gives the state of every subscription', async () => {
  assert.ok((await replayGivesTheState(shop)) > 5)
})
