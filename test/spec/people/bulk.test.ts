import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, eventsAt, givenATrial, type Refused } from '../../support/admin/admin-calls.ts'
import { read } from '../../support/admin/admin-page.ts'
import { clearList, givenListed } from '../../support/admin/given-admin.ts'
import { aRegistration, givenAnAdministrator, givenAShop, givenSupport, whoIs } from '../../support/given.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const administrator = await givenAnAdministrator(shop)
const support = await givenSupport(shop)

type Result = { id: string; status: number; message?: string }
type ShownRow = { status: string; endDate: string | null; renews: boolean; latestComment: string | null }
const bulk = (body: Record<string, unknown>) => act<Result[]>(support, 'bulk', body)
/** Returns the state that a list shows of each subscription. */
async function shownOf(ids: string[]): Promise<Record<string, ShownRow>> {
  const shown: Record<string, ShownRow> = {}
  for (const id of ids) {
    const { status, endDate, renews, latestComment } = await read<ShownRow>(support, `/api/v1/subscriptions/${id}`)
    shown[id] = { status, endDate, renews, latestComment }
  }
  return shown
}
const statuses = (results: Result[]) => results.map(({ status }) => status)

async function people(body: Record<string, unknown>, status = 200): Promise<Result[] & Refused> {
  const answer = await support.post('/api/v1/subscribers/bulk', body)
  assert.equal(answer.status, status)
  return (await answer.json()) as Result[] & Refused
}

test('a bulk extension adds the given days to each end date, or to today if that has passed', async () => {
  const one = await givenATrial(shop)
  const other = await givenATrial(shop)
  await shop.sql(`update subscriptions set status = 'expired', end_date = '2026-11-01' where id = $1`, [other.id])
  await act(support, `extend/${one.id}`, { endDate: '2026-12-31', comment: 'asked' })
  const results = await bulk({ action: 'extend-by', ids: [one.id, other.id], days: 14, comment: 'outage' })
  assert.deepEqual(statuses(results), [200, 200])
  const ends = async ({ id }: { id: string }) =>
    (await eventsAt(support, id)).findLast(({ data }) => data.endDate)?.data
  assert.deepEqual(await ends(one), { endDate: '2027-01-14T00:00:00.000Z', comment: 'outage' })
  assert.deepEqual(await ends(other), { endDate: '2026-12-04T00:00:00.000Z', comment: 'outage' })
})

test('a bulk stop of renewal stores the reason as a comment, and has a result for rows that do not renew', async () => {
  await clearList(shop)
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const
  await givenListed(shop, [
    { holds: [{ id: ids[0], type: 'subscription', renewal: 'on' }] },
    { holds: [{ id: ids[1], type: 'subscription', renewal: 'stopped' }] },
  ])
  const results = await bulk({ action: 'stop-renewal', ids, comment: 'asked by phone' })
  assert.deepEqual(statuses(results), [200, 409])
  assert.ok((results[1]?.message ?? '').length > 10)
  const events = await eventsAt(support, ids[0])
  assert.deepEqual(
    events.slice(-2).map(({ type, data }) => `${type} ${data.comment ?? ''}`),
    ['RENEWAL_STOPPED ', 'COMMENT_ADDED asked by phone'],
  )
  assert.deepEqual(await eventsAt(support, ids[1]), [])
})

test('a bulk sign-out ends the sessions of several people, each with the reason in audit and timeline [10.40]', async () => {
  const [one, other] = [await givenATrial(shop), await givenATrial(shop)]
  const persons = await read<{ id: string; email: string }[]>(administrator, '/api/v1/subscribers?limit=500')
  const ids = [one, other].map(({ email }) => persons.find((person) => person.email === email)?.id ?? assert.fail())
  const results = await people({ action: 'sign-out', ids: [...ids, crypto.randomUUID()], comment: 'stolen laptops' })
  assert.deepEqual(statuses(results), [200, 200, 404])
  assert.equal((await one.visitor.get('/api/v1/account/export')).status, 401)
  const lines = await read<{ act: string; email: string; comment: string }[]>(
    administrator,
    '/api/v1/audit?act=sign-out',
  )
  assert.deepEqual(
    lines.map(({ email, comment }) => `${email} ${comment}`).toSorted(),
    [one, other].map(({ email }) => `${email} stolen laptops`).toSorted(),
  )
  const activity = await read<{ act?: string; comment?: string }[]>(
    administrator,
    `/api/v1/subscribers/${ids[0]}/activity`,
  )
  assert.equal(activity.find(({ act: done }) => done === 'sign-out')?.comment, 'stolen laptops')
})

