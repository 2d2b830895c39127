import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import pg from 'pg'
import { eventuallyEqual } from '../../support/eventually.ts'
import { atTheHour, givenAShop, givenATrialUser } from '../../support/given.ts'
import { allowedCode, createProgram, leaseOf, refusalOf, type TokenAnswer } from '../../support/licence/program.ts'
import { givenAProgram } from '../../support/licence/given-program.ts'

const shop = await givenAShop(atTheHour)

const signedIn = () => givenAProgram(shop)

type Program = Awaited<ReturnType<typeof createProgram>>

/** Changes the program's device in a transaction, begins a renewal, and commits once the renewal waits. */
async function renewedDuring(program: Program, change: string): Promise<TokenAnswer> {
  const other = new pg.Client(shop.ownerUrl)
  await other.connect()
  try {
    await other.query('begin')
    await other.query(`${change} where jkt = $1`, [program.jkt])
    const renewing = program.renew()
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await eventuallyEqual(async () => (await shop.sql(waiting)).length > 0, true, 'the renewal waits')
    await other.query('commit')
    return await renewing
  } finally {
    await other.end()
  }
}

describe('a renewal', () => {
  it('is refused during a sign-out of its device, and during the erasure of its owner', async () => {
    for (const [change, reason] of [
      [`update devices set released_at = seen_at, released_by = 'owner'`, 'signed_out'],
      ['delete from devices', 'unknown_device'],
    ] as const) {
      const { program } = await signedIn()
      assert.equal((await refusalOf(shop, await renewedDuring(program, change))).reason, reason)
    }
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

describe('a sign-out', () => {
  it('needs the current token: an earlier, a changed or another device’s one signs nothing out', async () => {
    const [{ program }, { program: other }] = [await signedIn(), await signedIn()]
    const earlier = program.token()
    for (let count = 0; count < 2; count += 1) await program.renew()
    const [, device = ''] = /^tlr_(dev_[^.]+)\./.exec(other.token()) ?? []
    const guessed = program.token().replace(/dev_[^.]+/, device)
    for (const token of [earlier, `${program.token()}x`, guessed, program.token().replace(/\.\d+\./, '.99.'), 'tlr_x'])
      assert.equal((await program.post('/licence/revoke', { client_id: 'analytics', token })).status, 200)
    for (const each of [program, other]) assert.equal((await each.renew()).status, 200)
    // Another program's key does not sign it out either, even with the current token.
    await other.post('/licence/revoke', { client_id: 'analytics', token: program.token() })
    assert.equal((await program.renew()).status, 200)
  })
})
