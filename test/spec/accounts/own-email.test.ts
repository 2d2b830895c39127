import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
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
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const administrator = await givenAnAdministrator(shop)

const fresh = () => `new.${crypto.randomUUID()}@northwind-bottling.example`
const ask = async (visitor: TestVisitor, email: string) => visitor.post('/api/v1/account/email', { email, password })
const newEmail = async (visitor: TestVisitor) =>
  (await read<{ newEmail: string | null }>(visitor, '/api/v1/account/settings')).newEmail

async function linkTo(email: string, from = shop): Promise<string> {
  const { text } = await from.mailTo(email, 'Confirm your new email address')
  return /https?:\/\/\S+(\/email-change\/\S+)/.exec(text)?.[1] ?? assert.fail(text)
}

/** Returns the cancel link of an email to an old address. */
async function linkIn(email: string, subject: string, from = shop): Promise<string> {
  const { text } = await from.mailTo(email, subject)
  return /https?:\/\/[^/\s]+(\/email-change\/cancel\/\S+)/.exec(text)?.[1] ?? assert.fail(text)
}

/** Opens a link and presses its button. */
async function press(link: string, at = shop): Promise<Response> {
  const visitor = at.visitor()
  return visitor.submit(await visitor.form(link), {})
}

/** Creates a person who got a role after they changed their address. `back` presses the link of the old one. */
async function givenAMovedAgent(at: typeof shop) {
  const { visitor, email } = await givenATrialUser(at)
  const to = fresh()
  await ask(visitor, to)
  assert.equal((await press(await linkTo(to, at), at)).status, 200)
  await at.sql("update identity_accounts set role = 'SUBSCRIPTION_SUPPORT' where email = $1", [to])
  return { email, to, back: async () => press(await linkIn(email, 'has changed', at), at) }
}

async function rolesAndActs(at: typeof shop, email: string) {
  const [account] = await at.sql<{ role: string | null }>('select role from identity_accounts where email = $1', [
    email,
  ])
  const lines = await at.sql<{ act: string; by: string }>(
    'select a.act, a."by" from audit a join subscribers s on s.id = a.subscriber_id where s.email = $1 order by act',
    [email],
  )
  return { role: account?.role, acts: lines.map(({ act, by }) => `${act} ${by}`) }
}

