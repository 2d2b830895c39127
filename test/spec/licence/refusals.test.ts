import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import type { JWK } from 'jose'
import { act, idOf } from '../../support/admin/admin-page.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, type TestShop } from '../../support/given.ts'
import {
  createProgram,
  leaseOf,
  refusalOf,
  verified,
  type RefusalStatement,
  type TokenBody,
} from '../../support/licence/program.ts'

const cluster = await useCluster()
const start = { CLOCK_START: '2026-11-20T12:00:00Z' }
type Program = Awaited<ReturnType<typeof createProgram>>

/** Renews with a proof with the given id, and returns the payload of the signed refusal. */
async function refusedWith(shop: TestShop, program: Program, jti: string) {
  await program.renewWith('tlr_x')
  const answer = await fetch(`${shop.url}/licence/token`, {
    method: 'POST',
    headers: { dpop: await program.proof('POST', '/licence/token', { claims: { jti } }) },
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'analytics', refresh_token: program.token() }),
  })
  const body = (await answer.json()) as TokenBody
  assert.deepEqual([answer.status, body.error], [400, 'invalid_grant'])
  const keys = (await (await fetch(`${shop.url}/licence/keys`)).json()) as { keys: JWK[] }
  return verified<RefusalStatement & { iat: number }>(body.licence_refusal ?? '', keys, 'licence-refusal+jwt')
}

const subscriptionOf = async (shop: TestShop, email: string) => {
  const [row] = await shop.sql<{ id: string }>(
    'select x.id from subscriptions x join subscribers s on s.id = x.subscriber_id where s.email = $1',
    [email],
  )
  return row?.id ?? assert.fail(email)
}

test('each refusal is signed, and bound to the device’s key and the request’s proof', async () => {
  const shop = await givenAShop(start, cluster)
  const administrator = await givenAnAdministrator(shop)
  const signedIn = async () => {
    const person = await givenATrialUser(shop)
    const program = await createProgram(shop)
    await program.signIn(person.visitor)
    return { ...person, program }
  }
  type Person = Awaited<ReturnType<typeof signedIn>>
  const ways: Record<string, (person: Person) => Promise<unknown>> = {
    ended: async ({ email }) =>
      act(administrator, `/api/v1/subscriptions/cancel/${await subscriptionOf(shop, email)}`, { comment: 'A test' }),
    held: ({ email }) => shop.sql(`update subscribers set dpl_status = 'PENDING' where email = $1`, [email]),
    signed_out: ({ visitor }) => visitor.post('/api/v1/account/devices/sign-out'),
    unknown_device: ({ email }) =>
      shop.sql('delete from devices where subscriber_id = (select id from subscribers where email = $1)', [email]),
    copied: async ({ program }) => {
      const copied = program.token()
      await program.renew()
      await program.renew()
      program.setToken(copied)
    },
  }
  for (const [reason, bring] of Object.entries(ways)) {
    const person = await signedIn()
    await bring(person)
    const jti = randomUUID()
    const refusal = await refusedWith(shop, person.program, jti)
    const { v, iss, aud, jkt, req, url, iat, until } = refusal
    assert.deepEqual(
      { v, iss, aud, jkt, req, url, reason: refusal.reason },
      {
        v: 1,
        iss: `${shop.url}/licence`,
        aud: 'analytics',
        jkt: person.program.jkt,
        req: jti,
        url: `${shop.url}/account`,
        reason,
      },
    )
    assert.equal(Math.floor(iat / 86_400), Math.floor(Date.parse(start.CLOCK_START) / 86_400_000))
    assert.equal(until, undefined, reason)
  }
})

test('a person on hold does not learn the reason, and gets a lease with the same token once they are approved', async () => {
  const shop = await givenAShop(start, cluster)
  const administrator = await givenAnAdministrator(shop)
  const { visitor, email } = await givenATrialUser(shop)
  const program = await createProgram(shop)
  await program.signIn(visitor)
  const id = await idOf(shop, email)
  const decide = async (what: string) =>
    assert.equal((await act(administrator, `/api/v1/reviews/${what}/${id}`, { comment: 'A test' })).status, 200, what)
  await decide('refuse')
  assert.equal((await refusalOf(shop, await program.renew())).reason, 'ended')
  await decide('approve')
  const subscription = await subscriptionOf(shop, email)
  await act(administrator, `/api/v1/subscriptions/revive/${subscription}`, { comment: 'A test' })
  assert.equal((await program.renew()).status, 200)
  await decide('withdraw')
  const held = await program.renew()
  assert.equal((await refusalOf(shop, held)).reason, 'held')
  assert.ok(!/hold|screen|list|review|refus/i.test(held.body.error_description ?? ''), held.body.error_description)
  await decide('approve')
  assert.equal((await program.renew()).status, 200)
})

test('a paid renewal, a stop of renewal and its resumption appear in the next lease', async () => {
  const shop = await givenAShop(start, cluster)
  const { visitor, email } = await givenASubscriber(shop, 'analytics-monthly')
  const program = await createProgram(shop)
  const first = leaseOf(await program.signIn(visitor))
  assert.deepEqual([first.lic['until'], first.lic['renews']], ['2026-12-20', true])
  await shop.advanceTo('2026-12-21T12:00:00Z')
  const renewed = leaseOf((await program.renew()).body)
  assert.deepEqual([renewed.lic['until'], renewed.lic['renews']], ['2027-01-20', true])
  await shop.advanceTo('2027-01-15T12:00:00Z')
  const administrator = await givenAnAdministrator(shop)
  const subscription = await subscriptionOf(shop, email)
  const choose = async (act: string) => {
    const { status } = await administrator.post(`/api/v1/subscriptions/${act}/${subscription}`)
    assert.equal(status, 200, act)
    await shop.catchUp()
    return leaseOf((await program.renew()).body)
  }
  const stopped = await choose('stop-renewal')
  assert.deepEqual(
    [stopped.lic['renews'], new Date(stopped.exp * 1000).toISOString()],
    [false, '2027-01-21T00:00:00.000Z'],
  )
  const resumed = await choose('resume-renewal')
  assert.deepEqual([resumed.lic['renews'], resumed.exp - resumed.iat], [true, 14 * 86_400])
})
