import assert from 'node:assert/strict'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, idOf, read, type Answer } from '../../support/admin/admin-page.ts'
import { givenASubscriber, heldBy, settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, type GivenPerson } from '../../support/given.ts'
import { overThere, provider } from '../../support/billing/paying.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
let people = 0

type Person = GivenPerson & { id: string }
type Change = { field: string; before: string; after: string }
type Reason = { kind: string; key: string; holds: boolean; changes?: Change[] }
type Review = { since: string; reasons: Reason[] }
type Correction = { firstName: string; lastName: string; company: string; country: string; state: string | null }
type Profile = Correction & { correction?: Correction }

async function givenAPerson(changes: Record<string, unknown>): Promise<Person> {
  people += 1
  const person = await givenATrialUser(shop, { email: `jane.${people}@contoso.example`, ...changes })
  return { ...person, id: await idOf(shop, person.email) }
}
/** Creates a person whose email domain does not fit the company they gave. */
const givenSomebodyHeld = (changes: Record<string, unknown> = {}) => givenAPerson(changes)
/** Creates a person in a denied country, with no other reason for a hold. */
const givenSomebodyDenied = () =>
  givenAPerson({ email: `jane.denied.${people}@northwind-bottling.example`, country: 'IR' })

const correct = async ({ visitor }: Pick<Person, 'visitor'>, body: object): Promise<Profile> => {
  const answer = await visitor.post('/api/v1/account/details', body)
  assert.equal(answer.status, 200, await answer.clone().text())
  return (await answer.json()) as Profile
}
const profileOf = async ({ visitor }: Pick<Person, 'visitor'>) =>
  (await read<{ subscriber: Profile }>(visitor, '/api/v1/subscriptions/user')).subscriber
const waits = async ({ id }: Person) => (await read<Review[]>(administrator, `/api/v1/reviews?subscriber=${id}`))[0]
const kinds = async (person: Person) => (await waits(person))?.reasons.map(({ kind }) => kind)
const decide = (how: 'approve' | 'refuse', { id }: Person, body: object = {}): Promise<Answer> =>
  act(administrator, `/api/v1/reviews/${how}/${id}`, { comment: 'Seen.', ...body })
const statuses = async ({ visitor }: Person) => (await heldBy(visitor)).map(({ subscription }) => subscription.status)
const standing = async ({ visitor }: Person) => {
  type Info = { user: { dplStatus: string; deniedCountry: boolean } }
  const { user } = await read<Info>(visitor, '/api/v1/users/userinfo')
  return [user.dplStatus, user.deniedCountry]
}
const actsOn = async ({ id }: Person) =>
  (await shop.sql<{ act: string }>('select act from audit where subscriber_id = $1 order by at, id', [id])).map(
    (line) => line.act,
  )

test('a correction that would clear a person on hold waits for review, and changes nothing until it is approved [10.29]', async () => {
  const person = await givenSomebodyHeld()
  assert.deepEqual(await statuses(person), ['pending'])
  const told = await correct(person, { company: 'Contoso' })
  assert.equal(told.company, 'Northwind Bottling')
  assert.equal(told.correction?.company, 'Contoso')
  assert.deepEqual((await profileOf(person)).correction, told.correction)
  const file = await read<{ profile: { correction?: Correction } }>(person.visitor, '/api/v1/account/export')
  assert.equal(file.profile.correction?.company, 'Contoso')
  assert.deepEqual([await standing(person), await statuses(person)], [['PENDING', false], ['pending']])
  assert.equal((await person.visitor.get('/api/v1/download/analytics')).status, 403)

  const review = await waits(person)
  assert.ok(review)
  assert.deepEqual(
    review.reasons.map(({ kind, holds, changes }) => ({ kind, holds, changes })),
    [
      {
        kind: 'correction',
        holds: false,
        changes: [{ field: 'company', before: 'Northwind Bottling', after: 'Contoso' }],
      },
      { kind: 'domain', holds: true, changes: undefined },
    ],
  )
  const seen = review.reasons.map(({ key }) => key)
  assert.equal((await decide('approve', person, { since: review.since, seen })).status, 200)
  assert.equal(await waits(person), undefined)
  const after = await profileOf(person)
  assert.deepEqual([after.company, after.correction], ['Contoso', undefined])
  assert.deepEqual([await standing(person), await statuses(person)], [['PASS', false], ['active']])
  assert.deepEqual(await shop.sql('select 1 from screening_exceptions where subscriber_id = $1', [person.id]), [])
  await shop.mailTo(person.email, 'Your account has been approved')
  await shop.catchUp()
  const approvals = (await shop.mails()).filter(({ to, subject }) => to === person.email && /approved/.test(subject))
  assert.equal(approvals.length, 1)
  assert.deepEqual(await actsOn(person), ['apply-correction'])
  const checks = await read<{ occasion: string; outcome: string; decidedBy: string; reasons: Reason[] }[]>(
    administrator,
    `/api/v1/subscribers/${person.id}/checks`,
  )
  const review0 = checks.find(({ occasion }) => occasion === 'review')
  assert.deepEqual(
    [review0?.outcome, review0?.decidedBy, review0?.reasons.map(({ kind }) => kind)],
    ['PASS', 'admin@shop.example', ['correction']],
  )
  assert.equal(checks.find(({ occasion }) => occasion === 'correction')?.outcome, 'PASS')
})

