import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { everyRow, forget, idOf, read } from '../../support/admin/admin-page.ts'
import {
  atTheHour,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  password,
  signIn,
  whoIs,
} from '../../support/given.ts'
import type { TestVisitor } from '../../support/visitor.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const administrator = await givenAnAdministrator(shop)

const fresh = () => `new.${crypto.randomUUID()}@northwind-bottling.example`
const ask = async (visitor: TestVisitor, email: string) => visitor.post('/api/v1/account/email', { email })
const newEmail = async (visitor: TestVisitor) =>
  (await read<{ newEmail: string | null }>(visitor, '/api/v1/account/settings')).newEmail

async function linkTo(email: string): Promise<string> {
  const { text } = await shop.mailTo(email, 'Confirm your new email address')
  return /https?:\/\/\S+(\/email-change\/\S+)/.exec(text)?.[1] ?? assert.fail(text)
}

describe('one’s own email address', () => {
  test('changes once the new one is proved; the old one is told, and the timeline says who did it', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    const to = fresh()
    assert.equal((await ask(visitor, to)).status, 204)
    assert.equal(await newEmail(visitor), to)
    assert.equal(await whoIs(visitor), email, 'nothing changes before')
    const told = await shop.mailTo(email, 'A change of your email address')
    assert.match(told.text, /signed in to your account/)
    assert.ok(!told.text.includes(to))
    assert.match((await shop.mailTo(to)).text, /You asked to change/)

    const stranger = shop.visitor()
    assert.equal((await stranger.submit(await stranger.form(await linkTo(to)), {})).status, 200)
    assert.equal(await whoIs(visitor), null)
    await shop.mailTo(email, 'has changed')
    await signIn(visitor, to, password)
    assert.equal(await whoIs(visitor), to)
    type Line = { kind: string; act?: string; by: string | null }
    const lines = await read<Line[]>(administrator, `/api/v1/subscribers/${id}/activity`)
    assert.deepEqual(
      lines.flatMap(({ kind, act, by }) => (kind === 'act' ? [`${act} ${by}`] : [])),
      ['change-email null', 'request-email-change null'],
    )
    const audit = await shop.sql('select id from audit where subscriber_id = $1', [id])
    assert.equal(audit.length, 0, 'the audit is of administrators')
  })

  test('is answered alike for an address that has an account: its owner alone learns it', async () => {
    const [one, other] = [await givenATrialUser(shop), await givenATrialUser(shop)]
    assert.equal((await ask(one.visitor, other.email)).status, 204)
    assert.equal(await newEmail(one.visitor), other.email)
    const { text } = await shop.mailTo(other.email, 'already has an account')
    assert.doesNotMatch(text, /email-change\//)
    assert.ok(!text.includes(one.email))
    await shop.catchUp()
    const to = fresh()
    await ask(one.visitor, to)
    await shop.catchUp()
    type File = { activity: { to?: string }[] }
    const { activity } = await read<File>(one.visitor, '/api/v1/account/export')
    assert.ok(activity.some((line) => line.to === one.email))
    assert.ok(!activity.some((line) => line.to === other.email || line.to === to), 'nor does the export tell')
  })

  test('says at the field what is wrong, and that it is the present one', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const bad = await ask(visitor, 'nobody')
    assert.equal(bad.status, 400)
    assert.deepEqual(((await bad.json()) as { errors: unknown }).errors, [
      { field: 'email', message: 'Email address is not valid' },
    ])
    assert.equal((await ask(visitor, email.toUpperCase())).status, 409)
    assert.equal(await newEmail(visitor), null)
  })

  test('changing the password, or signing out everywhere, cancels a requested email address', async () => {
    for (const end of ['password', 'everywhere'] as const) {
      const { visitor, email } = await givenATrialUser(shop)
      const id = await idOf(shop, email)
      const to = fresh()
      await ask(visitor, to)
      const link = await linkTo(to)
      if (end === 'everywhere') assert.equal((await visitor.post('/api/v1/account/sign-out-everywhere')).status, 204)
      else {
        const form = await visitor.form('/identity/password?return_to=%2Faccount')
        assert.equal((await visitor.submit(form, { current: password, password: 'another long one' })).status, 200)
      }
      assert.deepEqual(await shop.sql('select 1 from email_changes where subscriber_id = $1', [id]), [], end)
      const stranger = shop.visitor()
      assert.match(await (await stranger.get(link)).text(), /This link does not work/, end)
      assert.equal(
        (await shop.sql<{ email: string }>('select email from subscribers where id = $1', [id]))[0]?.email,
        email,
      )
    }
  })

  test('is limited to ten requests an hour, whatever the addresses', async () => {
    const strict = await givenAShop({ RATE_LIMIT_FACTOR: '1', ...atTheHour })
    const { visitor } = await givenATrialUser(strict)
    const statuses: number[] = []
    for (let turn = 0; turn < 11; turn += 1) statuses.push((await ask(visitor, fresh())).status)
    assert.deepEqual(statuses, [...Array<number>(10).fill(204), 429])
  })

  test('leaves nothing of an address that was asked for once the person is erased', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const to = fresh()
    await ask(visitor, to)
    await shop.catchUp()
    assert.equal((await forget(administrator, await idOf(shop, email))).status, 204)
    await shop.catchUp()
    assert.deepEqual(
      (await everyRow(shop)).filter((row) => row.includes(email) || row.includes(to)),
      [],
    )
  })

  test('is asked for and refused without scripts, with what was typed', async () => {
    const { visitor } = await givenATrialUser(shop)
    const page = (body: Record<string, string>) =>
      visitor.request('/account', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
        body: new URLSearchParams({ _csrf: visitor.cookies.get('XSRF-TOKEN') ?? '', act: 'change-email', ...body }),
      })
    await visitor.get('/api/v1/users/userinfo')
    const wrong = await page({ email: 'jane at work' })
    assert.equal(wrong.status, 400)
    const html = await wrong.text()
    assert.match(html, /Email address is not valid/)
    assert.match(html, /value="jane at work"/)
    const to = fresh()
    assert.equal((await page({ email: to })).status, 303)
    assert.equal(await newEmail(visitor), to)
  })
})
