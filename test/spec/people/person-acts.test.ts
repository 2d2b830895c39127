import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { act, idOf, read } from '../../support/admin/admin-page.ts'
import { act as actOn, eventsAt, givenATrial } from '../../support/admin/admin-calls.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'
import {
  activate,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  signIn,
} from '../../support/given.ts'
import { sentencesOf } from '../../support/sentences.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Person = { firstName: string; company: string; dplStatus: string; correction?: { company: string } }
const personOf = (id: string) => read<Person>(administrator, `/api/v1/subscribers/${id}`)
const actsOf = async (id: string) =>
  (await shop.sql<{ act: string }>('select act from audit where subscriber_id = $1 order by at', [id])).map(
    ({ act: one }) => one,
  )

describe('sending the activation email again', () => {
  test('sends a new working link, invalidates the old one, and leads to the start of the pending trial [10.11]', async () => {
    const { visitor, email } = await givenARegistration(shop)
    const first = await shop.mailTo(email, 'Activate')
    const id = await idOf(shop, email)
    assert.equal((await act(administrator, `/api/v1/subscribers/${id}/activation`, {})).status, 204)
    await shop.catchUp()
    const links = (await shop.mails())
      .filter((mail) => mail.to.includes(email))
      .map(({ text }) => /https?:\/\/\S+\/identity\/activate\S+/.exec(text)?.[0])
    assert.equal(new Set(links).size, 2)
    const old = /https?:\/\/\S+\/identity\/activate\S+/.exec(first.text)?.[0] ?? ''
    assert.equal((await visitor.form(old)).status, 410)
    await activate(shop, visitor, email)
    const [trial] = await heldBy(visitor)
    assert.equal(trial?.subscription.status, 'active')
    assert.deepEqual(await actsOf(id), ['resend-activation'])
  })

  test('is refused with a sentence for a confirmed address', async () => {
    const { email } = await givenATrialUser(shop)
    const confirmed = await act(administrator, `/api/v1/subscribers/${await idOf(shop, email)}/activation`, {})
    assert.deepEqual(
      [confirmed.status, confirmed.message],
      [409, 'This person has already confirmed their email address.'],
    )
  })
})

describe('correcting an address that nobody has confirmed', () => {
  const correct = (id: string, email: string) =>
    act(administrator, `/api/v1/subscribers/${id}/correct-email`, { email, comment: 'by phone' })

  test('sends the activation email there, invalidates the old link, and leads to the start of the pending trial [10.67]', async () => {
    const { visitor, email } = await givenARegistration(shop)
    const first = await shop.mailTo(email, 'Activate')
    const id = await idOf(shop, email)
    const right = `right.${email}`
    assert.equal((await correct(id, right)).status, 200)
    const old = /https?:\/\/\S+\/identity\/activate\S+/.exec(first.text)?.[0] ?? ''
    assert.equal((await visitor.form(old)).status, 404)
    await activate(shop, visitor, right)
    const [trial] = await heldBy(visitor)
    assert.equal(trial?.subscription.status, 'active')
    const [line] = await shop.sql<{ act: string; comment: string; changes: object[] }>(
      'select act, comment, changes from audit where subscriber_id = $1',
      [id],
    )
    const changes = [{ field: 'email', before: email, after: right }]
    assert.deepEqual(line, { act: 'correct-email', comment: 'by phone', changes })
    const occasions = await shop.sql<{ occasion: string }>(
      'select occasion from screening_checks where subscriber_id = $1 order by at',
      [id],
    )
    assert.ok(occasions.some(({ occasion }) => occasion === 'correction'))
  })

  test('is refused with a sentence for a confirmed person, the same address and one that is registered', async () => {
    const confirmed = await givenATrialUser(shop)
    const [one, other] = [await givenARegistration(shop), await givenARegistration(shop)]
    const id = await idOf(shop, one.email)
    const answers = [
      await correct(await idOf(shop, confirmed.email), `new.${confirmed.email}`),
      await correct(id, one.email.toUpperCase()),
      await correct(id, other.email),
      await correct(id, confirmed.email),
    ]
    assert.deepEqual(
      answers.map(({ status, message }) => [status, message]),
      [
        [409, 'This person has already confirmed their email address.'],
        [409, 'This is already the person’s email address.'],
        [409, 'Another account has this email address.'],
        [409, 'Another account has this email address.'],
      ],
    )
    assert.deepEqual(await actsOf(id), [])
  })
})

