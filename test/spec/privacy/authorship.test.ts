import assert from 'node:assert/strict'
import { test } from 'vitest'
import { authorColumns } from '../../../server/store/subscribers/personal-data.ts'
import { givenATrial } from '../../support/admin/admin-calls.ts'
import { act, forget, idOf } from '../../support/admin/admin-page.ts'
import {
  aRegistration,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  type GivenPerson,
} from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

/** Returns an administrator who is also a subscriber, and has acted on another person. */
async function givenAnAuthor(): Promise<GivenPerson & { id: string }> {
  const person = await givenATrialUser(shop)
  for (const table of ['accounts', 'identity_accounts'])
    await shop.sql(`update ${table} set role = 'SUBSCRIPTION_ADMIN' where email = $1`, [person.email])
  const { id: trial } = await givenATrial(shop)
  const done = await act(person.visitor, `/api/v1/subscriptions/comment/${trial}`, { comment: 'By an author' })
  assert.equal(done.status, 200)
  return { ...person, id: await idOf(shop, person.email) }
}

/** Moves a person from one address to another, as a change of address does. */
async function move(email: string, to: string): Promise<void> {
  await shop.sql('update subscribers set email = $2, email_key = $2, earlier_emails = array[$1] where email = $1', [
    email,
    to,
  ])
  await shop.sql('update accounts set email = $2 where email = $1', [email, to])
  await shop.sql('update identity_accounts set email = $2, email_key = $2 where email = $1', [email, to])
}

const actsBy = (email: string) => shop.sql<{ act: string }>('select act from audit where "by" = $1', [email])

test('an address under which an administrator has acted is never given to another person', async () => {
  const { email, id } = await givenAnAuthor()
  await move(email, `moved.${email}`)
  const stranger = shop.visitor()
  await stranger.get('/try')
  const registered = await stranger.post('/api/v1/users', aRegistration({ email }))
  assert.equal(registered.status, 201, 'the response is that of any address')
  await shop.mailTo(email, 'You already have an account')
  assert.deepEqual(await shop.sql('select 1 from subscribers where email = $1', [email]), [])
  const { email: other } = await givenATrialUser(shop)
  const asked = await act(administrator, `/api/v1/subscribers/${await idOf(shop, other)}/email`, {
    email,
    comment: 'Asked by phone',
  })
  assert.equal(asked.status, 409)
  assert.equal((await forget(administrator, id)).status, 204)
  assert.deepEqual(await actsBy(email), [], 'an author who is erased is blanked under every address')
})

test('erasing a person keeps what another account did under the person’s present address', async () => {
  const { email } = await givenAnAuthor()
  await move(email, `moved.${email}`)
  const { email: second } = await givenATrialUser(shop)
  await move(second, email)
  const id = await idOf(shop, email)
  const preview = await administrator.get(`/api/v1/subscribers/${id}/forget-preview`)
  const { sealed } = (await preview.json()) as { sealed: { kind: string }[] }
  assert.ok(!sealed.some(({ kind }) => kind === 'acts'))
  assert.equal((await forget(administrator, id)).status, 204)
  assert.deepEqual(await actsBy(email), [{ act: 'comment' }])
  const events = await shop.sql("select 1 from events where added_by = $1 and type = 'COMMENT_ADDED'", [email])
  assert.equal(events.length, 1)
})

test('administrators alone export what is retained of erased people, of every kind [10.66]', async () => {
  const { id, email } = await givenAnAuthor()
  assert.equal((await forget(administrator, id)).status, 204)
  const { visitor } = await givenATrialUser(shop)
  assert.equal((await visitor.get('/api/v1/export/retained-evidence')).status, 403)
  const exported = await administrator.get('/api/v1/export/retained-evidence')
  assert.equal(exported.status, 200)
  assert.match(exported.headers.get('content-disposition') ?? '', /retained-evidence-\d{4}-\d\d-\d\d\.csv/)
  const lines = (await exported.text()).split('\r\n').filter((line) => line.includes(id))
  const kinds = new Set(lines.map((line) => line.split(',')[2]))
  assert.deepEqual(kinds, new Set(['acceptances', 'acts', 'checks']))
  assert.ok(lines.every((line) => line.includes(email)))
})

test('every column with the address of an author is blanked by an erasure', async () => {
  const columns = await shop.sql<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and column_name ~ '(^|_)by$'`,
  )
  const named = columns.map(({ table, column }) => `${table}.${column}`)
  const blanked = Object.entries(authorColumns).map(([table, column]) => `${table}.${column}`)
  // An approval is deleted, and a device is released by a kind of person.
  const others = ['first_approvals.by', 'devices.released_by']
  assert.deepEqual(named.toSorted(), [...blanked, ...others].toSorted())
})

test('an erased administrator is no longer named in a change of address that waits, which still waits', async () => {
  const { id, email } = await givenAnAuthor()
  const { id: person } = await givenATrialUser(shop).then(async (other) => ({ id: await idOf(shop, other.email) }))
  await shop.sql(
    "insert into email_changes (subscriber_id, email, token_hash, requested_by, requested_at, expires_at) values ($1, 'new@shop.example', 'hash', $2, now(), now())",
    [person, email],
  )
  assert.equal((await forget(administrator, id)).status, 204)
  assert.deepEqual(await shop.sql('select requested_by from email_changes where subscriber_id = $1', [person]), [
    { requested_by: '' },
  ])
})

test('an erased administrator is no longer named in the history of the brand, whose entries stay', async () => {
  const { id, email, visitor } = await givenAnAuthor()
  assert.equal((await act(visitor, '/api/v1/settings/brand', { version: 0, values: { name: 'Theirs' } })).status, 204)
  const byThem = () => shop.sql('select number from brand_changes where "by" = $1', [email])
  assert.equal((await byThem()).length, 1)
  assert.equal((await forget(administrator, id)).status, 204)
  assert.deepEqual(await byThem(), [])
  assert.deepEqual(await shop.sql('select overrides, "by" from brand_changes'), [
    { overrides: { name: 'Theirs' }, by: '' },
  ])
})
