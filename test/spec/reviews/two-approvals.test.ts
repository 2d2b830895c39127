import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { act, idOf, read } from '../../support/admin/admin-page.ts'
import {
  givenAColleague,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  signIn,
  type GivenPerson,
} from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop({ REVIEW_TWO: 'on' })
const first = await givenAnAdministrator(shop)
const second = await givenAColleague(shop, 'SUBSCRIPTION_ADMIN', 'second@shop.example')
const support = await givenAColleague(shop, 'SUBSCRIPTION_SUPPORT')

type Listed = { dplStatus: string }
type Review = { reasons: { kind: string }[]; approval: { first: { by: string; comment: string } | null } | null }

/** Creates a person whose name is on the sandbox's sample list. */
async function givenAMatch(): Promise<GivenPerson & { id: string }> {
  const person = await givenATrialUser(shop, { firstName: 'Ilse', lastName: 'Vantongeren' })
  return { ...person, id: await idOf(shop, person.email) }
}
const approve = (who: TestVisitor, id: string, comment = 'Another person') =>
  act(who, `/api/v1/reviews/approve/${id}`, { comment })
const statusOf = async (id: string) => (await read<Listed>(first, `/api/v1/subscribers/${id}`)).dplStatus
const reviewOf = async (id: string) => (await read<Review[]>(first, `/api/v1/reviews?subscriber=${id}`))[0]
const acts = async (id: string) =>
  (
    await shop.sql<{ act: string; by: string }>('select act, "by" from audit where subscriber_id = $1 order by at', [
      id,
    ])
  ).map(({ act: what, by }) => `${what} ${by}`)

test('a list match is approved once another administrator confirms it, but not by the first one or support; other reasons need one approval', async () => {
  const { id, visitor } = await givenAMatch()
  assert.deepEqual((await reviewOf(id))?.approval, { first: null })
  assert.equal((await approve(support, id)).status, 403)
  assert.equal((await approve(first, id, 'Born elsewhere')).status, 200)
  assert.equal(await statusOf(id), 'PENDING')
  assert.equal((await visitor.get('/api/v1/download/analytics')).status, 403)
  const waiting = (await reviewOf(id))?.approval?.first
  assert.deepEqual([waiting?.by, waiting?.comment], ['admin@shop.example', 'Born elsewhere'])
  const own = await approve(first, id)
  assert.deepEqual(
    [own.status, own.message],
    [409, 'You gave the first approval. Another administrator must confirm it.'],
  )
  assert.equal((await approve(support, id)).status, 403)
  assert.equal((await approve(second, id)).status, 200)
  assert.equal(await statusOf(id), 'PASS')
  assert.equal((await visitor.get('/api/v1/download/analytics')).status, 200)
  assert.deepEqual(await acts(id), ['approve-first admin@shop.example', 'approve second@shop.example'])
  assert.equal((await approve(second, id)).status, 409)

  const other = await givenATrialUser(shop, { email: `jane.${randomUUID()}@gmail.com` })
  const otherId = await idOf(shop, other.email)
  assert.equal((await reviewOf(otherId))?.approval, null)
  assert.equal((await approve(first, otherId)).status, 200)
  assert.equal(await statusOf(otherId), 'PASS')
})

test('a correction out of a denied country is applied once another administrator confirms it', async () => {
  const { email } = await givenATrialUser(shop, { country: 'IR' })
  const id = await idOf(shop, email)
  const moved = { country: 'GB', comment: 'Wrong country chosen' }
  assert.equal((await act(support, `/api/v1/subscribers/${id}/details`, moved)).status, 200)
  assert.deepEqual((await reviewOf(id))?.approval, { first: null })
  const isDenied = async () =>
    (await read<{ deniedCountry: boolean }>(first, `/api/v1/subscribers/${id}`)).deniedCountry
  assert.equal((await approve(first, id)).status, 200)
  assert.equal(await isDenied(), true)
  assert.equal((await approve(second, id)).status, 200)
  assert.equal(await isDenied(), false)
})

test('a first approval is void once something new is found, or the person is refused', async () => {
  const { id, visitor } = await givenAMatch()
  await approve(first, id)
  await shop.sql("update subscribers set company = 'Obsidian Reach Aerospace' where id = $1", [id])
  await visitor.get('/api/v1/download/analytics')
  assert.deepEqual((await reviewOf(id))?.approval, { first: null })
  assert.equal((await approve(second, id)).status, 200)
  assert.equal(await statusOf(id), 'PENDING', 'what is new was not approved by the first one')
  assert.equal((await act(first, `/api/v1/reviews/refuse/${id}`, { comment: 'Is listed' })).status, 200)
  assert.equal(await statusOf(id), 'FAIL')
  assert.equal((await approve(first, id)).status, 200)
  assert.equal(await statusOf(id), 'FAIL', 'the approval before the refusal does not count')
})