describe('sending a link to set a new password', () => {
  test('lets the person choose another password, and is refused before the address is confirmed', async () => {
    const { email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    assert.equal((await act(administrator, `/api/v1/subscribers/${id}/password-link`, {})).status, 204)
    const mail = await shop.mailTo(email, 'password')
    const link = /https?:\/\/\S+\/identity\/reset\S+/.exec(mail.text)?.[0] ?? assert.fail(mail.text)
    const visitor = shop.visitor()
    const arrived = await visitor.submit(await visitor.form(link), { password: 'another password of hers' })
    assert.equal(arrived.status, 200)
    assert.equal((await signIn(shop.visitor(), email, 'another password of hers')).status, 200)
    const pending = await givenARegistration(shop)
    const refused = await act(administrator, `/api/v1/subscribers/${await idOf(shop, pending.email)}/password-link`, {})
    assert.equal(refused.status, 409)
    assert.match(refused.message, /not confirmed/)
  })
})

describe('correcting details for a person', () => {
  const correct = async (id: string, body: object) => act(administrator, `/api/v1/subscribers/${id}/details`, body)

  test('applies immediately for a cleared person, screens them again, and keeps the reason in the timeline [10.12]', async () => {
    const { email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    assert.equal((await correct(id, { firstName: 'Janet', comment: 'Misspelt' })).status, 200)
    assert.equal((await personOf(id)).firstName, 'Janet')
    const [entry] = (
      await read<{ kind: string; act?: string; comment?: string; changes?: object[] }[]>(
        administrator,
        `/api/v1/subscribers/${id}/activity`,
      )
    ).filter(({ kind }) => kind === 'act')
    assert.deepEqual(
      [entry?.act, entry?.comment, entry?.changes],
      ['correct-details', 'Misspelt', [{ field: 'firstName', before: 'Jane', after: 'Janet' }]],
    )
    const checks = await read<{ occasion: string }[]>(administrator, `/api/v1/subscribers/${id}/checks`)
    assert.equal(checks[0]?.occasion, 'correction')
  })

  test('waits for review while the person is not cleared', async () => {
    const { email } = await givenATrialUser(shop, { email: `held.${crypto.randomUUID()}@gmail.com` })
    const id = await idOf(shop, email)
    assert.equal((await correct(id, { company: 'Contoso', comment: 'As on the invoice' })).status, 200)
    const person = await personOf(id)
    assert.deepEqual([person.company, person.correction?.company], ['Northwind Bottling', 'Contoso'])
  })

  test('is rejected with the field’s sentence, without a reason, and for unchanged details', async () => {
    const { email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    const wrong = await correct(id, { firstName: 'J@ne', comment: 'x' })
    assert.deepEqual(
      [wrong.status, sentencesOf(wrong.errors)],
      [400, [{ field: 'firstName', message: 'Contains invalid characters' }]],
    )
    assert.deepEqual(sentencesOf((await correct(id, { firstName: 'Janet' })).errors), [
      { field: 'comment', message: 'This field is required' },
    ])
    assert.equal((await correct(id, { firstName: 'Jane', comment: 'x' })).status, 409)
    assert.deepEqual(await actsOf(id), [])
  })
})

describe('a complimentary subscription', () => {
  const grant = (id: string, body: object) => act(administrator, `/api/v1/subscribers/${id}/grants`, body)
  const gift = { plan: 'analytics-annual', endDate: '2030-06-30', comment: 'For a talk' }

  test('runs until its day beside the trial, is not charged, does not renew, and keeps the reason [10.14]', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    assert.equal((await grant(id, gift)).status, 200)
    const given = (await heldBy(visitor)).find(({ plan }) => plan.name === 'analytics-annual')
    const { status, endDate, renews, payment } = given?.subscription ?? assert.fail('nothing was given')
    assert.deepEqual([status, endDate, renews], ['active', '2030-06-30T00:00:00.000Z', false])
    assert.equal((payment as { state: string }).state, 'none')
    const events = await eventsAt(administrator, given?.subscription.id ?? '')
    assert.deepEqual(
      events.map(({ type, addedBy, data }) => [type, addedBy, data.comment]),
      [
        ['SUBSCRIPTION_CREATED', 'admin@shop.example', undefined],
        ['INITIAL_END_DATE_SET', 'admin@shop.example', 'For a talk'],
      ],
    )
  })

  test('of two administrators at the same time, one succeeds and the other gets a 409', async () => {
    const { email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    const other = await givenAnAdministrator(shop)
    const answers = await Promise.all([
      grant(id, gift),
      act(other, `/api/v1/subscribers/${id}/grants`, { ...gift, plan: 'analytics-monthly' }),
    ])
    assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['200', '409'])
  })

  test('is refused for a trial plan, a past day, and a person who is not cleared', async () => {
    const { email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    for (const body of [
      { ...gift, plan: 'analytics-trial' },
      { ...gift, endDate: '2020-01-01' },
      { ...gift, plan: 'no' },
    ])
      assert.equal((await grant(id, body)).status, 400, JSON.stringify(body))
    const held = await givenATrialUser(shop, { email: `held.${crypto.randomUUID()}@gmail.com` })
    assert.equal((await grant(await idOf(shop, held.email), gift)).status, 409)
  })

  test('expires after its day, and can be extended and cancelled like any other', async () => {
    const { email } = await givenATrial(shop)
    const id = await idOf(shop, email)
    await grant(id, gift)
    const [row] = await shop.sql<{ id: string }>(
      "select id from subscriptions where subscriber_id = $1 and plan = 'analytics-annual'",
      [id],
    )
    const subscription = row?.id ?? ''
    const extended = await actOn(administrator, `extend/${subscription}`, { endDate: '2031-01-31', comment: 'more' })
    assert.equal(extended.endDate, '2031-01-31T00:00:00.000Z')
    assert.equal((await actOn(administrator, `cancel/${subscription}`, { comment: 'over' })).status, 'cancelled')
    assert.equal((await actOn(administrator, `revive/${subscription}`, { comment: 'no' })).status, 'active')
  })
})

test('every act on an unknown person returns 404', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  const bodies: Record<string, object> = {
    activation: {},
    'password-link': {},
    details: { firstName: 'A', comment: 'b' },
    email: { email: 'a@b.example', comment: 'b' },
    'correct-email': { email: 'a@b.example', comment: 'b' },
    grants: { plan: 'analytics-annual', endDate: '2030-06-30', comment: 'b' },
  }
  for (const [path, body] of Object.entries(bodies))
    assert.equal((await act(administrator, `/api/v1/subscribers/${nobody}/${path}`, body)).status, 404, path)
})
