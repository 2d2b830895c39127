import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'vitest'
import { atTheHour, givenAShop, givenATrialUser } from '../../support/given.ts'
import { assertRetryAfter } from '../../support/http/retry-after.ts'
import { allowedCode, createProgram, leaseOf, refusalOf, type TokenBody } from '../../support/licence/program.ts'
import { givenAProgram } from '../../support/licence/given-program.ts'
import { lockPerson, whileLocked } from '../../support/while-locked.ts'

const shop = await givenAShop(atTheHour)
const signedIn = () => givenAProgram(shop)

type Program = Awaited<ReturnType<typeof createProgram>>

/** Returns who signed out the devices of a person; null for one that is signed in. */
const releasedBy = async (email: string) => {
  const query = `select released_by as by from devices d join subscribers s on s.id = subscriber_id where email = $1`
  return (await shop.sql<{ by: string | null }>(query, [email])).map(({ by }) => by)
}

const ofPerson = 'where subscriber_id = (select id from subscribers where email = $1)'

/** Returns a renewal as sent over the network, to be sent again. */
async function recordedRenewal(program: Program) {
  const headers = { dpop: await program.proof('POST', '/licence/token') }
  const form = { grant_type: 'refresh_token', client_id: 'analytics', refresh_token: program.token() }
  return async () => {
    const body = new URLSearchParams(form)
    const answer = await fetch(`${shop.url}/licence/token`, { method: 'POST', headers, body })
    return { status: answer.status, body: (await answer.json()) as TokenBody }
  }
}

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
    assert.equal(((await (await check()).json()) as { code: string }).code, 'TOO_MANY_REQUESTS')
    assert.equal((await other.renewWith('tlr_x')).status, 400)
    const page = await limited.visitor().get(program.authorizePath())
    assert.equal(page.status, 429)
    assertRetryAfter(page.headers, 3600)
  })

  it('renews although its network has no request left, but not with the token of another key', async () => {
    const limited = await givenAShop(atTheHour)
    const { program } = await givenAProgram(limited)
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

describe('a renewal', () => {
  // licence/rules/refresh-token.test.ts has any sequence of renewals, lost responses and repeated requests.
  it('that is sent again, also after its response was lost and the next one was sent, is rejected and signs no program out', async () => {
    const { program } = await signedIn()
    await program.renew()
    const send = await recordedRenewal(program)
    assert.equal((await send()).status, 200)
    assert.deepEqual([(await send()).body.error], ['invalid_dpop_proof'])
    // The response was lost, so the program tries again with another proof.
    assert.equal((await program.renew()).status, 200)
    const late = await send()
    assert.deepEqual([late.status, late.body.error, late.body.licence_refusal], [400, 'invalid_dpop_proof', undefined])
    assert.equal((await program.renew()).status, 200)
  })

  it('that is sent five times concurrently is answered once', async () => {
    const { program } = await signedIn()
    await program.renew()
    const send = await recordedRenewal(program)
    const answers = await Promise.all(Array.from({ length: 5 }, send))
    const [one, ...more] = answers.filter(({ status }) => status === 200)
    assert.equal(more.length, 0)
    assert.ok(one && leaseOf(one.body).seq === 3)
    program.setToken(one.body.refresh_token)
    assert.equal((await program.renew()).status, 200)
  })

  it('during nine others with the same token and other proofs gets a lease, and one of the ten tokens stays valid', async () => {
    const { program } = await signedIn()
    const token = program.token()
    const answers = await Promise.all(Array.from({ length: 10 }, () => program.renewWith(token)))
    for (const { status, body } of answers) assert.deepEqual([status, leaseOf(body).seq], [200, 2])
    const later = []
    for (const { body } of answers) later.push((await program.renewWith(body.refresh_token)).status)
    assert.equal(later.filter((status) => status === 200).length, 1)
  })

  it('is refused during a sign-out of its device, and during the erasure of its owner', async () => {
    for (const [change, reason] of [
      [`update devices set released_at = seen_at, released_by = 'owner'`, 'signed_out'],
      ['delete from devices', 'unknown_device'],
    ] as const) {
      const { program } = await signedIn()
      const renewed = await whileLocked(shop, `${change} where jkt = $1`, program.jkt, program.renew)
      assert.equal((await refusalOf(shop, renewed)).reason, reason)
    }
  })
})

describe('a code', () => {
  it('that is exchanged five times concurrently gives one lease', async () => {
    const { visitor } = await givenATrialUser(shop)
    const program = await createProgram(shop)
    const code = await allowedCode(visitor, program.authorizePath())
    // The nonce is known, so that the five need one request each.
    await program.renewWith('tlr_x')
    const answers = await Promise.all(Array.from({ length: 5 }, () => program.exchange(code)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal((await shop.sql('select 1 from devices where jkt = $1', [program.jkt])).length, 1)
  })
})

describe('a key that is named but not proved', () => {
  it('does not end its owner’s sign-in if another person presses Allow', async () => {
    const owner = await signedIn()
    const stranger = await givenATrialUser(shop)
    const thief = await createProgram(shop)
    const code = await allowedCode(stranger.visitor, thief.authorizePath({ dpop_jkt: owner.program.jkt }))
    assert.equal((await thief.exchange(code)).body.error, 'invalid_grant', 'the thief has no such key')
    assert.equal((await owner.program.renew()).status, 200)
    assert.deepEqual(await releasedBy(owner.email), [null])
  })

  it('moves to another account once it is proved, and the former account’s device is signed out', async () => {
    const former = await signedIn()
    const token = former.program.token()
    await former.program.signIn((await givenATrialUser(shop)).visitor)
    assert.deepEqual(await releasedBy(former.email), ['program'])
    assert.equal((await former.program.renew()).status, 200)
    assert.equal((await refusalOf(shop, await former.program.renewWith(token))).reason, 'signed_out')
  })

  it('leaves the current token valid after Allow is pressed again, until the code is exchanged, and the token of a signed-out device invalid', async () => {
    const { visitor, program } = await signedIn()
    const code = await allowedCode(visitor, program.authorizePath())
    assert.equal((await program.renew()).status, 200)
    const before = program.token()
    const exchanged = await program.exchange(code)
    assert.equal(exchanged.status, 200, JSON.stringify(exchanged.body))
    assert.equal((await refusalOf(shop, await program.renewWith(before))).reason, 'copied')
    program.setToken(exchanged.body.refresh_token)
    assert.equal((await program.renew()).status, 200)
    assert.equal((await visitor.post('/api/v1/account/devices/sign-out')).status, 204)
    await allowedCode(visitor, program.authorizePath())
    assert.equal((await program.renew()).status, 400)
  })
})

describe('a sign-out', () => {
  it('needs the current token: an earlier, a changed or another device’s one signs nothing out', async () => {
    const [{ program }, { program: other }] = [await signedIn(), await signedIn()]
    const earlier = program.token()
    for (let count = 0; count < 2; count += 1) await program.renew()
    const [, device = ''] = /^tlr_(dev_[^.]+)\./.exec(other.token()) ?? []
    const guessed = program.token().replace(/dev_[^.]+/, device)
    for (const token of [earlier, `${program.token()}x`, guessed, program.token().replace(/\.\d+\./, '.99.'), 'tlr_x'])
      assert.equal((await program.post('/licence/revoke', { client_id: 'analytics', token })).status, 200)
    // Another program's key does not sign it out either, even with the current token.
    await other.post('/licence/revoke', { client_id: 'analytics', token: program.token() })
    for (const each of [program, other]) assert.equal((await each.renew()).status, 200)
  })

  it('waits for a transaction that has locked the person, and both succeed', async () => {
    const { visitor, email } = await signedIn()
    const signOut = () => visitor.post('/api/v1/account/devices/sign-out')
    const answer = await whileLocked(shop, lockPerson, email, signOut, (client) =>
      client.query(`update devices set seen_at = seen_at ${ofPerson}`, [email]),
    )
    assert.equal(answer.status, 204)
    assert.deepEqual(await releasedBy(email), ['owner'])
  })

  it('by the link in an email does not end a later approval, and the page states it', async () => {
    const { visitor, email } = await signedIn()
    const { text } = await shop.mailTo(email, 'signed in to')
    const page = await visitor.form(/\S+\/device\/end\/\S+/.exec(text)?.[0] ?? assert.fail(text))
    const later = `update devices set approved_at = approved_at + interval '1 minute' ${ofPerson}`
    const answer = await whileLocked(
      shop,
      lockPerson,
      email,
      () => visitor.submit(page, {}),
      (client) => client.query(later, [email]),
    )
    assert.equal(answer.status, 404)
    assert.match(await answer.text(), /signed out or signed in again/)
    assert.deepEqual(await releasedBy(email), [null])
  })
})
