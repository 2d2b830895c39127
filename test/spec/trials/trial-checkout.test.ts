import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'vitest'
import { givenABuyer, heldBy } from '../../support/billing/given-buyer.ts'
import { mailsTo } from '../../support/billing/paying.ts'
import {
  aRegistration,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  signIn,
  type TestShop,
} from '../../support/given.ts'
import { onlyForTrials, trialFields } from '../../support/trial-fields.ts'
import { unchanged } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop: TestShop = await givenAShop()
const statistics = '/api/v1/plans/statistics-trial/checkout'
const analytics = '/api/v1/plans/analytics-trial/checkout'
const agreed = { industry: 'Energy', termsAndConditions: true, affirmation: true }

async function checkOut(visitor: TestVisitor, path: string, body: unknown) {
  const answer = await visitor.post(path, body)
  const text = await answer.text()
  const { message, errors } = (text === '' ? {} : JSON.parse(text)) as {
    message?: string
    errors?: { field: string; message: string }[]
  }
  return { status: answer.status, to: answer.headers.get('location'), message, errors }
}

const held = async ({ visitor }: { visitor: TestVisitor }) =>
  (await heldBy(visitor)).map(({ plan, subscription }) => `${plan.name} ${subscription.status}`).toSorted()

describe('the checkout of a signed-in person', () => {
  test('returns 303 for the first trial of another product, active immediately, with documents and check recorded [7.6]', async () => {
    const person = await givenATrialUser(shop)
    const { status, to } = await checkOut(person.visitor, statistics, { name: 'statistics-trial', ...agreed })
    assert.deepEqual([status, to], [303, '/plans/statistics-trial/confirmation'])
    assert.deepEqual(await held(person), ['analytics-trial active', 'statistics-trial active'])
    await shop.mailTo(person.email, 'Your trial has started: Parallax Statistics trial')
    const accepted = await shop.sql<{ document: string }>(
      'select document from acceptances a join subscribers s on s.id = subscriber_id where email = $1 order by 1',
      [person.email],
    )
    assert.deepEqual(
      accepted.map(({ document }) => document),
      ['affirmation', 'eula', 'eula', 'privacy', 'privacy'],
    )
    const checks = await shop.sql<{ occasion: string }>(
      'select occasion from screening_checks c join subscribers s on s.id = subscriber_id where email = $1',
      [person.email],
    )
    assert.ok(checks.some(({ occasion }) => occasion === 'checkout'))
  })

  test('requires what a purchase did not: 400 with those fields, then 303, and stores them, but changes no known value', async () => {
    const buyer = await givenABuyer(shop, { country: 'US' })
    const bare = await unchanged(shop, () => checkOut(buyer.visitor, analytics, agreed))
    assert.deepEqual(
      bare.errors?.map(({ field }) => field),
      ['state', ...onlyForTrials.filter((field) => field !== 'industry')],
    )
    const phone = { countryCode: '+1', phoneNumber: '5551234567' }
    const known = { firstName: 'Mallory', company: 'Elsewhere', country: 'GB' }
    const sent = { ...agreed, ...trialFields, ...known, phone, jobFunction: 'Analyst' }
    const { status, errors } = await checkOut(buyer.visitor, analytics, sent)
    assert.deepEqual([status, errors?.map(({ field }) => field)], [400, ['state']], 'no other country hides the state')
    assert.equal((await checkOut(buyer.visitor, analytics, { ...sent, state: 'TX' })).status, 303)
    assert.deepEqual(await held(buyer), ['analytics-trial active'])
    const { subscriber } = (await (await buyer.visitor.get('/api/v1/subscriptions/user')).json()) as {
      subscriber: Record<string, unknown>
    }
    const { firstName, company, country, state, phone: kept, jobTitle } = subscriber
    assert.deepEqual(
      { firstName, company, country, state, kept, jobTitle },
      {
        firstName: 'Jane',
        company: 'Northwind Bottling',
        country: 'US',
        state: 'TX',
        kept: phone,
        jobTitle: 'Analyst',
      },
    )
  })

  test('requires every field of a person who never registered, and stores no hidden field', async () => {
    const visitor = await givenAnAdministrator(shop)
    const { email: _, ...profile } = aRegistration({ company: 'Shop', country: 'GB', state: 'TX', affirmation: true })
    assert.equal((await checkOut(visitor, statistics, agreed)).status, 400)
    assert.equal((await checkOut(visitor, statistics, profile)).status, 303)
    const [kept] = await shop.sql('select state, country, phone_number from subscribers where email = $1', [
      'admin@shop.example',
    ])
    assert.deepEqual(kept, { state: null, country: 'GB', phone_number: '7700900123' })
    await shop.mailTo('admin@shop.example', 'Your trial has started')
    assert.deepEqual(await mailsTo(shop, { email: 'admin@shop.example' }, /approved/), [])
  })

  test('returns the 409 about an existing trial, not field errors, even for a request with only the plan’s name, and changes nothing', async () => {
    const { visitor } = await givenATrialUser(shop, { country: 'IR' })
    for (const body of [{}, agreed]) {
      const answer = await unchanged(shop, () => checkOut(visitor, analytics, body))
      assert.deepEqual([answer.status, answer.message, answer.to], [409, 'You already have a trial', null])
    }
  })

  test('emails a person whose trial waits for approval, or whose country is denied, once', async () => {
    const rows = [
      [{ email: `jane.${randomUUID()}@gmail.com` }, 'Your account is pending approval'],
      [{ country: 'IR' }, 'Your trial is not available in your country: Parallax Analytics trial'],
    ] as const
    for (const [changes, subject] of rows) {
      const buyer = await givenABuyer(shop, changes)
      const sent = async () =>
        (await mailsTo(shop, buyer, /pending approval|not available/)).map((mail) => mail.subject)
      assert.deepEqual(await sent(), [])
      assert.equal((await checkOut(buyer.visitor, analytics, { ...agreed, ...trialFields })).status, 303)
      assert.deepEqual(await held(buyer), ['analytics-trial pending'])
      assert.deepEqual(await sent(), [subject])
      assert.equal((await checkOut(buyer.visitor, analytics, { ...agreed, ...trialFields })).status, 409)
      assert.deepEqual(await sent(), [subject], 'a refused request is answered on the page')
    }
  })

  test('returns 303 once of fifty concurrent requests, 409 for the others, and gives one subscription', async () => {
    const person = await givenATrialUser(shop)
    const answers = await Promise.all(Array.from({ length: 50 }, () => checkOut(person.visitor, statistics, agreed)))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [303, ...Array<number>(49).fill(409)],
    )
    assert.deepEqual(await held(person), ['analytics-trial active', 'statistics-trial active'])
  })
})

test("returns 409 'Your trial has expired' after its last day, and changes nothing", async () => {
  const { email } = await givenATrialUser(shop)
  await shop.advanceTo(new Date(Date.now() + 31 * 24 * 3_600_000).toISOString())
  const visitor = shop.visitor()
  await signIn(visitor, email)
  assert.deepEqual(await held({ visitor }), ['analytics-trial expired'])
  const answer = await unchanged(shop, () => checkOut(visitor, analytics, agreed))
  assert.deepEqual([answer.status, answer.message], [409, 'Your trial has expired'])
  assert.equal((await checkOut(visitor, analytics, {})).message, 'Your trial has expired')
  const again = aRegistration({ email })
  assert.equal((await shop.visitor().post('/api/v1/users', again)).status, 201)
  assert.match((await shop.mailTo(email, 'You already have an account')).text, /ended on/)
})
