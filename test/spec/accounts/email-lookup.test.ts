import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import {
  atTheHour,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  type TestShop,
  aRegistration,
  signIn,
  whoIs,
} from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop: TestShop = await givenAShop()
const known = await givenATrialUser(shop, { email: 'Known.Person@northwind-bottling.example' })

const search = (address: string, visitor: TestVisitor = shop.visitor()) =>
  visitor.get(`/api/v1/users/search/${encodeURIComponent(address)}`)

describe('GET /api/v1/users/search/{email}', () => {
  test('returns 200 for a known address, in any letter case [7.10]', async () => {
    for (const address of [known.email, known.email.toUpperCase(), known.email.toLowerCase()])
      assert.equal((await search(address)).status, 200, address)
  })

  test('returns the same 404 for an unknown address, an unconfirmed one and an invalid one', async () => {
    const { email } = await givenARegistration(shop)
    for (const address of ['nobody@example.com', email, `${known.email}\u0000`, `${known.email},a@b.de`]) {
      const answer = await search(address)
      const { message } = (await answer.json()) as { message: string }
      assert.deepEqual([answer.status, message], [404, 'Not found.'])
    }
  })

  test('takes about as long for a known address as for an unknown one', async () => {
    const timeOf = async (address: string) => {
      const begun = performance.now()
      await search(address)
      return performance.now() - begun
    }
    const rounds: [number, number][] = []
    // The fastest of each is the best measure on a busy machine, which needs more rounds for a quiet moment.
    const quickest = (which: 0 | 1) => Math.min(...rounds.map((round) => round[which]))
    const apart = () => Math.abs(quickest(0) - quickest(1))
    while (rounds.length < 9 || (rounds.length < 90 && apart() >= 15))
      rounds.push([await timeOf(known.email), await timeOf('nobody@example.com')])
    assert.ok(quickest(0) >= 55 && quickest(1) >= 55, 'both wait for the fixed time')
    assert.ok(apart() < 15, `${quickest(0)} ms and ${quickest(1)} ms`)
  })
})

describe('looking up many addresses', () => {
  test('returns no result beyond the budget of a visitor and of an address [7.10]', async () => {
    const strict = await givenAShop({ RATE_LIMIT_FACTOR: '1', ...atTheHour })
    const { email } = await givenATrialUser(strict)
    const visitor = strict.visitor()
    await visitor.get('/api/v1/users/userinfo')
    const ask = async (who: TestVisitor) => (await search(email, who)).status
    const serialize = async (who: TestVisitor, times: number) => {
      const statuses: number[] = []
      for (let i = 0; i < times; i += 1) statuses.push(await ask(who))
      return statuses
    }
    assert.deepEqual(await serialize(visitor, 12), [...Array<number>(10).fill(200), 404, 404])
    const others = await Promise.all(
      [1, 2].map(async () => {
        const other = strict.visitor()
        await other.get('/api/v1/users/userinfo')
        return serialize(other, 10)
      }),
    )
    assert.equal(others.flat().filter((status) => status === 200).length, 18)
  })
})

test('a person who registered with a non-ASCII domain signs in with its ASCII form too, and has one account', async () => {
  const { email } = await givenATrialUser(shop, { email: 'jane@bücher-one.example' })
  for (const typed of ['Jane@xn--bcher-one-q9a.example', 'jane@BÜCHER-one.example']) {
    const visitor = shop.visitor()
    await signIn(visitor, typed)
    assert.equal(await whoIs(visitor), email)
    const again = aRegistration({ email: typed })
    await shop.visitor().post('/api/v1/users', again, { 'x-selected-product': 'analytics-trial' })
  }
  const accounts = await shop.sql("select email from identity_accounts where email ilike 'jane@%'")
  assert.deepEqual(accounts, [{ email }])
})
