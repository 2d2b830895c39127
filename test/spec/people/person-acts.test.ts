import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { act, idOf, read } from '../../support/admin/admin-page.ts'
import { act as actOn, eventsAt } from '../../support/admin/admin-calls.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'
import {
  activate,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  signIn,
} from '../../support/given.ts'
import { whileLocked } from '../../support/while-locked.ts'
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

  test('is refused with a sentence for a confirmed person, like the activation email, the same address and one that is registered', async () => {
    const confirmed = await givenATrialUser(shop)
    const [one, other] = [await givenARegistration(shop), await givenARegistration(shop)]
    const id = await idOf(shop, one.email)
    const answers = [
      await act(administrator, `/api/v1/subscribers/${await idOf(shop, confirmed.email)}/activation`, {}),
      await correct(await idOf(shop, confirmed.email), `new.${confirmed.email}`),
      await correct(id, one.email.toUpperCase()),
      await correct(id, other.email),
      await correct(id, confirmed.email),
    ]
    assert.deepEqual(
      answers.map(({ status, message }) => [status, message]),
      [
        [409, 'This person has already confirmed their email address.'],
        [409, 'This person has already confirmed their email address.'],
        [409, 'This is already the person’s email address.'],
        [409, 'Another account has this email address.'],
        [409, 'Another account has this email address.'],
      ],
    )
    assert.deepEqual(await actsOf(id), [])
  })

  test('is refused if another person gets the address at the same moment', async () => {
    const [one, other] = [await givenARegistration(shop), await givenARegistration(shop)]
    const [id, wanted] = [await idOf(shop, one.email), `wanted.${one.email}`]
    const take = `update subscribers set email = $1, email_key = $1 where email = '${other.email}'`
    const { status, message } = await whileLocked(shop, take, wanted, () => correct(id, wanted))
    assert.deepEqual([status, message], [409, 'Another account has this email address.'])
  })
})

