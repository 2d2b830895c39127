import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { atTheHour, givenARegistration, givenAShop, givenATrialUser, type TestShop } from '../../support/given.ts'
import type { TestVisitor } from '../../support/visitor.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop: TestShop = await givenAShop()
const known = await givenATrialUser(shop, { email: 'Known.Person@northwind-bottling.example' })

const search = (address: string, visitor: TestVisitor = shop.visitor()) =>
  visitor.get(`/api/v1/users/search/${encodeURIComponent(address)}`)

describe('GET /api/v1/users/search/{email}', () => {
  test('returns 200 for a known address, in any letter case [7.10]', async () => {
    for (const address of [known.email, known.email.toUpperCase(), known.email.toLowerCase()])
      assert.equal((await search(address)).status, 200, address)
  })

  test('returns the same 404 for an unknown address and for an unconfirmed one', async () => {
    const { email } = await givenARegistration(shop)
    for (const address of ['nobody@example.com', email]) {
      const answer = await search(address)
      const { message } = (await answer.json()) as { message: string }
      assert.deepEqual([answer.status, message], [404, 'Not found.'])
    }
  })

  test('returns 404 for an invalid address, without a search', async () => {
    const odd = [
      '%',
      '%%',
      'a@b',
      '../../etc/passwd',
      'x/y',
      '\u0000',
      `${known.email}\u0000`,
      ` ${known.email}x`,
      "' or 1=1 --",
      `${'x'.repeat(300)}@a.de`,
      '\u{1f600}@\u{1f600}.com',
      '*',
      `${known.email},a@b.de`,
      '__proto__',
    ]
    await unchanged(shop, async () => {
      for (const address of odd) assert.equal((await search(address)).status, 404, address)
    })
  })

  test('rejects an unreadable or too long address without a server error', async () => {
    const paths: [string, number][] = [
      ['%E0%A4%A', 400],
      ['%ff%fe', 400],
      ['%', 400],
      ['a%2540b.de', 404],
      ['', 404],
      ['x'.repeat(450), 404],
      ['x'.repeat(900), 404],
      ['%41'.repeat(450), 404],
      ['x'.repeat(3000), 414],
    ]
    for (const [path, status] of paths) {
      const answer = await shop.visitor().get(`/api/v1/users/search/${path}`)
      assert.equal(answer.status, status, path.slice(0, 20))
      assert.equal(typeof ((await answer.json()) as { message: unknown }).message, 'string')
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
  test('returns no result beyond the budget of a visitor and of an address, and 429 far beyond it [7.10]', async () => {
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
    const many = await Promise.all(Array.from({ length: 270 }, () => ask(strict.visitor())))
    assert.deepEqual(new Set(many), new Set([404, 429]))
    const refused = await search(email, strict.visitor())
    assert.deepEqual(
      [refused.status, ((await refused.json()) as { message: string }).message],
      [429, 'Too many requests. Please try again later.'],
    )
  })
})
