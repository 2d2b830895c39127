import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, everyRow, forget, idOf, read } from '../../support/admin/admin-page.ts'
import { givenAFolder, anAdd, anAlt, anSdn } from '../../support/screening/given-lists.ts'
import {
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  givenSupport,
  type GivenPerson,
} from '../../support/given.ts'

const folder = givenAFolder()
const remarks = 'DOB 18 Jul 1961; POB Baghdad, Iraq.'
folder.put(
  'sdn.csv',
  anSdn([
    { number: 1, name: 'KARNOVAK, Zoltan', type: 'individual', remarks },
    { number: 2, name: 'VANTONGEREN, Ilse', type: 'individual' },
  ]),
)
folder.put('alt.csv', anAlt([{ number: 1, name: 'KARNOWAK, Zoltan' }]))
folder.put('add.csv', anAdd([1, 2]))
const shop = await givenAShop({ SCREENING_DIR: folder.path, SCREENING_SETTLE: '0.05' })
const administrator = await givenAnAdministrator(shop)
const support = await givenSupport(shop)

type Review = {
  reasons: { details?: { birthDates?: string[] } }[]
  birthDate: { askedBy: string; askedAt: string; date: string | null; answeredAt: string | null } | null
}
type Person = GivenPerson & { id: string }

async function givenANamesake(changes: Record<string, unknown> = {}): Promise<Person> {
  const person = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovak', ...changes })
  return { ...person, id: await idOf(shop, person.email) }
}

const reviewOf = async ({ id }: Person) =>
  (await read<Review[]>(administrator, `/api/v1/reviews?subscriber=${id}`))[0]?.birthDate
const ask = ({ id }: Person, by = administrator) => act(by, `/api/v1/reviews/ask-birth-date/${id}`, {})
const decide = (how: 'approve' | 'refuse', { id }: Person) =>
  act(administrator, `/api/v1/reviews/${how}/${id}`, { comment: 'Seen.' })

async function linkTo({ email }: Person): Promise<string> {
  const { text } = await shop.mailTo(email, 'date of birth')
  return /https?:\/\/[^/\s]+(\/birth-date\/\S+)/.exec(text)?.[1] ?? assert.fail(text)
}

/** Submits the form behind a link, as a browser without a session does. */
async function give(link: string, birthDate: string): Promise<number> {
  return (await shop.visitor().send(link, { birthDate }, { accept: 'text/html' })).status
}

test('a person in review gives the date of birth that support asks for, once, and reviewers see it [10.23]', async () => {
  const person = await givenANamesake()
  assert.equal(await reviewOf(person), null)
  assert.equal((await ask(person, support)).status, 204)
  const asked = await reviewOf(person)
  assert.match(asked?.askedBy ?? '', /^colleague\./)
  assert.deepEqual([asked?.date, asked?.answeredAt], [null, null])
  assert.match((await ask(person)).message, /^This was already done a few moments ago\./)

  const link = await linkTo(person)
  const page = await shop.visitor().get(link)
  assert.equal(page.status, 200)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  const text = await page.text()
  assert.match(text, /type="date"/)
  for (const secret of [person.email, 'Zoltan', 'KARNOVAK', '1961']) assert.ok(!text.includes(secret), secret)
  for (const wrong of ['', '2099-01-01']) assert.equal(await give(link, wrong), 400, wrong)
  assert.equal((await reviewOf(person))?.date, null)
  assert.equal(await give(link, '1990-03-04'), 200)
  assert.equal((await reviewOf(person))?.date, '1990-03-04')
  assert.equal(await give(link, '1991-03-04'), 404)
  assert.equal((await shop.visitor().get(link)).status, 404)
  assert.equal((await ask(person)).message, 'This person has already given their date of birth. Reload the page.')
  assert.deepEqual(await shop.sql('select act from audit where subscriber_id = $1', [person.id]), [
    { act: 'ask-birth-date' },
  ])
  const timeline = await read<{ act?: string }[]>(administrator, `/api/v1/subscribers/${person.id}/activity`)
  const acts = timeline.flatMap(({ act: one }) => (one?.includes('birth-date') ? [one] : []))
  assert.deepEqual(acts, ['give-birth-date', 'ask-birth-date'])
})

test('the date is stored with the decision, in the person’s own data, and nowhere else [10.23]', async () => {
  const person = await givenANamesake()
  await ask(person)
  await give(await linkTo(person), '1990-03-05')
  type Data = { profile: Record<string, unknown>; screening: { outcome: string; birthDate?: string }[] }
  const own = () => read<Data>(person.visitor, '/api/v1/account/export')
  assert.equal((await own()).profile['birthDate'], '1990-03-05')
  assert.equal((await decide('approve', person)).status, 200)
  const { profile, screening } = await own()
  assert.equal(profile['birthDate'], undefined)
  assert.deepEqual(
    screening.flatMap(({ birthDate }) => birthDate ?? []),
    ['1990-03-05'],
  )
  const checks = await read<{ occasion: string; birthDate: string | null }[]>(
    administrator,
    `/api/v1/subscribers/${person.id}/checks`,
  )
  assert.deepEqual(
    checks.filter(({ birthDate }) => birthDate !== null).map(({ occasion, birthDate }) => [occasion, birthDate]),
    [['review', '1990-03-05']],
  )
  const having = async () => (await everyRow(shop)).filter((row) => row.includes('1990-03-05'))
  assert.deepEqual(
    (await having()).map((row) => row.split(' ')[0]),
    ['public.screening_checks'],
  )
  assert.equal((await forget(administrator, person.id)).status, 204)
  assert.deepEqual(await having(), [])
  const retained = await (await administrator.get('/api/v1/export/retained-evidence')).text()
  assert.ok(!retained.includes('1990-03-05'))
})

test('no date is accepted after the decision, or after 30 days', async () => {
  const [approved, refused] = [await givenANamesake(), await givenANamesake()]
  for (const person of [approved, refused]) assert.equal((await ask(person)).status, 204)
  const links = [await linkTo(approved), await linkTo(refused)]
  await decide('approve', approved)
  await decide('refuse', refused)
  for (const link of links) {
    assert.equal((await shop.visitor().get(link)).status, 404)
    assert.equal(await give(link, '1990-03-04'), 404)
  }
  for (const person of [approved, refused]) assert.equal((await ask(person)).status, 409)

  const late = await givenANamesake()
  await ask(late)
  const link = await linkTo(late)
  await shop.sql(
    "update birth_date_requests set expires_at = expires_at - interval '30 days' where subscriber_id = $1",
    [late.id],
  )
  assert.equal(await give(link, '1990-03-04'), 404)
  assert.equal(await give('/birth-date/unknown', '1990-03-04'), 404)
})

test('a date of birth is requested only if a matching entry has one', async () => {
  const other = await givenANamesake({ firstName: 'Ilse', lastName: 'Vantongeren' })
  const { status, message } = await ask(other)
  assert.deepEqual([status, message], [409, 'No list states a date of birth for the entries that match this person.'])
  const nobody = await givenANamesake({ firstName: 'Ann', lastName: 'Example' })
  assert.equal((await ask(nobody)).status, 409)
})

test('a request whose review ended because a later check found nothing is removed', async () => {
  const person = await givenANamesake()
  await ask(person)
  await give(await linkTo(person), '1990-03-06')
  await shop.sql("update subscribers set review_since = null, dpl_status = 'PASS' where id = $1", [person.id])
  await shop.restart()
  await shop.catchUp()
  assert.deepEqual(await shop.sql('select 1 from birth_date_requests where subscriber_id = $1', [person.id]), [])
})
