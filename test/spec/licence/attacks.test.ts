import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'vitest'
import { atTheHour, givenAShop, givenATrialUser } from '../../support/given.ts'
import { assertRetryAfter } from '../../support/http/retry-after.ts'
import { createProgram } from '../../support/licence/program.ts'
import { givenAProgram } from '../../support/licence/given-program.ts'

const shop = await givenAShop(atTheHour)

const signedIn = () => givenAProgram(shop)

describe('a token of 5 MB', () => {
  it('is not read, neither in the body nor in the header', async () => {
    const { program } = await signedIn()
    const huge = `tlr_${'x'.repeat(5_000_000)}`
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'analytics', refresh_token: huge })
    const dpop = await program.proof('POST', '/licence/token')
    const inBody = await fetch(`${shop.url}/licence/token`, { method: 'POST', headers: { dpop }, body }).then(
      ({ status }) => status,
      // The server may close the connection before the whole body is sent.
      () => 413,
    )
    assert.equal(inBody, 413)
    const inHeader = await fetch(`${shop.url}/licence/me`, { headers: { authorization: `DPoP ${'x'.repeat(8000)}` } })
    assert.equal(inHeader.status, 401)
    assert.equal((await program.renew()).status, 200)
  })
})

describe('a program', () => {
  it('can request tokens 200 times in 15 minutes, whatever programs with other keys do, and codes and checks 120 times an hour from one network', async () => {
    const limited = await givenAShop({ ...atTheHour, RATE_LIMIT_FACTOR: '0.02' })
    const [program, other] = [await createProgram(limited), await createProgram(limited)]
    const check = () => fetch(`${limited.url}/api/v1/client-checks/${randomUUID()}`, { method: 'POST' })
    for (const [send, status, room, within] of [
      [() => program.renewWith('tlr_x'), 400, 4, 900],
      [() => program.deviceAuthorization(), 200, 2, 3600],
      [check, 204, 2, 3600],
    ] as const) {
      for (let count = 0; count < room; count += 1) assert.equal((await send()).status, status)
      const refused = await send()
      assert.equal(refused.status, 429)
      assertRetryAfter(refused.headers, within)
    }
    assert.equal((await other.renewWith('tlr_x')).status, 400)
    const page = await limited.visitor().get(program.authorizePath())
    assert.equal(page.status, 429)
    assertRetryAfter(page.headers, 3600)
  })

  it('renews although its network has no request left, but not with the token of another key', async () => {
    const limited = await givenAShop(atTheHour)
    const { visitor } = await givenATrialUser(limited)
    const program = await createProgram(limited)
    await program.signIn(visitor)
    await limited.restart({ RATE_LIMIT_FACTOR: '0.01' })
    const stranger = async (token: string) => (await createProgram(limited)).renewWith(token)
    const statuses = new Set<number>()
    for (let count = 0; count < 60; count += 1) statuses.add((await stranger('tlr_x')).status)
    assert.deepEqual([...statuses], [400, 429])
    assert.equal((await stranger(program.token())).status, 429)
    assert.equal((await program.renew()).status, 200)
    // Its own limit is two, and the sign-in was the first.
    assert.equal((await program.renew()).status, 429)
  })
})
