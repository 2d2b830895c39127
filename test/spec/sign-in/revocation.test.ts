import assert from 'node:assert/strict'
import { test } from 'vitest'
import { idOf, read } from '../../support/admin/admin-page.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, password, signIn, whoIs } from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop()

/** The person whose sign-in waits, and their credentials. */
type Person = { email: string; password: string; signedIn: TestVisitor }

async function send(visitor: TestVisitor, address: string, fields: Record<string, string>): Promise<string> {
  const answer = await visitor.send(address, fields)
  assert.equal(answer.status, 303)
  return new URL(answer.headers.get('location') ?? '', shop.url).href
}

async function answerForm(visitor: TestVisitor, person: Person): Promise<string> {
  const { address, fields } = await visitor.form('/api/v1/login?redirect_url=/')
  return send(visitor, address, { ...fields, email: person.email, password: person.password })
}

/** Requests a password link and uses it to choose the tests' password; returns the target of the redirect. */
async function choosePassword(visitor: TestVisitor, person: Person): Promise<string> {
  const before = new Set((await shop.mails()).map(({ id }) => id))
  const asked = await visitor.form('/identity/forgotten')
  await visitor.submit(asked, { email: person.email })
  await shop.catchUp()
  const fresh = (await shop.mails()).filter(({ id, to }) => !before.has(id) && to.includes(person.email))
  const [link] = fresh.flatMap(({ text }) => /https?:\/\/\S+\/identity\/reset\S+/.exec(text) ?? [])
  assert.ok(link, 'a mail with a link')
  const { address, fields } = await visitor.form(link)
  return send(visitor, address, { ...fields, password: person.password })
}

/**
 * The stages at which a sign-in can be unfinished. Each function returns the address that finishes it. The first one sets
 * the password, which ends the others.
 */
const waiting: Record<string, (visitor: TestVisitor, person: Person) => Promise<string>> = {
  'a ticket issued': choosePassword,
  'the sign-in form answered': answerForm,
  async 'a code issued'(visitor, person) {
    let at = await answerForm(visitor, person)
    for (let hops = 0; hops < 5 && new URL(at).pathname !== '/sign-in/callback'; hops += 1)
      at = new URL((await visitor.get(at)).headers.get('location') ?? '', shop.url).href
    assert.equal(new URL(at).pathname, '/sign-in/callback')
    return at
  },
}

let passwords = 0

/** The acts that sign people out. */
const revocations: Record<string, { of: 'customer' | 'administrator'; revoke: (person: Person) => Promise<void> }> = {
  'a password reset': {
    of: 'customer',
    revoke: async (person) => {
      await choosePassword(shop.visitor(), { ...person, password: 'another one by the owner' })
    },
  },
  'sign-out everywhere': {
    of: 'customer',
    revoke: async ({ signedIn }) => {
      assert.equal((await signedIn.post('/api/v1/account/sign-out-everywhere')).status, 204)
    },
  },
  'an administrator’s sign-out': {
    of: 'customer',
    revoke: async ({ email }) => {
      const administrator = await givenAnAdministrator(shop)
      const id = await idOf(shop, email)
      assert.equal((await administrator.post(`/api/v1/subscribers/${id}/sign-out`)).status, 204)
      const [line] = await read<{ by: string; subscriberId: string }[]>(administrator, '/api/v1/audit?act=sign-out')
      assert.deepEqual([line?.by, line?.subscriberId], ['admin@shop.example', id])
      const again = shop.visitor()
      await signIn(again, email, password)
      assert.equal(await whoIs(again), email, 'the password still works')
    },
  },
  'a changed ADMIN_PASSWORD': {
    of: 'administrator',
    revoke: () => shop.restart({ ADMIN_PASSWORD: `changed by the operator, ${(passwords += 1)}` }),
  },
}

for (const [what, { of, revoke }] of Object.entries(revocations))
  test(`${what} ends a sign-in at every stage, and the session that there was [10.10]`, async () => {
    const bystander = await aCustomer()
    const person = await (of === 'customer' ? aCustomer() : anAdministrator())
    const attackers: { stage: string; attacker: TestVisitor; next: string }[] = []
    for (const [stage, wait] of Object.entries(waiting)) {
      const attacker = shop.visitor()
      attackers.push({ stage, attacker, next: await wait(attacker, person) })
    }
    await signIn(person.signedIn, person.email, person.password)
    assert.equal(await whoIs(person.signedIn), person.email)
    await revoke(person)
    for (const { stage, attacker, next } of attackers) {
      await attacker.request(next, { headers: { accept: 'text/html' }, follow: true })
      assert.equal(await whoIs(attacker), null, stage)
      const { html } = await attacker.form('/api/v1/login?redirect_url=/')
      assert.match(html, /name="password"/, `the provider asks for the password: ${stage}`)
    }
    assert.equal(await whoIs(person.signedIn), null)
    assert.equal(await whoIs(bystander.signedIn), bystander.email)
  })

async function aCustomer(): Promise<Person> {
  const { visitor, email } = await givenATrialUser(shop)
  return { email, password, signedIn: visitor }
}

/** As if the operator had just configured them. */
async function anAdministrator(): Promise<Person> {
  const configured = `chosen by the operator, ${(passwords += 1)}`
  await shop.restart({ ADMIN_PASSWORD: configured })
  const signedIn = shop.visitor()
  await signIn(signedIn, 'admin@shop.example', configured)
  return { email: 'admin@shop.example', password: configured, signedIn }
}

test('a completed sign-in form is valid for a minute', async () => {
  const person = await aCustomer()
  const visitor = shop.visitor()
  const next = await answerForm(visitor, person)
  await shop.sql(
    "update identity_objects set expires_at = expires_at - interval '61 seconds' where kind = 'Interaction'",
  )
  await visitor.request(next, { headers: { accept: 'text/html' }, follow: true })
  assert.equal(await whoIs(visitor), null)
})

test('a sign-in that was not revoked continues', async () => {
  const person = await aCustomer()
  for (const wait of Object.values(waiting)) {
    const visitor = shop.visitor()
    await visitor.request(await wait(visitor, person), { headers: { accept: 'text/html' }, follow: true })
    assert.equal(await whoIs(visitor), person.email)
  }
})
