import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { act, idOf } from '../../support/admin/admin-page.ts'
import {
  givenAColleague,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  givenSupport,
  password,
  signIn,
  whoIs,
} from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

/* Each test is an attack: the attacker has a mailbox of their own, and tries to get the account of another person. */

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const administrator = await givenAnAdministrator(shop)
const support = await givenSupport(shop)

const mailbox = () => `attacker.${crypto.randomUUID()}@elsewhere.example`

async function linkIn(email: string, subject: string, path: string): Promise<string> {
  const { text } = await shop.mailTo(email, subject)
  return new RegExp(String.raw`https?://[^/\s]+(/${path}\S+)`).exec(text)?.[1] ?? assert.fail(text)
}

/** Confirms a change of address from the new mailbox, requests a password there, and reads the owner's data. */
async function takeOver(mail: string): Promise<string> {
  const attacker = shop.visitor()
  await attacker.submit(await attacker.form(await linkIn(mail, 'Confirm your new email address', 'email-change/')), {})
  await attacker.submit(await attacker.form('/identity/forgotten'), { email: mail })
  await shop.catchUp()
  const sent = await shop.sql("select 1 from identity_links where kind = 'reset'")
  if (sent.length === 0) return 'no password link'
  const reset = await linkIn(mail, 'new password', 'identity/reset')
  await attacker.submit(await attacker.form(reset), { password: 'a password of the attacker' })
  return `export ${(await attacker.get('/api/v1/account/export')).status}`
}

describe('the address of another person', () => {
  test('cannot be changed by support: 403', async () => {
    const { email } = await givenATrialUser(shop)
    const mail = mailbox()
    const { status } = await act(support, `/api/v1/subscribers/${await idOf(shop, email)}/email`, {
      email: mail,
      comment: 'Asked by phone',
    })
    assert.equal(status === 200 ? await takeOver(mail) : status, 403)
  })

  test('stays for a day although an administrator requested a change and the new mailbox confirmed it: no password is sent there', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const mail = mailbox()
    const id = await idOf(shop, email)
    const asked = await act(administrator, `/api/v1/subscribers/${id}/email`, { email: mail, comment: 'By phone' })
    assert.equal(asked.status, 200)
    assert.equal(await takeOver(mail), 'no password link')
    assert.equal(await whoIs(visitor), email)
  })

  test('cannot be changed by an administrator if the account has a role: 409', async () => {
    for (const role of ['SUBSCRIPTION_ADMIN', 'SUBSCRIPTION_SUPPORT']) {
      const { email } = await givenATrialUser(shop)
      await shop.sql('update identity_accounts set role = $2 where email = $1', [email, role])
      const colleague = await givenAColleague(shop, 'SUBSCRIPTION_ADMIN')
      const id = await idOf(shop, email)
      const asked = await act(colleague, `/api/v1/subscribers/${id}/email`, { email: mailbox(), comment: 'By phone' })
      assert.equal(asked.status, 409, role)
    }
  })
})

test('a copied session alone cannot change the address, because the password is required', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const thief: TestVisitor = shop.visitor()
  for (const [name, value] of visitor.cookies) thief.cookies.set(name, value)
  const mail = mailbox()
  const answer = await thief.post('/api/v1/account/email', { email: mail })
  assert.equal(answer.status === 204 ? await takeOver(mail) : answer.status, 400)
  const wrong = await thief.post('/api/v1/account/email', { email: mail, password: 'not the password' })
  assert.equal(wrong.status, 403)
  await signIn(shop.visitor(), email, password)
})
