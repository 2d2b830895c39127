import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAKey, withKey } from '../../support/admin/keys.ts'
import { eventually, givenAnAdministrator, givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const { key } = await givenAKey(await givenAnAdministrator(shop), ['webhooks:write'], 'CRM sync')
const address = `${shop.url}/sandbox/webhooks`

type Kept = { id: string; verdict: string; answer: number | null; body: string }
const all = async () => (await (await fetch(`${address}/messages`)).json()) as Kept[]
const save = (secret: string, behaviour = 'accept', headers: Record<string, string> = {}) =>
  fetch(`${address}/settings`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ secret, behaviour }),
  })
async function call<T>(rest: string, body: object = {}): Promise<T> {
  const response = await withKey(shop.url, key, `/api/v1/webhooks${rest}`, body)
  assert.ok(response.ok, await response.clone().text())
  return (await response.json()) as T
}

const { id, secret } = await call<{ id: string; secret: string }>('', { url: address, types: ['trial.started'] })
/** Makes the shop send a sample message, and returns it as it arrived. */
async function sample(): Promise<Kept> {
  const before = (await all()).length
  await call(`/${id}/test`, { type: 'trial.started' })
  return eventually('the sample', async () => {
    const now = await all()
    return now.length > before && now[0]
  })
}
const post = (body: string, signal?: AbortSignal) =>
  fetch(address, { method: 'POST', body, ...(signal === undefined ? {} : { signal }) })

test('the sandbox’s receiver, whose address the start prints, verifies the shop’s messages with the given secret [10.81]', async () => {
  assert.ok(shop.said.some((line) => line.includes('/sandbox/webhooks')))
  const first = await sample()
  assert.deepEqual([first.verdict, first.answer], ['unchecked', 204], 'it has no secret yet')
  assert.equal((await save(secret)).status, 303)
  const { verdict, answer, body } = await sample()
  assert.deepEqual([verdict, answer], ['verified', 204])
  assert.equal((JSON.parse(body) as { type: string }).type, 'trial.started')
  const page = await (await fetch(address)).text()
  assert.match(page, /Verified/)
  assert.match(page, /trial\.started/)
})

test('a message with another signature, or changed content, is rejected, and a deeply nested one is shown as it arrived', async () => {
  await save(`whsec_${Buffer.alloc(24).toString('base64')}`)
  const { verdict, answer } = await sample()
  assert.deepEqual([verdict, answer], ['wrong', 401])
  await save(secret)
  assert.equal((await post('{"type":"<img src=x>"}')).status, 401)
  assert.doesNotMatch(await (await fetch(address)).text(), /<img src=x>/)
  for (const depth of [3_000, 5_000]) await post('['.repeat(depth) + ']'.repeat(depth))
  const page = await fetch(address)
  assert.equal(page.status, 200)
  assert.ok((await page.text()).length < 100_000)
})

test('the receiver responds with 500, with 410 or not at all, as chosen', async () => {
  for (const [behaviour, status] of [
    ['fail', 500],
    ['gone', 410],
  ] as const) {
    await save(secret, behaviour)
    assert.equal((await post('{}')).status, status)
  }
  await save(secret, 'hang')
  const late = await post('{}', AbortSignal.timeout(300)).catch((error: Error) => error.name)
  assert.equal(late, 'TimeoutError')
  assert.equal((await all())[0]?.answer, null)
  await save(secret)
})

test('an invalid secret, a form on another site and a body that is too long change nothing', async () => {
  for (const text of ['"><script>', 'nonsense', secret.replace('whsec_', '')]) {
    const wrong = await save(text)
    assert.equal(wrong.status, 400, text)
    assert.match(await wrong.text(), /It begins with whsec_/)
  }
  assert.equal((await save(secret, 'gone', { 'sec-fetch-site': 'cross-site' })).status, 403)
  const before = await all()
  assert.equal((await post('x'.repeat(300_000))).status, 413)
  assert.deepEqual(await all(), before)
  assert.equal((await sample()).verdict, 'verified')
})
