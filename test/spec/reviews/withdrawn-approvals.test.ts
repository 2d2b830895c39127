import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, idOf, read } from '../../support/admin/admin-page.ts'
import { eventsOf, heldBy } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Review = { reasons: { kind: string }[] }
const decide = (how: 'approve' | 'refuse' | 'withdraw', id: string, comment = 'Seen.') =>
  act(administrator, `/api/v1/reviews/${how}/${id}`, { comment })
const kindsOf = async (id: string) =>
  (await read<Review[]>(administrator, `/api/v1/reviews?subscriber=${id}`)).flatMap(({ reasons }) =>
    reasons.map(({ kind }) => kind),
  )

async function givenSomebodyApproved(changes: Record<string, unknown>) {
  const person = await givenATrialUser(shop, changes)
  const id = await idOf(shop, person.email)
  assert.equal((await decide('approve', id)).status, 200)
  const [trial] = await heldBy(person.visitor)
  return { ...person, id, trial: trial?.subscription.id ?? assert.fail('no trial') }
}

test('a withdrawn approval puts the person on hold again, with its reasons, and notifies them without a reason [10.22]', async () => {
  const person = await givenSomebodyApproved({
    email: 'zk@northwind-bottling.example',
    firstName: 'Zoltan',
    lastName: 'Karnovak',
  })
  const { approved } = await read<{ approved: { by: string } | null }>(
    administrator,
    `/api/v1/subscribers/${person.id}`,
  )
  assert.equal(approved?.by, 'admin@shop.example')
  assert.equal((await decide('withdraw', person.id, 'Wrong person approved')).status, 200)
  assert.deepEqual(await kindsOf(person.id), ['withdrawn', 'list'])
  assert.equal((await heldBy(person.visitor))[0]?.subscription.status, 'pending')
  assert.deepEqual((await eventsOf(shop, person.trial)).slice(-1), ['SUBSCRIPTION_MARKED_PENDING system'])
  const mail = await shop.mailTo(person.email, 'review')
  assert.doesNotMatch(mail.text, /list|approval|Wrong person/i)
  const [line] = await read<{ act: string; comment: string }[]>(administrator, `/api/v1/audit?search=${person.email}`)
  assert.equal(line?.act, 'withdraw-approval')

  const again = await unchanged(shop, () => decide('withdraw', person.id), ['sessions'])
  assert.deepEqual(
    [again.status, again.message],
    [409, 'There is no approval to withdraw: this person is not approved.'],
  )
  assert.equal((await decide('approve', person.id)).status, 200)
  assert.deepEqual(await kindsOf(person.id), [])
  assert.equal((await heldBy(person.visitor))[0]?.subscription.status, 'active')
})

test('no check releases a person whose approval was withdrawn, even one that finds nothing', async () => {
  const person = await givenSomebodyApproved({ email: 'somebody@gmail.com' })
  assert.equal((await decide('withdraw', person.id)).status, 200)
  // This company and address match nothing any longer.
  await shop.sql("update subscribers set company = 'Gmail' where id = $1", [person.id])
  await shop.sql("update screening_checks set reasons = '[]' where subscriber_id = $1", [person.id])
  assert.equal((await person.visitor.get('/api/v1/download/analytics')).status, 403)
  assert.equal((await heldBy(person.visitor))[0]?.subscription.status, 'pending')
  assert.ok((await kindsOf(person.id)).includes('withdrawn'))
})

test('a domain that an approval cleared for a company is no longer cleared once the approval is withdrawn', async () => {
  const person = await givenSomebodyApproved({ email: 'first@gmail.com', company: 'Gmail Users United' })
  assert.equal((await decide('withdraw', person.id)).status, 200)
  assert.deepEqual(await shop.sql('select pair from cleared_domains where cleared_by = $1', ['admin@shop.example']), [])
})

test('a person who was not approved, was refused since, or is unknown has no approval to withdraw', async () => {
  const person = await givenATrialUser(shop, { email: 'waits@gmail.com' })
  const id = await idOf(shop, person.email)
  assert.equal((await decide('withdraw', id)).status, 409)
  const refused = await givenSomebodyApproved({ email: 'refused@gmail.com' })
  assert.equal((await decide('refuse', refused.id)).status, 200)
  assert.equal((await decide('withdraw', refused.id)).status, 409)
  assert.equal((await decide('withdraw', crypto.randomUUID())).status, 404)
  assert.equal((await decide('withdraw', refused.id, '')).status, 400)
})
