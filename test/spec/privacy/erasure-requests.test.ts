import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { everyRow, forget, idOf, read } from '../../support/admin/admin-page.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const administrator = await givenAnAdministrator(shop)

const send = async (visitor: TestVisitor, act: 'request' | 'withdraw') =>
  (await visitor.post(`/api/v1/account/erasure/${act}`, {})).status
const forgeryToken = ({ cookies }: TestVisitor) => ({ _csrf: cookies.get('XSRF-TOKEN') ?? '' })
type Request = { since: string; subscriber: { id: string; email: string } }
const waiting = async () =>
  (await read<Request[]>(administrator, '/api/v1/erasure-requests')).map(({ subscriber }) => subscriber.email)
const counted = async () => (await read<{ erasures: number }>(administrator, '/api/v1/queue')).erasures

describe('a request to be erased', () => {
  test('is confirmed by email and awaits an administrator, and the person is notified once erased [10.33]', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    const before = await counted()
    assert.equal(await send(visitor, 'request'), 204)
    const settings = await read<{ erasureRequested: string }>(visitor, '/api/v1/account/settings')
    assert.match(settings.erasureRequested, /^2026-11-20T/)
    assert.deepEqual([await waiting(), (await counted()) - before], [[email], 1])
    const person = await read<{ erasureRequested: string }>(administrator, `/api/v1/subscribers/${id}`)
    assert.equal(person.erasureRequested, settings.erasureRequested)
    await shop.mailTo(email, 'Your request to delete your account')

    assert.equal((await forget(administrator, id)).status, 204)
    await shop.mailTo(email, 'is deleted')
    await shop.catchUp()
    assert.deepEqual([await waiting(), (await counted()) - before], [[], 0])
    assert.deepEqual(
      (await everyRow(shop)).filter((row) => row.includes(email)),
      [],
    )
  })

  test('changes nothing automatically, and can be withdrawn, also without scripts', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    assert.equal(await send(visitor, 'withdraw'), 409)
    assert.equal(await send(visitor, 'request'), 204)
    assert.equal(await send(visitor, 'request'), 409, 'once')
    assert.deepEqual(await waiting(), [email])
    assert.equal((await visitor.get('/api/v1/plans/analytics-trial/download/link')).status, 200)
    assert.equal(await send(visitor, 'withdraw'), 204)
    assert.deepEqual(await waiting(), [])
    type Line = { kind: string; act?: string; by: string | null }
    const lines = await read<Line[]>(administrator, `/api/v1/subscribers/${await idOf(shop, email)}/activity`)
    assert.deepEqual(
      lines.flatMap(({ kind, act, by }) => (kind === 'act' ? [`${act} ${by}`] : [])),
      ['withdraw-erasure null', 'request-erasure null'],
    )
    const press = async (act: string) =>
      (
        await visitor.submit(
          { address: `${shop.url}/account`, fields: forgeryToken(visitor), html: '', status: 200 },
          { act },
        )
      ).status
    assert.deepEqual([await press('request-erasure'), await waiting()], [200, [email]])
    assert.deepEqual([await press('withdraw-erasure'), await waiting()], [200, []])
  })

  test('is not required for an administrator to erase a person, who then gets no email', async () => {
    const { email } = await givenATrialUser(shop)
    await shop.catchUp()
    const mails = async () => (await shop.mails()).filter(({ to }) => to.includes(email)).length
    const before = await mails()
    assert.equal((await forget(administrator, await idOf(shop, email))).status, 204)
    await shop.catchUp()
    assert.equal(await mails(), before)
  })
})