test('the audit names the address to which each link went, also after the address was corrected', async () => {
  const { visitor, email } = await givenARegistration(shop)
  const id = await idOf(shop, email)
  const right = `right.${email}`
  assert.equal((await act(administrator, `/api/v1/subscribers/${id}/activation`, {})).status, 204)
  const correction = { email: right, comment: 'by phone' }
  assert.equal((await act(administrator, `/api/v1/subscribers/${id}/correct-email`, correction)).status, 200)
  await activate(shop, visitor, right)
  assert.equal((await act(administrator, `/api/v1/subscribers/${id}/password-link`, {})).status, 204)
  const lines = await read<{ act: string; email: string; changes: object[] }[]>(
    administrator,
    `/api/v1/audit?search=${email}`,
  )
  assert.deepEqual(
    lines.map((line) => [line.act, line.email, line.changes]),
    [
      ['send-password-link', right, [{ field: 'email', before: '', after: right }]],
      ['correct-email', right, [{ field: 'email', before: email, after: right }]],
      ['resend-activation', right, [{ field: 'email', before: '', after: email }]],
    ],
  )
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

describe('correcting a buyer whose form asked for no state', () => {
  test('needs none for the company, but one for another country that has states', async () => {
    const { email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    const correct = async (body: object) =>
      act(administrator, `/api/v1/subscribers/${id}/details`, { ...body, comment: 'Asked by phone' })
    await shop.sql(`update subscribers set country = 'US' where id = $1`, [id])
    const corrected = await correct({ company: 'Contoso' })
    assert.equal(corrected.status, 200, JSON.stringify(corrected.errors))
    const moved = await correct({ country: 'CA' })
    assert.deepEqual([moved.status, moved.errors?.map(({ field }) => field)], [400, ['state']])
  })
})

describe('a complimentary subscription', () => {
  const grant = (id: string, body: object) => act(administrator, `/api/v1/subscribers/${id}/grants`, body)
  const gift = { plan: 'analytics-annual', endDate: '2030-06-30', comment: 'For a talk' }

  test('runs until its day beside the trial, is not charged, does not renew, keeps the reason, and can be extended and cancelled like any other [10.14]', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    assert.equal((await grant(id, gift)).status, 200)
    const given = (await heldBy(visitor)).find(({ plan }) => plan.name === 'analytics-annual')
    const { status, endDate, renews, payment } = given?.subscription ?? assert.fail('nothing was given')
    assert.deepEqual([status, endDate, renews], ['active', '2030-06-30T00:00:00.000Z', false])
    assert.equal((payment as { state: string }).state, 'none')
    const opened = await visitor.post('/api/v1/plans/analytics-annual/download', {})
    assert.deepEqual([opened.status, await opened.json()], [200, { redirectUrl: '/account' }], 'there is no portal')
    const events = await eventsAt(administrator, given?.subscription.id ?? '')
    assert.deepEqual(
      events.map(({ type, addedBy, data }) => [type, addedBy, data.comment]),
      [
        ['SUBSCRIPTION_CREATED', 'admin@shop.example', undefined],
        ['INITIAL_END_DATE_SET', 'admin@shop.example', 'For a talk'],
      ],
    )
    const more = { endDate: '2031-01-31', comment: 'more' }
    const extended = await actOn(administrator, `extend/${given?.subscription.id}`, more)
    assert.equal(extended.endDate, '2031-01-31T00:00:00.000Z')
    const cancelled = await actOn(administrator, `cancel/${given?.subscription.id}`, { comment: 'over' })
    assert.equal(cancelled.status, 'cancelled')
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
})

test('every act on an unknown person returns 404', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  const bodies: Record<string, object> = {
    activation: {},
    'password-link': {},
    details: { firstName: 'A', comment: 'b' },
    email: { email: 'a@b.example', comment: 'b' },
    'correct-email': { email: 'a@b.example', comment: 'b' },
    'sign-out': {},
    grants: { plan: 'analytics-annual', endDate: '2030-06-30', comment: 'b' },
  }
  for (const [path, body] of Object.entries(bodies))
    assert.equal((await act(administrator, `/api/v1/subscribers/${nobody}/${path}`, body)).status, 404, path)
})

type Line = {
  id: string
  at: string
  kind: string
  by: string | null
  act?: string
  mail?: { kind: string; to: string; subject: string; text: string | null; state: string }
  download?: { product: string }
  check?: { occasion: string }
}
const activityOf = (id: string) => read<Line[]>(administrator, `/api/v1/subscribers/${id}/activity`)

describe('a person’s activity', () => {
  test('lists, newest first, emails with their text, sign-ins, downloads, checks, and acts with their author [10.15]', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    const { link } = (await (await visitor.get('/api/v1/plans/analytics-trial/download/link')).json()) as {
      link: string
    }
    for (const _again of [1, 2]) assert.equal((await visitor.get(link)).status, 200)
    assert.equal((await act(administrator, `/api/v1/subscribers/${id}/sign-out`, {})).status, 204)
    await shop.catchUp()
    const lines = await activityOf(id)
    assert.deepEqual(
      lines.map(({ at }) => at),
      lines
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const of = (kind: string) => lines.filter((line) => line.kind === kind)
    assert.deepEqual(
      of('act').map(({ act: done, by }) => [done, by]),
      [['sign-out', 'admin@shop.example']],
    )
    assert.deepEqual(of('download').length, 1, 'a file that is asked for twice by one link is one download')
    assert.equal(of('sign-in').length, 1)
    assert.ok(of('check').some(({ check }) => check?.occasion === 'registration'))
    const mails = of('mail').map(({ mail }) => mail ?? assert.fail('an email'))
    assert.deepEqual(mails.map(({ kind, state }) => `${kind} ${state}`).toSorted(), [
      'activation sent',
      'trial-started sent',
    ])
    const activation = mails.find(({ kind }) => kind === 'activation')
    assert.equal(activation?.text, null, 'what holds a personal link is not shown')
    assert.match(mails.find(({ kind }) => kind === 'trial-started')?.text ?? '', /trial has started/)
    assert.doesNotMatch(JSON.stringify(lines), /identity\/activate/)
  })

  test('contains emails that can be sent again to the present address, except those with a personal link', async () => {
    const { email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    await shop.catchUp()
    const lines = await activityOf(id)
    const idOfMail = (kind: string) => lines.find(({ mail }) => mail?.kind === kind)?.id ?? assert.fail(kind)
    assert.equal((await act(administrator, `/api/v1/mails/send-again/${idOfMail('trial-started')}`, {})).status, 204)
    await shop.catchUp()
    const received = (await shop.mails()).filter((mail) => mail.to.includes(email) && /started/.test(mail.subject))
    assert.equal(received.length, 2)
    assert.equal(received[0]?.html, received[1]?.html)
    assert.equal((await act(administrator, `/api/v1/mails/send-again/${idOfMail('activation')}`, {})).status, 409)
    assert.equal(
      (await act(administrator, '/api/v1/mails/send-again/00000000-0000-4000-8000-000000000000', {})).status,
      404,
    )
  })
})
