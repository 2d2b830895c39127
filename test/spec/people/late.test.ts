import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, givenATrial, type Refused } from '../../support/admin/admin-calls.ts'
import { read } from '../../support/admin/admin-page.ts'
import { givenListed } from '../../support/admin/given-admin.ts'
import { givenAnAdministrator, givenAShop, givenSupport, whoIs } from '../../support/given.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const administrator = await givenAnAdministrator(shop)
const support = await givenSupport(shop)
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

test('of two cancellations at the same moment one is done, and the other response names its author', async () => {
  const { id } = await givenATrial(shop)
  const both = await Promise.all(
    [administrator, support].map((who) => who.post(`/api/v1/subscriptions/cancel/${id}`, { comment })),
  )
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]))
  const late = (await both.find(({ status }) => status === 409)?.json()) as Late
  assert.equal(late.changedBy, both[0]?.status === 200 ? await whoIs(administrator) : supporter)
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

test('stopping a stopped renewal returns 409 with who and when, alone and among several', async () => {
  const id = crypto.randomUUID()
  await givenListed(shop, [{ holds: [{ id, type: 'subscription', renewal: 'on' }] }])
  await act(support, `stop-renewal/${id}`, {})
  namesWinner(await act<Late>(administrator, `stop-renewal/${id}`, {}, 409))
  const [result] = await act<{ message: string }[]>(administrator, 'bulk', {
    action: 'stop-renewal',
    ids: [id],
    comment,
  })
  assert.match(result?.message ?? '', new RegExp(supporter))
})

test('an act on a person refused by another administrator returns 409 with who and when', async () => {
  const [id] = await givenListed(shop, [{ review: true }])
  const refused = async (who: typeof administrator) => who.post(`/api/v1/reviews/refuse/${id}`, { comment })
  assert.equal((await refused(support)).status, 200)
  const second = await refused(administrator)
  assert.equal(second.status, 409)
  namesWinner((await second.json()) as Late)
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