test('new findings about the corrected details keep the person waiting, and require a separate decision', async () => {
  const person = await givenAPerson({
    email: 'zoltan.k@northwind-bottling.example',
    firstName: 'Zoltan',
    lastName: 'Karnovak',
  })
  await correct(person, { company: 'Northwind Bottling GmbH' })
  assert.deepEqual(await kinds(person), ['correction', 'list'])
  assert.equal((await decide('approve', person)).status, 200)
  assert.deepEqual(await kinds(person), ['list'])
  assert.deepEqual([await standing(person), await statuses(person)], [['PENDING', false], ['pending']])
  assert.equal((await profileOf(person)).company, 'Northwind Bottling GmbH')
  assert.equal((await decide('approve', person)).status, 200)
  assert.deepEqual([await standing(person), await statuses(person)], [['PASS', false], ['active']])
  assert.deepEqual(await actsOn(person), ['apply-correction', 'approve'])
})

test('an approval of a match does not extend to a later name, even for the same entry', async () => {
  const person = await givenAPerson({
    email: `zlotan.${people}@northwind-bottling.example`,
    firstName: 'Zlotan',
    lastName: 'Karnovkak',
  })
  assert.deepEqual(await kinds(person), ['list'])
  assert.equal((await decide('approve', person)).status, 200)
  assert.deepEqual([await standing(person), await statuses(person)], [['PASS', false], ['active']])
  await correct(person, { firstName: 'Zoltan', lastName: 'Karnovak' })
  assert.deepEqual([await standing(person), await kinds(person)], [['PENDING', false], ['list']])
  assert.deepEqual(await statuses(person), ['pending'])
})

test('a person in a denied country is in the queue for the correction alone; refusing it discards only the correction', async () => {
  const person = await givenSomebodyDenied()
  assert.equal(await waits(person), undefined)
  await correct(person, { country: 'GB' })
  assert.deepEqual(await standing(person), ['PASS', true])
  const review = await waits(person)
  const seen = review?.reasons.map(({ key }) => key)
  assert.deepEqual(await kinds(person), ['correction'])
  const refused = await decide('refuse', person, { since: review?.since, seen })
  assert.equal(refused.status, 200)
  assert.deepEqual([await standing(person), await statuses(person)], [['PASS', true], ['pending']])
  const after = await profileOf(person)
  assert.deepEqual([after.country, after.correction, await waits(person)], ['IR', undefined, undefined])
  assert.deepEqual(await actsOn(person), ['discard-correction'])
  await settled(shop)
  const mails = (await shop.mails()).filter(({ to }) => to.includes(person.email))
  assert.ok(!mails.some(({ subject }) => subject.includes('not been approved')))

  await correct(person, { country: 'GB' })
  assert.equal((await decide('approve', person)).status, 200)
  assert.deepEqual([await standing(person), await statuses(person)], [['PASS', false], ['active']])
})

test('refusing a person discards their correction, also one that came after the review was read, sent twice', async () => {
  const person = await givenSomebodyHeld()
  const before = await waits(person)
  await correct(person, { company: 'Contoso' })
  const review = await waits(person)
  await correct(person, { company: 'Contoso' })
  assert.deepEqual(await waits(person), review, 'stored once')
  const body = { since: before?.since, seen: before?.reasons.map(({ key }) => key) }
  assert.equal((await decide('refuse', person, body)).status, 200)
  assert.deepEqual([await standing(person), await statuses(person)], [['FAIL', false], ['cancelled']])
  const after = await profileOf(person)
  assert.deepEqual([after.company, after.correction, await waits(person)], ['Northwind Bottling', undefined, undefined])
  assert.deepEqual(await actsOn(person), ['refuse'])
  const answer = await unchanged(shop, () => act(person.visitor, '/api/v1/account/details', { company: 'Contoso' }), [
    'sessions',
  ])
  assert.deepEqual([answer.status, answer.message], [409, errorMessages.PERSON_REFUSED])
})

