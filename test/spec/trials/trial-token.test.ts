import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import {
  activate,
  aRegistration,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  type GivenPerson,
  type TestShop,
} from '../../support/given.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop: TestShop = await givenAShop()

async function registered(changes: Record<string, unknown> = {}, plan = 'analytics-trial') {
  const registration = aRegistration(changes)
  const answer = await shop.visitor().post('/api/v1/users', registration, { 'x-selected-product': plan })
  assert.equal(answer.status, 201)
  return { email: registration.email, token: ((await answer.json()) as { trialToken: string }).trialToken }
}

const checkOut = async (token: string, plan = 'analytics-trial', visitor = shop.visitor()) => {
  const answer = await visitor.post(`/api/v1/plans/${plan}/checkout`, { name: plan }, { 'x-trial-token': token })
  const text = await answer.text()
  return { status: answer.status, message: text === '' ? null : (JSON.parse(text) as { message: string }).message }
}

const subscriptionsOf = (email: string) =>
  shop.sql<{ plan: string; status: string }>(
    'select plan, status from subscriptions join subscribers s on s.id = subscriber_id where email = $1 order by plan',
    [email],
  )
const stale = 'This registration has expired. Please sign in or register again.'

describe('checkout with the token of a registration', () => {
  test('starts a trial that awaits confirmation of the address: 204, with its event [1.1, 7.5]', async () => {
    const { email, token } = await registered()
    assert.deepEqual(await checkOut(token), { status: 204, message: null })
    assert.deepEqual(await subscriptionsOf(email), [{ plan: 'analytics-trial', status: 'pending' }])
    const events = await shop.sql<{ type: string; added_by: string }>(
      'select e.type, added_by from events e join subscriptions u on u.id = subscription_id join subscribers s on s.id = subscriber_id where email = $1',
      [email],
    )
    assert.deepEqual(events, [{ type: 'PENDING_SUBSCRIPTION_CREATED', added_by: email }])
  })

  test('is accepted once, only for its own plan and person, and stays valid after a refusal: otherwise 403, nothing changed [7.5]', async () => {
    const { email, token } = await registered()
    const other = await givenATrialUser(shop)
    const refused = { status: 403, message: stale }
    assert.deepEqual(await unchanged(shop, () => checkOut(token, 'statistics-trial')), refused)
    assert.deepEqual(await unchanged(shop, () => checkOut(token, 'analytics-trial', other.visitor)), refused)
    const long = ['x'.repeat(201), 'x'.repeat(8_000), `a\tb`, 'a\x9fb']
    for (const made of [
      'x'.repeat(43),
      '',
      token.toUpperCase(),
      `${token} `.repeat(2),
      `${token}=`,
      "' or 1=1 --",
      ...long,
    ])
      assert.deepEqual(await unchanged(shop, () => checkOut(made)), refused, made)
    assert.equal((await checkOut(token)).status, 204)
    assert.deepEqual(await unchanged(shop, () => checkOut(token)), refused)
    assert.equal((await subscriptionsOf(email)).length, 1)
  })

  test('returns 204 once of fifty concurrent requests, 403 for the others, and gives one subscription', async () => {
    const { email, token } = await registered()
    const answers = await Promise.all(Array.from({ length: 50 }, () => checkOut(token)))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [204, ...Array<number>(49).fill(403)],
    )
    assert.equal((await subscriptionsOf(email)).length, 1)
  })

  test('of a second registration of the same address returns 204, and there is still one subscription', async () => {
    const first = await registered()
    const second = await registered({ email: first.email.toUpperCase() })
    for (const { token } of [first, second]) assert.equal((await checkOut(token)).status, 204)
    const [row] = await shop.sql<{ count: string }>(
      'select count(*) from subscriptions join subscribers s on s.id = subscriber_id where lower(email) = $1',
      [first.email],
    )
    assert.equal(row?.count, '1')
  })
})

describe('a +tag in an address', () => {
  const tagged = (email: string, tag: string) => email.replace('@', `+${tag}@`)

  test('starts no second trial: 204 as usual, and an email gives the reason; it starts the trial of another product', async () => {
    const { email } = await givenATrialUser(shop)
    const again = await registered({ email: tagged(email, 'two') })
    assert.equal((await checkOut(again.token)).status, 204)
    assert.deepEqual(await subscriptionsOf(again.email), [])
    const mail = await shop.mailTo(again.email, 'Your trial has expired')
    assert.match(mail.text, /This address has already used/)
    const third = await registered({ email: tagged(email, 'three'), affirmation: true }, 'statistics-trial')
    assert.equal((await checkOut(third.token, 'statistics-trial')).status, 204)
    assert.equal((await subscriptionsOf(third.email)).length, 1)
  })

  test('starts no second trial either when both await activation: one runs, the other is cancelled, and an email gives the reason', async () => {
    const first = await givenARegistration(shop)
    const second = await givenARegistration(shop, { email: tagged(first.email, 'two') })
    await activate(shop, first.visitor, first.email)
    await activate(shop, second.visitor, second.email)
    assert.deepEqual(await subscriptionsOf(first.email), [{ plan: 'analytics-trial', status: 'active' }])
    assert.deepEqual(await subscriptionsOf(second.email), [{ plan: 'analytics-trial', status: 'cancelled' }])
    await shop.mailTo(second.email, 'Your trial has expired')
    const administrator = await givenAnAdministrator(shop)
    const [held] = await heldBy(second.visitor)
    const commentIn = async (language: string) => {
      const address = `/api/v1/subscriptions/events/${held?.subscription.id}`
      const events = await (await administrator.get(address, { 'accept-language': language })).json()
      return (events as { data: { comment?: string } }[]).at(-1)?.data.comment
    }
    assert.equal(await commentIn('en'), 'The subscriber had this trial before, with another address.')
    assert.equal(await commentIn('de'), 'Die Person hatte diese Testversion schon einmal, mit einer anderen Adresse.')
  })

  test('starts one trial if four such people request it at the same time', async () => {
    const { email } = aRegistration()
    const people: GivenPerson[] = []
    for (let i = 0; i < 4; i += 1)
      people.push(
        await givenATrialUser(shop, { email: tagged(email, String(i)), affirmation: true }, 'statistics-trial'),
      )
    const agreed = { industry: 'Energy', termsAndConditions: true }
    const answers = await Promise.all(
      people.map(({ visitor }) => visitor.post('/api/v1/plans/analytics-trial/checkout', agreed)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [303, 409, 409, 409],
    )
  })
})

test('a token is valid for ten minutes: a minute later 403, nothing changed [7.5]', async () => {
  const early = await registered()
  const late = await registered()
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await shop.advanceTo(at(9))
  assert.equal((await checkOut(early.token)).status, 204)
  await shop.advanceTo(at(11))
  assert.deepEqual(await unchanged(shop, () => checkOut(late.token)), { status: 403, message: stale })
  assert.deepEqual(await subscriptionsOf(late.email), [])
})
