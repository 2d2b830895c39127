import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { act, everyRow, forget, idOf, read } from '../../support/admin/admin-page.ts'
import {
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  password,
  signIn,
  whoIs,
} from '../../support/given.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const administrator = await givenAnAdministrator(shop)

const fresh = () => `new.${crypto.randomUUID()}@northwind-bottling.example`

async function change(email: string, to: string): Promise<number> {
  const id = await idOf(shop, email)
  return (await act(administrator, `/api/v1/subscribers/${id}/email`, { email: to, comment: 'Asked by phone' })).status
}

/** Returns the link in the email to the new address. */
async function linkTo(email: string): Promise<string> {
  const { text } = await shop.mailTo(email, 'Confirm your new email address')
  return /https?:\/\/\S+(\/email-change\/\S+)/.exec(text)?.[1] ?? assert.fail(text)
}

/** Returns a link in an email to the current address. */
async function oldLink(email: string, what: 'agree' | 'cancel'): Promise<string> {
  const { text } = await shop.mailTo(email, 'Request to change your email address')
  return new RegExp(String.raw`https?://[^/\s]+(/email-change/${what}/\S+)`).exec(text)?.[1] ?? assert.fail(text)
}

/** Opens a link and presses its button. */
async function press(link: string): Promise<Response> {
  const visitor = shop.visitor()
  return visitor.submit(await visitor.form(link), {})
}

async function emailOf(id: string): Promise<string> {
  return (await read<{ email: string }>(administrator, `/api/v1/subscribers/${id}`)).email
}

/** Confirms the change from both addresses, so that it does not wait. */
async function changeNow(email: string, to: string): Promise<number> {
  assert.equal(await change(email, to), 200)
  assert.equal((await press(await oldLink(email, 'agree'))).status, 200)
  return (await press(await linkTo(to))).status
}

