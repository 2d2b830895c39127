import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  type TestShop,
} from '../../support/given.ts'
import { act, idOf } from '../../support/admin/admin-page.ts'
import { givenAPayer } from '../../support/billing/paying.ts'
import { givenAnUndeliveredMail } from '../../support/servers/given-mail.ts'
import { whileLocked } from '../../support/while-locked.ts'

const noon = { CLOCK_START: '2026-11-20T12:00:00Z' }

const subjectsTo = async (shop: TestShop, email: string) =>
  (await shop.mails())
    .filter(({ to, html }) => to.includes(email) && html.includes('/reminders/stop/'))
    .map(({ subject }) => subject)
    .toReversed()

/** Trials that start at noon of 20 November end with 20 December. */
test('a trial’s end is announced a week before, a day before and after it, once each, despite restarts, and a new end separately; other people get no reminder', async () => {
  const shop = await givenAShop(noon)
  const { email } = await givenATrialUser(shop)
  const extended = await givenATrialUser(shop)
  const others = {
    held: await givenATrialUser(shop),
    pending: await givenATrialUser(shop, { email: 'somebody.new@gmail.com' }),
    unconfirmed: await givenARegistration(shop),
    cancelled: await givenATrialUser(shop),
    buyer: await givenAPayer(shop, 'analytics-annual'),
  }
  const trialOf = '(select id from subscribers where email = $1)'
  await shop.sql(`update subscribers set dpl_status = 'PENDING' where email = $1`, [others.held.email])
  await shop.sql(`update subscriptions set status = 'cancelled' where subscriber_id = ${trialOf}`, [
    others.cancelled.email,
  ])
  await shop.advanceTo('2026-12-12T23:00:00Z')
  assert.deepEqual(await subjectsTo(shop, email), [])
  await shop.advanceTo('2026-12-13T00:00:00Z')
  await shop.sql(`update subscriptions set end_date = '2027-01-20T00:00:00Z' where subscriber_id = ${trialOf}`, [
    extended.email,
  ])
  for (const moment of ['2026-12-14T12:00:00Z', '2026-12-19T00:00:00Z', '2026-12-20T23:00:00Z', '2026-12-21T00:00:00Z'])
    await shop.advanceTo(moment)
  await shop.restart({ CLOCK_START: '2026-12-22T00:00:00Z' })
  await shop.catchUp()
  assert.deepEqual(await subjectsTo(shop, email), [
    'Your trial ends on 20 December 2026: Parallax Analytics trial',
    'The last day of your trial is 20 December 2026: Parallax Analytics trial',
    'Your trial has ended: Parallax Analytics trial',
  ])
  const mail = await shop.mailTo(email, 'ends on')
  assert.match(mail.text, /US\$1,188\.00 a year, excluding tax/)
  assert.match(mail.text, /\/plans\n/)
  for (const [who, other] of Object.entries(others)) assert.deepEqual(await subjectsTo(shop, other.email), [], who)
  await shop.advanceTo('2027-01-14T00:00:00Z')
  assert.deepEqual(await subjectsTo(shop, extended.email), [
    'Your trial ends on 20 December 2026: Parallax Analytics trial',
    'Your trial ends on 20 January 2027: Parallax Analytics trial',
  ])
  await shop.stop()
})

test('the link in a reminder stops reminders only by its button or the mail program’s own request, not by opening it; an unknown link changes nothing', async () => {
  const shop = await givenAShop(noon)
  const people = [await givenATrialUser(shop), await givenATrialUser(shop), await givenATrialUser(shop)] as const
  await shop.advanceTo('2026-12-14T00:00:00Z')
  const stopped = () =>
    shop.sql<{ email: string }>('select email from subscribers where reminders_stopped_at is not null')
  const links = await Promise.all(
    people.map(async ({ email }) => {
      const mail = await shop.mailTo(email, 'ends on')
      return /https?:\S+\/reminders\/stop\/\S+/.exec(mail.text)?.[0] ?? ''
    }),
  )
  const page = await fetch(links[0] ?? '')
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<form method="post">/)
  assert.match(page.headers.get('content-security-policy') ?? '', /style-src 'self'; font-src 'self'/)
  const [, id = ''] = /\/stop\/([^.]+)\./.exec(links[0] ?? '') ?? []
  for (const token of ['x', `${id}.x`, `${id}.`, `.${id}`, `${id}.${'A'.repeat(43)}`, '%00', 'é.é'])
    for (const method of ['GET', 'POST'])
      assert.equal((await fetch(`${shop.url}/reminders/stop/${token}`, { method })).status, 404, `${method} ${token}`)
  assert.equal((await stopped()).length, 0)
  const byButton = await shop.visitor().submit(await shop.visitor().form(links[0] ?? ''), {})
  assert.equal(byButton.status, 200)
  assert.match(await byButton.text(), /You will get no more reminders/)
  const oneClick = await fetch(links[1] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  assert.equal(oneClick.status, 200)
  assert.equal((await stopped()).length, 2)
  // RFC 8058 allows both: https://www.rfc-editor.org/rfc/rfc8058#section-3.1
  const parts = new FormData()
  parts.set('List-Unsubscribe', 'One-Click')
  assert.equal((await fetch(links[2] ?? '', { method: 'POST', body: parts })).status, 200)
  assert.equal((await stopped()).length, 3)
  await shop.advanceTo('2026-12-19T12:00:00Z')
  for (const { email } of people) assert.equal((await subjectsTo(shop, email)).length, 1)
  await shop.stop()
})

test('reminders that were not sent yet, failed or were sent earlier do not reach a person who has unsubscribed since', async () => {
  const shop = await givenAShop(noon)
  const { email } = await givenATrialUser(shop)
  const id = await idOf(shop, email)
  await shop.advanceTo('2026-12-14T00:00:00Z')
  const administrator = await givenAnAdministrator(shop)
  const { text } = await shop.mailTo(email, 'ends on')
  const stop = /https?:\S+\/reminders\/stop\/\S+/.exec(text)?.[0] ?? ''
  const [sent] = await shop.sql<{ id: string }>(
    "select id from activities where subscriber_id = $1 and data ->> 'kind' = 'trial-reminder'",
    [id],
  )
  const again = () => act(administrator, `/api/v1/mails/send-again/${sent?.id}`, {})
  assert.equal((await again()).status, 204)
  await shop.catchUp()
  const waiting = await givenAnUndeliveredMail(shop, { to: email, subscriber: id, state: 'waiting', stop })
  const failed = await givenAnUndeliveredMail(shop, { to: email, subscriber: id, stop })
  const other = await givenAnUndeliveredMail(shop, { to: email, subscriber: id })
  assert.equal((await fetch(stop, { method: 'POST' })).status, 200)
  const refused = await again()
  assert.equal(refused.status, 409)
  assert.match(refused.message, /has unsubscribed from reminders/)
  assert.equal((await act(administrator, `/api/v1/mails/retry/${failed}`, {})).status, 404)
  const left = await shop.sql<{ id: string }>('select id from jobs where id = any($1)', [[waiting, failed, other]])
  assert.deepEqual(left, [{ id: other }])
  await shop.stop()
})

test('a person who unsubscribes while reminders are being written gets none', async () => {
  const shop = await givenAShop(noon)
  const { email } = await givenATrialUser(shop)
  const unsubscribe = 'update subscribers set reminders_stopped_at = registered_at where email = $1'
  await whileLocked(shop, unsubscribe, email, () => shop.advanceTo('2026-12-14T00:00:00Z'))
  assert.deepEqual(await subjectsTo(shop, email), [])
  await shop.stop()
})
