import assert from 'node:assert/strict'
import { test } from 'vitest'
import { atTheHour, givenAShop } from '../../support/given.ts'
import { leaseOf, type createProgram, type TokenBody } from '../../support/licence/program.ts'
import { givenAProgram } from '../../support/licence/given-program.ts'

const shop = await givenAShop(atTheHour)

async function signedIn() {
  const { program } = await givenAProgram(shop)
  await program.renew()
  return program
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

// licence/rules/refresh-token.test.ts has any sequence of renewals, lost responses and repeated requests.
test('a renewal that is sent again, also after its response was lost and the next one was sent, is rejected and signs no program out', async () => {
  const program = await signedIn()
  const send = await recordedRenewal(program)
  assert.equal((await send()).status, 200)
  assert.deepEqual([(await send()).body.error], ['invalid_dpop_proof'])
  // The response was lost, so the program tries again with another proof.
  assert.equal((await program.renew()).status, 200)
  const late = await send()
  assert.deepEqual([late.status, late.body.error, late.body.licence_refusal], [400, 'invalid_dpop_proof', undefined])
  assert.equal((await program.renew()).status, 200)
})

test('one renewal that is sent five times concurrently is answered once', async () => {
  const program = await signedIn()
  const send = await recordedRenewal(program)
  const answers = await Promise.all([send(), send(), send(), send(), send()])
  const given = answers.filter(({ status }) => status === 200)
  assert.equal(given.length, 1)
  const [one] = given
  assert.ok(one && leaseOf(one.body).seq === 3)
  program.setToken(one.body.refresh_token)
  assert.equal((await program.renew()).status, 200)
})
