import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { administer } from '../../../server/app/cli/admins.ts'
import { readConfig } from '../../../server/app/config/config.ts'
import {
  activate,
  freePort,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  signIn,
  start,
  type GivenPerson,
} from '../../support/given.ts'
import { linesOf, settingsOf } from '../../support/command.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop()

const settings = {
  ...settingsOf(shop),
  ADMIN_EMAIL: 'admin@shop.example',
  ADMIN_PASSWORD: 'the administrator of the tests',
}

/** Runs the operator's command beside the running shop, and returns its output. */
async function administrators(...args: string[]): Promise<string> {
  const lines = await linesOf(settings, (config, print) => administer(args, config, print))
  return lines.join('\n')
}

/**
 * Returns what a visitor's session may do in the admin area: a reading call, a changing call, a page, and the role that
 * the shop reports.
 */
async function at(visitor: TestVisitor): Promise<string> {
  const call = await visitor.get('/api/v1/audit')
  const change = await visitor.post('/api/v1/subscriptions/cancel/none', { comment: 'because' })
  const page = await visitor.get('/administration/users')
  const { user } = (await (await visitor.get('/api/v1/users/userinfo')).json()) as { user: { role: string | null } }
  return [call.status, change.status, page.status, page.headers.get('location') ?? 'shown', user.role].join(' ')
}

const inside = '200 404 200 shown SUBSCRIPTION_ADMIN'
const outside = '403 403 302 /forbidden '

const subjectOf = async ({ email }: Pick<GivenPerson, 'email'>) =>
  (await shop.sql<{ id: string }>('select id from identity_accounts where email = $1', [email]))[0]?.id ??
  assert.fail(email)

describe('the role', () => {
  test('granted or revoked during a session applies from the next request on, with a line in the audit for each change [6.3]', async () => {
    const person = await givenATrialUser(shop)
    const { visitor, email } = person
    const subject = await subjectOf(person)
    assert.equal(await at(visitor), outside)
    assert.equal(await administrators('add', email.toUpperCase()), `${email.toUpperCase()} is an administrator now.`)
    await administrators('add', email)
    assert.equal(await at(visitor), inside)
    assert.match(await administrators('list'), new RegExp(`^${email}$`, 'm'))
    const other = shop.visitor()
    await signIn(other, email)
    assert.equal(await administrators('remove', email), `${email} no longer has a role.`)
    assert.deepEqual([await at(visitor), await at(other)], [outside, outside])
    // The role given at sign-in remains stored, but has no effect.
    assert.deepEqual(await shop.sql('select role from accounts where email = $1', [email]), [
      { role: 'SUBSCRIPTION_ADMIN' },
    ])
    assert.equal((await visitor.get('/api/v1/subscriptions/user')).status, 200, 'the session itself goes on')
    const [row] = await shop.sql<{ id: string }>('select id from subscribers where email = $1', [email])
    const admin = await givenAnAdministrator(shop)
    const lines = (await (await admin.get('/api/v1/audit')).json()) as Record<string, unknown>[]
    const role = { field: 'role', before: '', after: 'SUBSCRIPTION_ADMIN' }
    const lower = (address: unknown) => String(address).toLowerCase()
    assert.deepEqual(
      lines
        .filter(({ account }) => account === subject)
        .map(({ by, act, subscriberId, accountEmail, changes }) => [
          by,
          act,
          subscriberId,
          lower(accountEmail),
          changes,
        ]),
      [
        ['operator', 'take-role', row?.id, email, [{ ...role, before: role.after, after: '' }]],
        ['operator', 'give-role', row?.id, email, [role]],
      ],
    )
    await administrators('add', email)
    assert.equal(await at(visitor), inside)
    await shop.sql('delete from identity_accounts where email = $1', [email])
    assert.equal(await at(visitor), outside, 'nor does it outlive the account')
  })

  test('is that of an administrator by its exact word only', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    for (const [role, seen] of [
      ['subscription_admin', inside],
      ['SUBSCRIPTION_ADMIN ', outside],
      ['SUBSCRIPTİON_ADMIN', outside],
    ] as const) {
      await shop.sql('update identity_accounts set role = $1 where email = $2', [role, email])
      assert.equal(await at(visitor), seen, role)
    }
  })

  test('of a person without an account is granted by an invitation, at activation', async () => {
    const email = 'newcomer@northwind-bottling.example'
    assert.match(await administrators('add', email), /An activation email will be sent/)
    assert.match(await administrators('list'), /newcomer@\S+ \(invited, not activated yet\)/)
    const visitor = shop.visitor()
    await activate(shop, visitor, email)
    assert.equal(await at(visitor), inside)
  })

  test('granted by another issuer no longer applies', async () => {
    const visitor = await givenAnAdministrator(shop)
    assert.equal(await at(visitor), inside)
    const set = (issuer: string) =>
      shop.sql(`update accounts set issuer = $1 where email = 'admin@shop.example'`, [issuer])
    await set('https://elsewhere.example')
    assert.equal(await at(visitor), outside)
    await set(`${shop.url}/identity`)
    assert.equal(await at(visitor), inside)
  })
})