test('a second correction replaces the first, which can no longer be decided; entering the present details withdraws it', async () => {
  const person = await givenSomebodyHeld()
  await correct(person, { company: 'Contoso' })
  const first = await waits(person)
  const seen = first?.reasons.map(({ key }) => key)
  assert.equal((await correct(person, { company: 'Contoso Ltd' })).correction?.company, 'Contoso Ltd')
  assert.equal((await waits(person))?.reasons.filter(({ kind }) => kind === 'correction').length, 1)
  const late = await unchanged(shop, () => decide('approve', person, { since: first?.since, seen }), ['sessions'])
  assert.deepEqual([late.status, late.message], [409, errorMessages.FOUND_MEANWHILE])
  assert.equal((await correct(person, { company: 'Northwind Bottling' })).correction, undefined)
  assert.deepEqual(await kinds(person), ['domain'])

  const denied = await givenSomebodyDenied()
  await correct(denied, { country: 'GB' })
  const other = await waits(denied)
  await correct(denied, { country: 'FR' })
  const body = { since: other?.since, seen: other?.reasons.map(({ key }) => key) }
  const refused = await unchanged(shop, () => decide('refuse', denied, body), ['sessions'])
  assert.deepEqual([refused.status, refused.message], [409, errorMessages.FOUND_MEANWHILE])
})

test('a person in a denied country is listed and counted as on hold, before flagged people, while their own or an administrator’s correction waits', async () => {
  const company = `Denied ${Date.now()}`
  const flagged = await givenAPerson({
    company,
    email: `jane.flagged.${people}@denied-${Date.now()}.example`,
    country: 'UA',
    phone: { countryCode: '+380', phoneNumber: '501234567' },
  })
  await shop.sql("update subscribers set dpl_status = 'PASS' where id = $1", [flagged.id])
  const own = await givenSomebodyDenied()
  const administrators = await givenSomebodyDenied()
  await correct(own, { country: 'GB' })
  const details = { country: 'GB', comment: 'Moved.' }
  assert.equal((await act(administrator, `/api/v1/subscribers/${administrators.id}/details`, details)).status, 200)
  const all = [flagged, own, administrators]
  await shop.sql('update subscribers set company = $1 where id = any($2)', [company, all.map(({ id }) => id)])
  const search = `search=${encodeURIComponent(company)}`
  const found = async (query: string) =>
    (await read<{ subscriber: { id: string } }[]>(administrator, `/api/v1/reviews?${search}${query}`)).map(
      ({ subscriber }) => all.findIndex(({ id }) => id === subscriber.id),
    )
  const { counts } = await read<{ counts: { states: unknown } }>(administrator, `/api/v1/reviews/counts?${search}`)
  assert.deepEqual(counts.states, { held: 2, flagged: 1 })
  assert.deepEqual(await found('&state=held'), [1, 2])
  assert.deepEqual(await found('&state=flagged'), [0])
  assert.deepEqual(await found(''), [1, 2, 0])
})

test('the customer at the billing provider receives a waiting correction once it is approved, not before [10.29]', async () => {
  const payer = await givenASubscriber(shop)
  await settled(shop)
  const country = async () => {
    await settled(shop)
    const found = await provider().customers.retrieve((await overThere(shop, payer)).customer as string)
    return found.deleted ? null : found.address?.country
  }
  const person = { ...payer, id: await idOf(shop, payer.email) } as unknown as Person
  await correct(person, { country: 'IR' })
  assert.deepEqual(
    [await standing(person), await country()],
    [['PASS', true], 'IR'],
    'applied at once: it clears nobody',
  )
  await correct(person, { country: 'DE' })
  assert.deepEqual([await standing(person), await country()], [['PASS', true], 'IR'])
  assert.equal((await decide('approve', person)).status, 200)
  assert.deepEqual([await standing(person), await country()], [['PASS', false], 'DE'])
  assert.deepEqual(await statuses(person), ['active'])
})

test('a person who was cleared meanwhile corrects immediately, and nothing waits any longer', async () => {
  const person = await givenSomebodyHeld()
  await correct(person, { company: 'Contoso' })
  await shop.sql("update subscribers set dpl_status = 'PASS', review_since = null where id = $1", [person.id])
  assert.deepEqual(await kinds(person), ['correction'])
  const after = await correct(person, { company: 'Contoso' })
  assert.deepEqual([after.company, after.correction, await waits(person)], ['Contoso', undefined, undefined])
})