describe('a person’s own email address', () => {
  test('does not change to that of a colleague who is invited meanwhile', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const to = fresh()
    assert.equal((await ask(visitor, to)).status, 204)
    const invitation = { email: to, role: 'SUBSCRIPTION_SUPPORT', language: 'en' }
    assert.equal((await administrator.post('/api/v1/settings/team', invitation)).status, 204)
    assert.equal((await press(await linkTo(to))).status, 409)
    assert.equal(await whoIs(visitor), email)
    assert.deepEqual(await shop.sql('select role, activated_at from identity_accounts where email = $1', [to]), [
      { role: 'SUBSCRIPTION_SUPPORT', activated_at: null },
    ])
  })

  test('changes once the new one is confirmed; the old one is notified, and the timeline names the author [10.32]', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    const to = fresh()
    assert.equal((await ask(visitor, to)).status, 204)
    assert.equal(await newEmail(visitor), to)
    assert.equal(await whoIs(visitor), email, 'nothing changes before')
    const told = await shop.mailTo(email, 'Request to change your email address')
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

  test('changes only with the password: a wrong or missing one changes nothing, and too many attempts are rejected, as are too many changes an hour [10.32]', async () => {
    const strict = await givenAShop({ RATE_LIMIT_FACTOR: '0.2', ...atTheHour })
    const { visitor, email } = await givenATrialUser(strict)
    const missing = await visitor.post('/api/v1/account/email', { email: fresh() })
    assert.equal(missing.status, 400)
    const statuses: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await visitor.post('/api/v1/account/email', { email: fresh(), password: 'not the password' })
      statuses.push(answer.status)
      if (turn === 0)
        assert.deepEqual(((await answer.json()) as { errors: unknown }).errors, [
          { field: 'password', code: 'WRONG_PASSWORD', message: 'The password is wrong' },
        ])
    }
    assert.deepEqual(statuses, [403, 403, 429])
    assert.equal(await newEmail(visitor), null)
    assert.equal(await whoIs(visitor), email)
    const { visitor: other } = await givenATrialUser(strict)
    const changes: number[] = []
    for (let turn = 0; turn < 3; turn += 1) changes.push((await ask(other, fresh())).status)
    assert.deepEqual(changes, [204, 204, 429])
  })

  test('is restored by the link in the old mailbox: sessions and the password end, and the link works once [10.32]', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const [to, further] = [fresh(), fresh()]
    await ask(visitor, to)
    assert.equal((await press(await linkTo(to))).status, 200)
    const thief = shop.visitor()
    await signIn(thief, to, password)
    await ask(thief, further)
    assert.equal((await press(await linkTo(further))).status, 200)
    await signIn(thief, further, password)
    assert.equal(await whoIs(thief), further)

    const [first, second] = await Promise.all(
      ['Request to change your email address', 'has changed'].map((subject) => linkIn(email, subject)),
    )
    const later = await linkIn(to, 'has changed')
    assert.equal((await shop.visitor().form(second ?? '')).status, 200, 'opening it changes nothing')
    assert.equal(await whoIs(thief), further)
    assert.match(await (await press(second ?? '')).text(), /Your account has this address/)
    assert.equal(await whoIs(thief), null)
    for (const over of [first, second, later]) {
      const page = await shop.visitor().form(over ?? '')
      assert.equal(page.status, 404, 'no later link undoes it')
      assert.match(page.html, /If you did not ask for the change, write to support@/)
    }
    for (const address of [email, to, further]) {
      await signIn(thief, address, password)
      assert.equal(await whoIs(thief), null, 'the password no longer works')
    }
    const told = await shop.mailTo(further, 'was cancelled')
    assert.match(
      told.text,
      /You can no longer sign in with the address this email was sent to/,
      'the address that loses the account is told',
    )
    assert.ok(!told.text.includes(email))
    const { text } = await shop.mailTo(email, 'new password')
    assert.match(text, /Your previous password no longer works/)
    assert.doesNotMatch(text, /ignore this email/)
    const reset = /https?:\/\/[^/\s]+(\/identity\/reset\S+)/.exec(text)?.[1] ?? assert.fail(text)
    const owner = shop.visitor()
    await owner.submit(await owner.form(reset), { password: 'a password of the owner' })
    assert.equal(await whoIs(owner), email)
  })

  test('is restored with the role only if a second factor protects it, with lines in the audit', async () => {
    const strict = await givenAShop({ ADMIN_MFA: 'required', ...atTheHour })
    for (const at of [shop, strict]) {
      const { email, back } = await givenAMovedAgent(at)
      assert.match(await (await back()).text(), /Your role in the admin area has ended/)
      assert.deepEqual(await rolesAndActs(at, email), { role: null, acts: ['change-email system', 'take-role system'] })
    }
    const { email, to, back } = await givenAMovedAgent(strict)
    await strict.sql(
      `insert into identity_factors (id, account_id, kind, sealed, counter, added_at)
       select gen_random_uuid(), id, 'authenticator', 'sealed', 0, activated_at from identity_accounts where email = $1`,
      [to],
    )
    assert.match(await (await back()).text(), /We have sent you a link to set a new password. If it/)
    assert.deepEqual(await rolesAndActs(strict, email), { role: 'SUBSCRIPTION_SUPPORT', acts: ['change-email system'] })
  })

  test('is kept by the same link before the new one is confirmed, and the new link then expires', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const to = fresh()
    await ask(visitor, to)
    const link = await linkTo(to)
    assert.equal((await press(await linkIn(email, 'Request to change your email address'))).status, 200)
    assert.equal((await shop.visitor().form(link)).status, 404)
    assert.equal(await whoIs(visitor), null)
  })

  test('is not restored if another account has it by now: 409, and sessions and the password end', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const to = fresh()
    await ask(visitor, to)
    await press(await linkTo(to))
    const link = await linkIn(email, 'has changed')
    const other = await givenATrialUser(shop)
    await ask(other.visitor, email)
    await press(await linkTo(email))
    await signIn(visitor, to, password)
    assert.equal((await press(link)).status, 409)
    assert.equal(await whoIs(visitor), null)
    await signIn(visitor, to, password)
    assert.equal(await whoIs(visitor), null, 'the password no longer works')
    assert.equal(await whoIs(other.visitor), null)
    await signIn(other.visitor, email, password)
    assert.equal(await whoIs(other.visitor), email, 'the other account stays as it is')
    assert.match((await shop.mailTo(to, 'was cancelled')).text, /the password no longer works/)
  })

  test('is requested although another account has it: that account’s owner is emailed in their own language', async () => {
    const [one, other] = [await givenATrialUser(shop), await givenATrialUser(shop)]
    await shop.sql("update subscribers set language = 'de' where email = $1", [other.email])
    await ask(one.visitor, other.email)
    assert.match((await shop.mailTo(other.email, 'gibt es bereits ein Konto')).html, /<html lang="de">/)
  })

  test('is requested with the same response if the address has an account, and only that account’s owner learns of it; erasure leaves neither', async () => {
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
    assert.equal((await forget(administrator, await idOf(shop, one.email))).status, 204)
    await shop.catchUp()
    assert.deepEqual(
      (await everyRow(shop)).filter((row) => row.includes(one.email) || row.includes(to)),
      [],
    )
  })

  test('stays as it is if the person changes the password or signs out everywhere before confirming a new one', async () => {
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

  test('is requested and rejected by a call and without scripts, also if it is the current one, and the form keeps the input', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const page = (fields: Record<string, string>) =>
      visitor.send('/account', { act: 'change-email', ...fields }, { origin: shop.url })
    const bad = await ask(visitor, 'nobody')
    assert.equal(bad.status, 400)
    assert.deepEqual(((await bad.json()) as { errors: unknown }).errors, [
      { field: 'email', code: 'INVALID_EMAIL', message: 'Email address is not valid' },
    ])
    assert.equal((await ask(visitor, email.toUpperCase())).status, 409)
    assert.equal(await newEmail(visitor), null)
    const wrong = await page({ email: 'jane at work', password })
    assert.equal(wrong.status, 400)
    const html = await wrong.text()
    assert.match(html, /Email address is not valid/)
    assert.match(html, /value="jane at work"/)
    const to = fresh()
    assert.equal((await page({ email: to, password })).status, 303)
    assert.equal(await newEmail(visitor), to)
  })

  test('cannot be restored after 7 days', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const to = fresh()
    await ask(visitor, to)
    await press(await linkTo(to))
    const link = await linkIn(email, 'has changed')
    await shop.advanceTo('2026-11-26T12:00:00Z')
    assert.equal((await shop.visitor().form(link)).status, 200)
    await shop.advanceTo('2026-11-28T12:00:00Z')
    assert.equal((await shop.visitor().form(link)).status, 404)
  })
})