test('a bulk act sends the activation email again to people who have not confirmed their address', async () => {
  const registration = aRegistration()
  await shop.visitor().post('/api/v1/users', registration, { 'x-selected-product': 'analytics-trial' })
  const confirmed = await givenATrial(shop)
  const persons = await read<{ id: string; email: string }[]>(administrator, '/api/v1/subscribers?limit=500')
  const idOf = (email: string) => persons.find((person) => person.email === email)?.id ?? assert.fail(email)
  const ids = [idOf(registration.email), idOf(confirmed.email)]
  const results = await people({ action: 'activation', ids, comment: 'spam filter' })
  assert.deepEqual(statuses(results), [200, 409])
  const activity = await read<{ act?: string; comment?: string }[]>(
    administrator,
    `/api/v1/subscribers/${ids[0]}/activity`,
  )
  assert.equal(activity.find(({ act: done }) => done === 'resend-activation')?.comment, 'spam filter')
})

test('of two administrators who act on the same rows at once one succeeds, and the other, or a repetition, learns who was faster', async () => {
  const trials = [await givenATrial(shop), await givenATrial(shop)]
  const ids = trials.map(({ id }) => id)
  const body = { action: 'extend-by', ids, shown: await shownOf(ids), days: 14, comment: 'outage' }
  const both = await Promise.all([support, administrator].map((who) => act<Result[]>(who, 'bulk', body)))
  for (const [at, id] of ids.entries()) {
    const [one, other] = both.map((results) => results[at])
    assert.deepEqual(new Set([one?.status, other?.status]), new Set([200, 409]))
    const winner = await whoIs(one?.status === 200 ? support : administrator)
    const late = one?.status === 200 ? other : one
    assert.match(late?.message ?? '', new RegExp(`has changed since .* Last changed by ${winner} on 20 Nov 2026`))
    assert.equal((await eventsAt(support, id)).filter(({ type }) => type === 'END_DATE_CHANGED').length, 1)
  }
  const comments = { action: 'comment', ids: ids.slice(0, 1), comment: 'called' }
  const seen = await shownOf(ids.slice(0, 1))
  assert.deepEqual(statuses(await bulk({ ...comments, shown: seen })), [200])
  assert.deepEqual(statuses(await bulk({ ...comments, shown: seen })), [409])
  assert.equal((await eventsAt(support, ids[0] ?? '')).filter(({ type }) => type === 'COMMENT_ADDED').length, 1)
})

test('an act that changes nothing in the list is done once if the request is repeated', async () => {
  const { id } = await givenATrial(shop)
  const winner = (await whoIs(support)) ?? ''
  for (const [type, act] of [
    ['COMMENT_ADDED', { action: 'comment' }],
    ['END_DATE_CHANGED', { action: 'extend', endDate: '2026-12-31' }],
  ] as const) {
    const body = { ...act, ids: [id], comment: 'called' }
    assert.deepEqual(statuses(await bulk(body)), [200])
    const repeated = await bulk({ ...body, shown: await shownOf([id]) })
    assert.deepEqual(statuses(repeated), [409])
    assert.match(repeated[0]?.message ?? '', new RegExp(`Last changed by ${winner} on 20 Nov 2026`))
    assert.equal((await eventsAt(support, id)).filter((event) => event.type === type).length, 1)
    const other = { ...body, comment: 'called again', shown: await shownOf([id]) }
    assert.deepEqual(statuses(await bulk(other)), [200])
  }
})