describe('a person’s new email address', () => {
  test('takes effect once its owner has confirmed it and the current one agreed: sessions end, and the old one no longer signs in [10.13]', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const to = fresh()
    const id = await idOf(shop, email)
    assert.equal(await change(email, to), 200)
    const before = await read<{ email: string; newEmail: string }>(administrator, `/api/v1/subscribers/${id}`)
    assert.deepEqual([before.email, before.newEmail], [email, to])
    const requested = await shop.mailTo(email, 'Request to change your email address')
    assert.ok(!requested.text.includes(to), 'the old address is not told the new one')

    const link = await linkTo(to)
    const agree = await oldLink(email, 'agree')
    assert.equal((await shop.visitor().form(link)).status, 200, 'opening it changes nothing')
    assert.equal((await shop.visitor().form(agree)).status, 200)
    assert.match(await (await press(link)).text(), /It takes effect on 21 November 2026/)
    assert.equal(await whoIs(visitor), email, 'confirmed, it waits')
    assert.equal((await press(agree)).status, 200)

    assert.equal(await whoIs(visitor), null, 'sessions have ended')
    await shop.mailTo(email, 'has changed')
    await signIn(visitor, to, password)
    assert.equal(await whoIs(visitor), to)
    assert.equal((await heldBy(visitor))[0]?.subscription.status, 'active')
    assert.equal((await shop.visitor().form(link)).status, 404, 'the link works once')
    assert.equal((await shop.visitor().form(agree)).status, 404)
    const old = shop.visitor()
    await signIn(old, email, password)
    assert.equal(await whoIs(old), null)
  })

  test('is cancelled by the current address: both links become invalid, and the timeline states it [10.13]', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const to = fresh()
    const id = await idOf(shop, email)
    await change(email, to)
    const link = await linkTo(to)
    await press(link)
    const cancel = await oldLink(email, 'cancel')
    assert.equal((await shop.visitor().form(cancel)).status, 200, 'opening it changes nothing')
    assert.match(await (await press(cancel)).text(), /The change is cancelled/)
    for (const over of [link, cancel, await oldLink(email, 'agree')])
      assert.equal((await shop.visitor().form(over)).status, 404, over)
    assert.equal(await whoIs(visitor), email, 'nobody is signed out')
    type Line = { kind: string; act?: string; by: string | null }
    const lines = await read<Line[]>(administrator, `/api/v1/subscribers/${id}/activity`)
    const [last] = lines.filter(({ kind }) => kind === 'act')
    assert.deepEqual([last?.act, last?.by], ['cancel-email-change', null])
  })

  test('replaces the first one if requested again: its links become invalid, and the current address is notified', async () => {
    const { email } = await givenATrialUser(shop)
    const [first, second] = [fresh(), fresh()]
    const id = await idOf(shop, email)
    await change(email, first)
    const links = [await linkTo(first), await oldLink(email, 'agree'), await oldLink(email, 'cancel')]
    await press(links[0] ?? '')
    await change(email, second)
    await shop.catchUp()
    const told = (await shop.mails()).filter(
      (mail) => mail.to.includes(email) && /Request to change your/.test(mail.subject),
    )
    assert.equal(told.length, 2)
    for (const link of links) assert.equal((await shop.visitor().form(link)).status, 404, link)
    assert.match(await (await press(await linkTo(second))).text(), /is confirmed/)
    assert.equal(await emailOf(id), email)
  })

  test('is refused if it is taken or the same, or the current one is not confirmed', async () => {
    const one = await givenATrialUser(shop)
    const other = await givenATrialUser(shop)
    assert.equal(await change(one.email, other.email), 409)
    assert.equal(await change(one.email, one.email.toUpperCase()), 409)
    assert.equal(await change(one.email, 'admin@shop.example'), 409)
    assert.equal(await change(one.email, 'no address'), 400)
    const pending = await givenARegistration(shop)
    assert.equal(await change(pending.email, fresh()), 409)
  })

  test('returns 409 and changes nothing if taken meanwhile; an unconfirmed registration gives it up', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const taken = fresh()
    await change(email, taken)
    await press(await oldLink(email, 'agree'))
    const link = await linkTo(taken)
    await givenATrialUser(shop, { email: taken })
    assert.equal((await press(link)).status, 409)
    assert.equal(await whoIs(visitor), email)
    const other = await givenATrialUser(shop)
    const squatted = fresh()
    await change(other.email, squatted)
    await press(await oldLink(other.email, 'agree'))
    const second = await linkTo(squatted)
    await givenARegistration(shop, { email: squatted })
    assert.equal((await press(second)).status, 200)
    assert.equal((await shop.sql('select 1 from subscribers where email = $1', [squatted])).length, 1)
  })

  test('is dropped if the person has got a role meanwhile', async () => {
    const { email } = await givenATrialUser(shop)
    const to = fresh()
    const id = await idOf(shop, email)
    await change(email, to)
    await press(await linkTo(to))
    await shop.sql("update identity_accounts set role = 'SUBSCRIPTION_SUPPORT' where email = $1", [email])
    assert.equal((await press(await oldLink(email, 'agree'))).status, 404)
    assert.equal(await emailOf(id), email)
  })

  test('is screened again: a personal address waits for approval', async () => {
    const { email } = await givenATrialUser(shop)
    const to = `jane.${crypto.randomUUID()}@gmail.com`
    const id = await idOf(shop, email)
    assert.equal(await changeNow(email, to), 200)
    const person = await read<{ email: string; dplStatus: string }>(administrator, `/api/v1/subscribers/${id}`)
    assert.deepEqual([person.email, person.dplStatus], [to, 'PENDING'])
  })

  test('changes once if one link is pressed twice concurrently', async () => {
    const { email } = await givenATrialUser(shop)
    const to = fresh()
    await change(email, to)
    await press(await oldLink(email, 'agree'))
    const link = await linkTo(to)
    const visitors = [shop.visitor(), shop.visitor()]
    const forms = await Promise.all(visitors.map((one) => one.form(link)))
    const answers = await Promise.all(visitors.map((one, at) => one.submit(forms[at] ?? assert.fail(), {})))
    assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['200', '404'])
  })

  test('requested by two people and confirmed at the same time goes to one, and the other gets 409', async () => {
    const to = fresh()
    const people = [await givenATrialUser(shop), await givenATrialUser(shop)]
    for (const { visitor } of people)
      assert.equal((await visitor.post('/api/v1/account/email', { email: to, password })).status, 204)
    await shop.catchUp()
    const mails = (await shop.mails()).filter((mail) => mail.to.includes(to))
    const links = mails.flatMap(({ text }) => /https?:\/\/\S+(\/email-change\/\S+)/.exec(text)?.[1] ?? [])
    assert.equal(links.length, 2)
    const visitors = [shop.visitor(), shop.visitor()]
    const forms = await Promise.all(visitors.map((one, at) => one.form(links[at] ?? '')))
    const answers = await Promise.all(visitors.map((one, at) => one.submit(forms[at] ?? assert.fail(), {})))
    assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['200', '409'])
  })

  test('leaves neither address once the person is erased, also while a change is waiting', async () => {
    for (const waits of [true, false]) {
      const { email } = await givenATrialUser(shop)
      const to = fresh()
      const id = await idOf(shop, email)
      if (waits) {
        await change(email, to)
        await press(await linkTo(to))
      } else assert.equal(await changeNow(email, to), 200)
      await shop.catchUp()
      assert.equal((await forget(administrator, id)).status, 204)
      await shop.catchUp()
      const rows = (await everyRow(shop)).filter((row) => row.includes(email) || row.includes(to))
      assert.deepEqual(rows, [])
    }
  })

  test('takes effect after 24 hours if the current address does nothing, when an unused link has expired [10.13]', async () => {
    const [confirmed, other] = [await givenATrialUser(shop), await givenATrialUser(shop)]
    const [to, unconfirmed] = [fresh(), fresh()]
    const id = await idOf(shop, confirmed.email)
    await change(confirmed.email, to)
    await change(other.email, unconfirmed)
    const link = await linkTo(unconfirmed)
    await press(await linkTo(to))
    await shop.advanceTo('2026-11-21T11:00:00Z')
    const visitor = shop.visitor()
    await signIn(visitor, confirmed.email, password)
    assert.equal(await whoIs(visitor), confirmed.email, 'until then one signs in with the current address')
    await shop.advanceTo('2026-11-22T12:00:00Z')
    assert.deepEqual(await shop.sql('select email from subscribers where id = $1', [id]), [{ email: to }])
    await signIn(visitor, to, password)
    assert.equal(await whoIs(visitor), to)
    assert.equal((await shop.visitor().form(link)).status, 404)
    assert.deepEqual(await shop.sql('select 1 from email_changes where subscriber_id = $1', [id]), [])
  })
})
