import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import type { JSONWebKeySet } from 'jose'
import { givenATrial } from '../../support/admin/admin-calls.ts'
import { act, idOf } from '../../support/admin/admin-page.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'
import {
  createProgram,
  leaseOf,
  refusalOf,
  verified,
  type RefusalStatement,
  type TokenBody,
} from '../../support/licence/program.ts'
import { givenAProgram } from '../../support/licence/given-program.ts'

const start = { CLOCK_START: '2026-11-20T12:00:00Z' }
const shop = await givenAShop(start)

test('a refusal is signed, and bound to the device’s key and the request’s proof', async () => {
  const { visitor, program } = await givenAProgram(shop)
  await visitor.post('/api/v1/account/devices/sign-out')
  const req = randomUUID()
  const answer = await fetch(`${shop.url}/licence/token`, {
    method: 'POST',
    headers: { dpop: await program.proof('POST', '/licence/token', { claims: { jti: req } }) },
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'analytics', refresh_token: program.token() }),
  })
  const body = (await answer.json()) as TokenBody
  assert.deepEqual([answer.status, body.error], [400, 'invalid_grant'])
  const keys = (await (await fetch(`${shop.url}/licence/keys`)).json()) as JSONWebKeySet
  type Statement = RefusalStatement & { iat: number; sandbox: boolean }
  const { iat, ...refusal } = await verified<Statement>(body.licence_refusal ?? '', keys, 'licence-refusal+jwt')
  assert.deepEqual(refusal, {
    v: 1,
    iss: `${shop.url}/licence`,
    aud: 'analytics',
    jkt: program.jkt,
    req,
    url: `${shop.url}/account`,
    reason: 'signed_out',
    sandbox: true,
  })
  assert.equal(Math.floor(iat / 86_400), Math.floor(Date.parse(start.CLOCK_START) / 86_400_000))
})

test('a person on hold does not learn the reason, and gets a lease with the same token once they are approved', async () => {
  const administrator = await givenAnAdministrator(shop)
  const { visitor, email, id: subscription } = await givenATrial(shop)
  const program = await createProgram(shop)
  await program.signIn(visitor)
  const id = await idOf(shop, email)
  const decide = async (what: string) =>
    assert.equal((await act(administrator, `/api/v1/reviews/${what}/${id}`, { comment: 'A test' })).status, 200, what)
  await decide('refuse')
  assert.equal((await refusalOf(shop, await program.renew())).reason, 'ended')
  await decide('approve')
  await act(administrator, `/api/v1/subscriptions/revive/${subscription}`, { comment: 'A test' })
  assert.equal((await program.renew()).status, 200)
  await decide('withdraw')
  const held = await program.renew()
  assert.equal((await refusalOf(shop, held)).reason, 'held')
  assert.ok(!/hold|screen|list|review|refus/i.test(held.body.error_description ?? ''), held.body.error_description)
  await decide('approve')
  assert.equal((await program.renew()).status, 200)
})

test('a stop of renewal and its resumption appear in the next lease', async () => {
  const { visitor, id } = await givenASubscriber(shop, 'analytics-monthly')
  const program = await createProgram(shop)
  const first = leaseOf(await program.signIn(visitor))
  assert.deepEqual([first.lic['until'], first.lic['renews']], ['2026-12-20', true])
  for (const [act, renews] of [
    ['stop-renewal', false],
    ['resume-renewal', true],
  ] as const) {
    assert.equal((await visitor.post(`/api/v1/subscriptions/${act}/${id}`)).status, 200)
    await shop.catchUp()
    assert.equal(leaseOf((await program.renew()).body).lic['renews'], renews)
  }
})

test('a refund, or the end of a trial, ends the licence, and an extension restores it, also after 31 days offline', async () => {
  const payer = await givenASubscriber(shop, 'analytics-monthly')
  const bought = await createProgram(shop)
  await bought.signIn(payer.visitor)
  const administrator = await givenAnAdministrator(shop)
  const refunded = await act(administrator, `/api/v1/subscriptions/refund/${payer.id}`, { comment: 'No' })
  assert.equal(refunded.status, 200)
  await shop.catchUp()
  assert.equal((await refusalOf(shop, await bought.renew())).reason, 'ended')

  const { visitor, id: trial } = await givenATrial(shop)
  const program = await createProgram(shop)
  await program.signIn(visitor)
  // The last test here, because it moves the clock.
  await shop.advanceTo('2026-12-21T12:00:00Z')
  const { reason, until } = await refusalOf(shop, await program.renew())
  assert.deepEqual([reason, until], ['ended', '2026-12-20'])
  const body = { endDate: '2026-12-30T00:00:00.000Z', comment: 'More time' }
  const later = await givenAnAdministrator(shop)
  assert.equal((await act(later, `/api/v1/subscriptions/extend/${trial}`, body)).status, 200)
  const { status, body: renewed } = await program.renew()
  assert.equal(status, 200)
  assert.equal(new Date(leaseOf(renewed).exp * 1000).toISOString(), '2026-12-31T00:00:00.000Z')
})