test('ends the sessions of a person once, even if two administrators ask or a request is repeated', async () => {
  const trial = await givenATrial(shop)
  const { subscriber } = await read<{ subscriber: { id: string } }>(support, `/api/v1/subscriptions/${trial.id}`)
  const body = { action: 'sign-out', ids: [subscriber.id], comment: 'stolen laptop' }
  const answers = await Promise.all([support, administrator].map((who) => who.post('/api/v1/subscribers/bulk', body)))
  const both = (await Promise.all(answers.map((answer) => answer.json()))) as Result[][]
  assert.deepEqual(new Set(both.map(([result]) => result?.status)), new Set([200, 409]))
  const winner = (await whoIs(both[0]?.[0]?.status === 200 ? support : administrator)) ?? ''
  const repeated = await people(body)
  assert.deepEqual(statuses(repeated), [409])
  assert.match(repeated[0]?.message ?? '', new RegExp(`Last changed by ${winner} on 20 Nov 2026`))
})

test('an invalid input of a bulk act is rejected with 400 for all', async () => {
  const ids = [crypto.randomUUID()]
  const comment = 'because'
  for (const body of [
    { action: 'extend-by', ids, comment },
    { action: 'extend-by', ids, comment, days: 366 },
    { action: 'extend-by', ids, comment, days: 7, endDate: '2027-01-01' },
    { action: 'cancel', ids, comment, endDate: '2027-06-01' },
    { action: 'extend', ids, comment },
    { action: 'cancel', ids: Array.from({ length: 101 }, () => ids[0]), comment },
  ])
    await act(support, 'bulk', body, 400)
  await people({ action: 'sign-out', ids: Array.from({ length: 101 }, () => ids[0]), comment }, 400)
})

const supporter = (await whoIs(support)) ?? ''
const comment = 'because'

type Late = Refused & { changedBy?: string; changedAt?: string }

/** Asserts that the refusal names who was first, and when. */
function namesWinner({ message, changedBy, changedAt }: Late): void {
  assert.equal(changedBy, supporter)
  assert.match(changedAt ?? '', /^2026-11-20T12:\d\d:\d\d\.\d{3}Z$/)
  assert.match(message, new RegExp(`\\. Last changed by ${supporter} on 20 Nov 2026, 12:\\d\\d UTC\\.$`))
}

test('the second of two administrators who cancel, undo or extend learns who was faster, and when [10.61]', async () => {
  const { id } = await givenATrial(shop)
  await act(support, `cancel/${id}`, { comment })
  namesWinner(await act<Late>(administrator, `cancel/${id}`, { comment }, 409))
  namesWinner(await act<Late>(administrator, `extend/${id}`, { comment, endDate: '2027-01-01' }, 409))
  await act(support, `revive/${id}`, { comment })
  namesWinner(await act<Late>(administrator, `revive/${id}`, { comment }, 409))
})

test('an extension is refused if another administrator has changed the end date unseen', async () => {
  const { id } = await givenATrial(shop)
  const seen = '2026-12-20T00:00:00.000Z'
  await act(support, `extend/${id}`, { comment, endDate: '2027-01-01', seen })
  namesWinner(await act<Late>(administrator, `extend/${id}`, { comment, endDate: '2027-02-01', seen }, 409))
  await act(administrator, `extend/${id}`, { comment, endDate: '2027-02-01', seen: '2027-01-01T00:00:00.000Z' })
  await act(administrator, `extend/${id}`, { comment, endDate: '2027-03-01' })
  await act(administrator, `extend/${id}`, { comment, endDate: '2027-03-01', seen: 'yesterday' }, 400)
})

test('a change not made by an administrator names no one, and owners never see who acted', async () => {
  const { id, visitor } = await givenATrial(shop)
  await shop.sql(`update subscriptions set status = 'expired' where id = $1`, [id])
  const late = await act<Late>(administrator, `cancel/${id}`, { comment }, 409)
  assert.deepEqual([late.changedBy, late.changedAt], [undefined, undefined])
  const own = (await (await visitor.post(`/api/v1/subscriptions/stop-renewal/${id}`, {})).json()) as Late
  assert.equal(own.changedBy, undefined)
  assert.ok((await read<unknown[]>(administrator, `/api/v1/subscriptions/events/${id}`)).length > 0)
})
