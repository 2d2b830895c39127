import assert from 'node:assert/strict'
import { test } from 'vitest'
import { idOf } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { buy } from '../../support/billing/given-buyer.ts'
import { mailsTo } from '../../support/billing/paying.ts'
import {
  activate,
  aRegistration,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  signIn,
  type GivenPerson,
} from '../../support/given.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, await useCluster())

/** Gives a person a listed name and requests an installer, which screens them. Returns the status. */
async function screenedAs(person: Pick<GivenPerson, 'visitor' | 'email'>, plan: string, lastName: string) {
  await shop.sql("update subscribers set first_name = 'Zoltan', last_name = $2 where email = $1", [
    person.email,
    lastName,
  ])
  return (await person.visitor.get(`/api/v1/plans/${plan}/download/link`)).status
}
const heldMails = (person: { email: string }) => mailsTo(shop, person, /being reviewed|wird geprüft/)

test('a customer put on hold gets one neutral email, also with two subscriptions, and another for the next hold, in their language', async () => {
  const person = await givenATrialUser(shop)
  await buy(person.visitor)
  await shop.catchUp()
  assert.equal(await screenedAs(person, 'analytics-trial', 'Karnovak'), 403)
  const states = await shop.sql<{ status: string }>(
    'select x.status from subscriptions x join subscribers s on s.id = x.subscriber_id where s.email = $1',
    [person.email],
  )
  assert.deepEqual(
    states.map(({ status }) => status),
    ['pending', 'pending'],
  )
  const [mail, ...more] = await heldMails(person)
  assert.ok(mail)
  assert.equal(more.length, 0)
  assert.match(mail.text, /Your access is on hold/)
  assert.match(mail.text, /the days on hold are added/)
  assert.match(mail.text, /write to support@/)
  assert.doesNotMatch(mail.subject + mail.text, /list|sanction|screen|match|Karnovak/i)

  assert.equal(await screenedAs(person, 'analytics-trial', 'Karnovak'), 403)
  assert.equal((await heldMails(person)).length, 1, 'the same hold is no news')
  const id = await idOf(shop, person.email)
  const administrator = await givenAnAdministrator(shop)
  const approved = await administrator.post(`/api/v1/reviews/approve/${id}`, { comment: 'Another person.' })
  assert.equal(approved.status, 200)
  assert.equal(await screenedAs(person, 'analytics-trial', 'Doe'), 200)
  await shop.sql(
    "update subscribers set first_name = 'Ilse', last_name = 'Vantongeren', language = 'de' where id = $1",
    [id],
  )
  assert.equal((await person.visitor.get('/api/v1/plans/analytics-trial/download/link')).status, 403)
  const subjects = (await heldMails(person)).map(({ subject }) => subject)
  assert.equal(subjects.length, 2, 'another hold')
  assert.ok(subjects.includes('Ihr Konto wird geprüft'))
})

/** Returns the pending page of a person who registered with these details, and the email about it. */
async function pendingAs(changes: Record<string, unknown>) {
  const registration = aRegistration(changes)
  const visitor = shop.visitor()
  assert.equal((await visitor.post('/api/v1/users', registration)).status, 201)
  await activate(shop, visitor, registration.email)
  await signIn(visitor, registration.email)
  return (await visitor.get('/pending')).text()
}

test('the pending page names the business email or the matching domain only if that is a reason [10.30]', async () => {
  const email = /We review personal addresses/
  const domain = /email domain that matches the company/
  const heading = /Your account is pending approval/
  const personal = await pendingAs({ email: 'ann.personal@gmail.com' })
  assert.match(personal, heading)
  assert.match(personal, email)
  const other = await pendingAs({ company: 'Contoso' })
  assert.match(other, heading)
  assert.match(other, domain)
  assert.doesNotMatch(other, email)
  const listed = await pendingAs({ firstName: 'Zoltan', lastName: 'Karnovak' })
  assert.match(listed, heading)
  assert.doesNotMatch(listed, email)
  assert.doesNotMatch(listed, domain)
  assert.doesNotMatch(listed, /business email/)
})

test('the email about a pending trial names the business email only if that is a reason, and is the only one', async () => {
  const personal = await givenATrialUser(shop, { email: 'bob.personal@gmail.com' })
  assert.match(
    (await shop.mailTo(personal.email, 'pending approval')).text,
    /To approve your account, we need a business email/,
  )
  const listed = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovak' })
  assert.doesNotMatch((await shop.mailTo(listed.email, 'pending approval')).text, /business/)
  assert.deepEqual(await heldMails(listed), [])
})
