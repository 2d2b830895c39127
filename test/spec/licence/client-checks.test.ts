import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'vitest'
import { atTheHour, givenAShop } from '../../support/given.ts'

const shop = await givenAShop(atTheHour)
const path = (id: string) => `${shop.url}/api/v1/client-checks/${id}`
const post = (id: string, init: RequestInit = {}) => fetch(path(id), { method: 'POST', ...init })
const stateOf = async (id: string) => {
  const answer = await fetch(path(id))
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  return answer.json()
}

describe('the check of the welcome page', () => {
  it('returns no answer until the program has posted its id, and then its version; using the id again changes nothing [10.76]', async () => {
    const [silent, form, json] = [randomUUID(), randomUUID(), randomUUID()]
    assert.deepEqual(await stateOf(silent), { state: 'waiting' })
    assert.equal((await post(silent)).status, 204)
    assert.deepEqual(await stateOf(silent), { state: 'answered' })
    assert.equal((await post(form, { body: new URLSearchParams({ version: '4.2.0' }) })).status, 204)
    assert.equal((await post(form, { body: new URLSearchParams({ version: '9' }) })).status, 409)
    assert.deepEqual(await stateOf(form), { state: 'answered', version: '4.2.0' })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ version: `<b>4.2.0</b>${'x'.repeat(100)}` })
    assert.equal((await post(json, { headers, body })).status, 204)
    assert.deepEqual(await stateOf(json), { state: 'answered', version: `<b>4.2.0</b>${'x'.repeat(20)}` })
  })

  it('refuses an invalid id and a second answer with an error like that of any call', async () => {
    const answered = randomUUID()
    assert.equal((await post(answered)).status, 204)
    for (const [response, wanted] of [
      [await post('nothing'), [404, 'NOT_FOUND']],
      [await fetch(path('nothing')), [404, 'NOT_FOUND']],
      [await post(answered), [409, 'CHECK_ANSWERED']],
    ] as const) {
      const { code, message, requestId } = (await response.json()) as Record<string, unknown>
      assert.deepEqual([response.status, code], wanted)
      assert.ok(message && requestId)
      assert.equal(response.headers.get('cache-control'), 'no-store')
    }
  })

  it('returns an answer for two minutes, refuses another answer for a day, and then deletes it', async () => {
    const own = await givenAShop({ CLOCK_START: '2027-01-01T00:00:10Z' })
    const there = `${own.url}/api/v1/client-checks/${randomUUID()}`
    const read = async () => ((await (await fetch(there)).json()) as { state: string }).state
    assert.equal((await fetch(there, { method: 'POST' })).status, 204)
    await own.advanceTo('2027-01-01T00:01:50Z')
    assert.equal(await read(), 'answered')
    await own.advanceTo('2027-01-01T00:02:20Z')
    assert.equal(await read(), 'waiting')
    assert.equal((await fetch(there, { method: 'POST' })).status, 409)
    await own.advanceTo('2027-01-02T01:00:00Z')
    assert.deepEqual(await own.sql('select 1 from client_checks'), [])
  })
})