test('one administrator never approves alone, however many requests they send; two together approve once', async () => {
  const { id } = await givenAMatch()
  const alone = await Promise.all([approve(first, id), approve(first, id), approve(first, id)])
  assert.equal(alone.filter(({ status }) => status === 200).length, 1)
  assert.equal(alone.filter(({ status }) => status === 409).length, 2)
  assert.equal(await statusOf(id), 'PENDING')

  const other = await givenAMatch()
  const both = await Promise.all([approve(first, other.id), approve(second, other.id)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  assert.equal(await statusOf(other.id), 'PASS')
  assert.deepEqual(
    (await acts(other.id)).map((one) => one.split(' ')[0]),
    ['approve-first', 'approve'],
  )
})

test('an administrator whose address changes in between still counts as the same one', async () => {
  const { id } = await givenAMatch()
  const [before, after] = [`before.${randomUUID()}@shop.example`, `after.${randomUUID()}@shop.example`]
  const colleague = await givenAColleague(shop, 'SUBSCRIPTION_ADMIN', before)
  assert.equal((await approve(colleague, id)).status, 200)
  await shop.sql('update identity_accounts set email = $2, email_key = $2 where email = $1', [before, after])
  const again = shop.visitor()
  await signIn(again, after, 'the administrator of the tests')
  assert.equal((await approve(again, id)).status, 409)
  assert.equal(await statusOf(id), 'PENDING')
  assert.equal((await approve(second, id)).status, 200)
  assert.equal(await statusOf(id), 'PASS')
})

test('a first approval is void once its author is no longer an administrator', async () => {
  const { id } = await givenAMatch()
  const email = `leaves.${randomUUID()}@shop.example`
  const leaver = await givenAColleague(shop, 'SUBSCRIPTION_ADMIN', email)
  assert.equal((await approve(leaver, id)).status, 200)
  assert.equal((await reviewOf(id))?.approval?.first?.by, email)
  await shop.sql("update identity_accounts set role = 'SUBSCRIPTION_SUPPORT' where email = $1", [email])
  assert.deepEqual((await reviewOf(id))?.approval, { first: null })
  assert.equal((await approve(second, id)).status, 200)
  assert.equal(await statusOf(id), 'PENDING')
  assert.equal((await approve(first, id)).status, 200)
  assert.equal(await statusOf(id), 'PASS')
})

test('a correction that removes the match needs two administrators as well', async () => {
  const { id } = await givenAMatch()
  const details = { firstName: 'Jane', lastName: 'Doe', comment: 'Misspelt' }
  assert.equal((await act(first, `/api/v1/subscribers/${id}/details`, details)).status, 200)
  assert.equal((await approve(first, id)).status, 200)
  assert.equal((await approve(first, id)).status, 409)
  assert.equal(await statusOf(id), 'PENDING')
  assert.equal((await approve(second, id)).status, 200)
  assert.equal(await statusOf(id), 'PASS')
  assert.deepEqual(
    (await acts(id)).map((one) => one.split(' ')[0]),
    ['correct-details', 'approve-first', 'apply-correction'],
  )
})

test('a failed check does not hide a match that was found before', async () => {
  const { id } = await givenAMatch()
  await shop.sql(
    `insert into screening_checks (id, subscriber_id, at, occasion, outcome, person, lists, reasons, decided_by)
     values (gen_random_uuid(), $1, now(), 'download', 'PENDING', '{}', '[]', '[{"kind":"unscreened","key":"unscreened","holds":true}]', 'system')`,
    [id],
  )
  assert.deepEqual((await reviewOf(id))?.reasons.map(({ kind }) => kind).toSorted(), ['list', 'unscreened'])
  assert.equal((await approve(support, id)).status, 403)
  assert.equal((await approve(first, id)).status, 200)
  assert.equal(await statusOf(id), 'PENDING')
})

test('an administrator whom ADMIN_SUBJECTS names can give the first approval', async () => {
  const named = await givenATrialUser(shop)
  const [account] = await shop.sql<{ id: string }>('select id from identity_accounts where email = $1', [named.email])
  await shop.restart({ ADMIN_SUBJECTS: account?.id ?? '' })
  const { id } = await givenAMatch()
  assert.equal((await approve(named.visitor, id)).status, 200)
  assert.equal((await reviewOf(id))?.approval?.first?.by, named.email)
  assert.equal((await approve(second, id)).status, 200)
  assert.equal(await statusOf(id), 'PASS')
})
