import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { callbackPath } from '../../../server/routes/sign-in.ts'
import { read } from '../../support/admin/admin-page.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, signIn, whoIs } from '../../support/given.ts'
import type { TestVisitor } from '../../support/visitor.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Session = { id: string; current: boolean; browser: string | null; began: string; lastSeen: string }
const sessionsOf = (visitor: TestVisitor) => read<Session[]>(visitor, '/api/v1/account/sessions')
const end = (visitor: TestVisitor, body: object) => visitor.post('/api/v1/account/sessions/end', body)

async function signedInAt(email: string): Promise<TestVisitor> {
  const visitor = shop.visitor()
  await signIn(visitor, email)
  return visitor
}

/** Returns whether a browser is signed in again without being asked for anything. */
async function returns(visitor: TestVisitor): Promise<boolean> {
  const begun = await visitor.get('/api/v1/login?redirect_url=/account')
  const answer = await visitor.get(begun.headers.get('location') ?? '')
  return new URL(answer.headers.get('location') ?? '', shop.url).pathname === callbackPath
}

describe('a person’s own sessions', () => {
  test('are listed for their owner only, with the current one marked', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    await givenATrialUser(shop)
    const other = await signedInAt(email)
    const sessions = await sessionsOf(visitor)
    assert.equal(sessions.length, 2)
    assert.equal(sessions.filter(({ current }) => current).length, 1)
    assert.ok(sessions.every(({ began, lastSeen }) => began <= lastSeen))
    assert.equal((await sessionsOf(other)).find(({ current }) => current)?.id, sessions.find((one) => !one.current)?.id)
    assert.equal((await sessionsOf(administrator)).length, 1)
  })

  test('end one by one, at the provider too, where that browser needs the password again [10.34]', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const other = await signedInAt(email)
    const id = (await sessionsOf(visitor)).find(({ current }) => !current)?.id
    assert.equal((await end(visitor, { id })).status, 204)
    assert.deepEqual([await whoIs(other), await whoIs(visitor)], [null, email])
    assert.deepEqual([await returns(other), (await sessionsOf(visitor)).length], [false, 1])
  })

  test('end all except the current one', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const others = [await signedInAt(email), await signedInAt(email)]
    assert.equal((await end(visitor, {})).status, 204)
    for (const other of others) assert.deepEqual([await whoIs(other), await returns(other)], [null, false])
    assert.equal(await whoIs(visitor), email)
    await shop.sql('delete from sessions where account_id in (select id from accounts where email = $1)', [email])
    assert.equal(await returns(visitor), true, 'the provider has kept its session')
  })

  test('return 404 for another person’s session, which stays', async () => {
    const [one, other] = [await givenATrialUser(shop), await givenATrialUser(shop)]
    const [theirs] = await sessionsOf(other.visitor)
    assert.equal((await end(one.visitor, { id: theirs?.id })).status, 404)
    assert.equal((await end(one.visitor, { id: 'nothing' })).status, 404)
    assert.equal(await whoIs(other.visitor), other.email)
  })

  test('include the current one, which its owner can end', async () => {
    const { visitor } = await givenATrialUser(shop)
    const [own] = await sessionsOf(visitor)
    assert.equal((await end(visitor, { id: own?.id })).status, 204)
    assert.deepEqual([await whoIs(visitor), await returns(visitor)], [null, false])
  })
})
