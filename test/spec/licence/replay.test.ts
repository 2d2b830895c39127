import assert from 'node:assert/strict'
import { test } from 'vitest'
import { atTheHour, givenAShop, givenATrialUser } from '../../support/given.ts'
import { createProgram, leaseOf, type TokenBody } from '../../support/licence/program.ts'

const shop = await givenAShop(atTheHour)

async function signedIn() {
  const { visitor } = await givenATrialUser(shop)
  const program = await createProgram(shop)
  await program.signIn(visitor)
  await program.renew()
  return { visitor, program }
}

type Program = Awaited<ReturnType<typeof createProgram>>

/** Returns a renewal as sent over the network, to be sent again. */
async function recordedRenewal(program: Program) {
  const headers = { dpop: await program.proof('POST', '/licence/token') }
  const form = { grant_type: 'refresh_token', client_id: 'analytics', refresh_token: program.token() }
  return async () => {
    const answer = await fetch(`${shop.url}/licence/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    })
    return { status: answer.status, body: (await answer.json()) as TokenBody }
  }
}

test('a recorded renewal that is sent again is rejected, and does not sign the program out', async () => {
  const { program } = await signedIn()
  const send = await recordedRenewal(program)
  const first = await send()
  assert.equal(first.status, 200)
  const again = await send()
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_dpop_proof'])
  program.setToken(first.body.refresh_token)
  assert.equal((await program.renew()).status, 200)
  const late = await send()
  assert.equal(late.status, 400)
  assert.equal((await program.renew()).status, 200)
})

test('one renewal that is sent five times concurrently is answered once', async () => {
  const { program } = await signedIn()
  const send = await recordedRenewal(program)
  const answers = await Promise.all([send(), send(), send(), send(), send()])
  const given = answers.filter(({ status }) => status === 200)
  assert.equal(given.length, 1)
  const [one] = given
  assert.ok(one && leaseOf(one.body).seq === 3)
  program.setToken(one.body.refresh_token)
  assert.equal((await program.renew()).status, 200)
})

test('a renewal that a proxy sends twice, with the second answer for the program, loses no device', async () => {
  const { program } = await signedIn()
  const send = await recordedRenewal(program)
  await send()
  assert.equal((await send()).status, 400)
  // The program still has its earlier token, and uses it in its next renewal.
  assert.equal((await program.renew()).status, 200)
  assert.equal((await program.renew()).status, 200)
})

test('a renewal with a proof before the last one is rejected when it is sent again, and signs no program out', async () => {
  const { program } = await signedIn()
  const send = await recordedRenewal(program)
  assert.equal((await send()).status, 200)
  // Its response is lost, so the program tries again with another proof.
  assert.equal((await program.renew()).status, 200)
  const late = await send()
  assert.deepEqual([late.status, late.body.error, late.body.licence_refusal], [400, 'invalid_dpop_proof', undefined])
  assert.equal((await program.renew()).status, 200)
})