describe('ADMIN_EMAIL', () => {
  test('if changed, adds an administrator; the former one stays until removed, and the start reports it', async () => {
    const before = await givenAnAdministrator(shop)
    shop.said.length = 0
    await shop.restart({ ADMIN_EMAIL: 'second@shop.example', ADMIN_PASSWORD: 'another password of the tests' })
    assert.equal(await at(before), inside)
    assert.match(
      shop.said.join('\n'),
      /Administrator: second@shop\.example \(and \d others: npm run administrators -- list\)/,
    )
    const visitor = shop.visitor()
    await signIn(visitor, 'second@shop.example', 'another password of the tests')
    assert.equal(await at(visitor), inside)
    assert.match(await administrators('remove', 'admin@shop.example'), /ADMIN_EMAIL is set to this address/)
    assert.equal(await at(before), outside)
    await shop.restart()
    assert.equal(await at(await givenAnAdministrator(shop)), inside)
  })
})

describe('the command', () => {
  test('prints its usage for unknown or missing arguments, and changes nothing', async () => {
    for (const args of [
      ['list', '--nope'],
      ['list', 'x@y.example'],
      ['add'],
      ['remove'],
      ['add', 'a@b.example', 'c@d.example'],
      ['grant', 'a@b.example'],
    ])
      await assert.rejects(administrators(...args), /npm run administrators -- add jane@example\.com/)
    await assert.rejects(administrators('add', 'nobody'), /Email address is not valid: nobody/)
    assert.match(await administrators(), /npm run administrators -- add jane@example\.com/)
    await assert.rejects(administrators('remove', 'nobody@nowhere.example'), {
      message: 'nobody@nowhere.example had no role.',
    })
    await assert.rejects(administrators('reset-factors', 'nobody@nowhere.example'), {
      message: 'nobody@nowhere.example has no second factor.',
    })
  })

  test('reports what the next start does if it leaves no administrator', async () => {
    const all = (await administrators('list')).split('\n').map((line) => line.split(' ')[0] ?? '')
    const said = []
    for (const email of all) said.push(await administrators('remove', email))
    assert.match(said.at(-1) ?? '', /There are no administrators now\. The next start creates one/)
    assert.equal(await administrators('list'), 'There are no administrators.')
    await shop.restart()
    assert.equal(await at(await givenAnAdministrator(shop)), inside)
  })

  test('works on the embedded database, with the shop running or stopped', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tillhouse-role-'))
    const { ADMIN_EMAIL, ADMIN_PASSWORD } = settings
    const config = readConfig({ DATA_DIR: dataDir, PORT: String(await freePort()), ADMIN_EMAIL, ADMIN_PASSWORD })
    const silent = () => undefined
    const list = async () => {
      const said: string[] = []
      await administer(['list'], config, (line) => void said.push(line))
      return said
    }
    try {
      await assert.rejects(list(), /There is no database in \S+ yet: start the server once/)
      const running = await start(config, silent, { write: silent })
      try {
        assert.deepEqual(await list(), [ADMIN_EMAIL])
      } finally {
        await running.stop()
      }
      assert.deepEqual(await list(), [ADMIN_EMAIL])
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  test('refers the operator to the identity provider if another one signs people in', async () => {
    const elsewhere = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'x' }
    await assert.rejects(
      administer(['list'], readConfig({ ...settings, ...elsewhere }), () => undefined),
      /Another identity provider is configured/,
    )
  })
})
