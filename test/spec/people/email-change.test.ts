import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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

/** The link that the new address gets. */
async function linkTo(email: string): Promise<string> {
  const { text } = await shop.mailTo(email, 'Confirm your new email address')
  return /https?:\/\/\S+(\/email-change\/\S+)/.exec(text)?.[1] ?? assert.fail(text)
}

describe('another email address', () => {
  test('holds once its owner has proved it: sessions end, the old address is told twice and no longer signs in', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const to = fresh()
    const id = await idOf(shop, email)
    assert.equal(await change(email, to), 200)
    const before = await read<{ email: string; newEmail: string }>(administrator, `/api/v1/subscribers/${id}`)
    assert.deepEqual([before.email, before.newEmail], [email, to])
    const requested = await shop.mailTo(email, 'A change of your email address')
    assert.ok(!requested.text.includes(to), 'the old address is not told the new one')

    const link = await linkTo(to)
    const stranger = shop.visitor()
    assert.equal((await stranger.form(link)).status, 200, 'opening it changes nothing')
    assert.equal(await whoIs(visitor), email)
    const done = await stranger.submit(await stranger.form(link), {})
    assert.equal(done.status, 200)

    assert.equal(await whoIs(visitor), null, 'sessions have ended')
    await shop.mailTo(email, 'has changed')
    await signIn(visitor, to, password)
    assert.equal(await whoIs(visitor), to)
    assert.equal((await heldBy(visitor))[0]?.subscription.status, 'active')
    assert.equal((await stranger.form(link)).status, 404, 'the link works once')
    const old = shop.visitor()
    await signIn(old, email, password)
    assert.equal(await whoIs(old), null)
  })

  test('is refused where it is known, the same, or the present one is not confirmed', async () => {
    const one = await givenATrialUser(shop)
    const other = await givenATrialUser(shop)
    assert.equal(await change(one.email, other.email), 409)
    assert.equal(await change(one.email, one.email.toUpperCase()), 409)
    assert.equal(await change(one.email, 'admin@shop.example'), 409)
    assert.equal(await change(one.email, 'no address'), 400)
    const pending = await givenARegistration(shop)
    assert.equal(await change(pending.email, fresh()), 409)
  })

  test('known meanwhile changes nothing; a registration that nobody confirmed makes way', async () => {
    const { email } = await givenATrialUser(shop)
    const taken = fresh()
    await change(email, taken)
    const link = await linkTo(taken)
    await givenATrialUser(shop, { email: taken })
    const visitor = shop.visitor()
    assert.equal((await visitor.submit({ ...(await visitor.form(link)), address: shop.url + link }, {})).status, 404)
    const squatted = fresh()
    await change(email, squatted)
    const second = await linkTo(squatted)
    await givenARegistration(shop, { email: squatted })
    assert.equal((await visitor.submit(await visitor.form(second), {})).status, 200)
    assert.equal((await shop.sql('select 1 from subscribers where email = $1', [squatted])).length, 1)
  })

  test('is screened again: a personal address waits for approval', async () => {
    const { email } = await givenATrialUser(shop)
    const to = `jane.${crypto.randomUUID()}@gmail.com`
    const id = await idOf(shop, email)
    await change(email, to)
    const visitor = shop.visitor()
    await visitor.submit(await visitor.form(await linkTo(to)), {})
    const person = await read<{ email: string; dplStatus: string }>(administrator, `/api/v1/subscribers/${id}`)
    assert.deepEqual([person.email, person.dplStatus], [to, 'PENDING'])
  })

  test('of one link, two presses at once change it once', async () => {
    const { email } = await givenATrialUser(shop)
    const to = fresh()
    await change(email, to)
    const link = await linkTo(to)
    const visitors = [shop.visitor(), shop.visitor()]
    const forms = await Promise.all(visitors.map((one) => one.form(link)))
    const answers = await Promise.all(visitors.map((one, at) => one.submit(forms[at] ?? assert.fail(), {})))
    assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['200', '404'])
  })

  test('leaves nothing of either address once the person is erased', async () => {
    const { email } = await givenATrialUser(shop)
    const to = fresh()
    const id = await idOf(shop, email)
    await change(email, to)
    const visitor = shop.visitor()
    await visitor.submit(await visitor.form(await linkTo(to)), {})
    await shop.catchUp()
    assert.equal((await forget(administrator, id)).status, 204)
    await shop.catchUp()
    const rows = (await everyRow(shop)).filter((row) => row.includes(email) || row.includes(to))
    assert.deepEqual(rows, [])
  })

  test('is not changed by a link after 24 hours', async () => {
    const { email } = await givenATrialUser(shop)
    const to = fresh()
    await change(email, to)
    const link = await linkTo(to)
    await shop.advanceTo('2026-11-22T12:00:00Z')
    assert.equal((await shop.visitor().form(link)).status, 404)
  })
})
