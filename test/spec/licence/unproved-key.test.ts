import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import pg from 'pg'
import { eventuallyEqual } from '../../support/eventually.ts'
import { atTheHour, givenAShop, givenATrialUser, type SentMail } from '../../support/given.ts'
import { allowedCode, createProgram, refusalOf } from '../../support/licence/program.ts'
import { givenAProgram } from '../../support/licence/given-program.ts'

const shop = await givenAShop(atTheHour)

const devicesOf = (email: string) =>
  shop.sql<{ id: string; released_by: string | null }>(
    `select d.id, released_by from devices d join subscribers s on s.id = subscriber_id where s.email = $1`,
    [email],
  )

const signedIn = () => givenAProgram(shop)

const endLink = ({ text }: SentMail) => /\S+\/device\/end\/\S+/.exec(text)?.[0] ?? assert.fail(text)

/**
 * Locks a person's row as another transaction would, runs `act`, changes their devices, and commits once `act` waits.
 */
async function whileHeld<T>(email: string, act: () => Promise<T>, change: string): Promise<T> {
  const holder = new pg.Client(shop.ownerUrl)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select 1 from subscribers where email = $1 for update', [email])
    const acting = act()
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await eventuallyEqual(async () => (await shop.sql(waiting)).length > 0, true, 'the act waits')
    await holder.query(`${change} where subscriber_id = (select id from subscribers where email = $1)`, [email])
    await holder.query('commit')
    return await acting
  } finally {
    await holder.end()
  }
}

describe('a key that is named but not proved', () => {
  it('does not end its owner’s sign-in if another person presses Allow', async () => {
    const owner = await signedIn()
    const stranger = await givenATrialUser(shop)
    const thief = await createProgram(shop)
    const code = await allowedCode(stranger.visitor, thief.authorizePath({ dpop_jkt: owner.program.jkt }))
    assert.equal((await thief.exchange(code)).body.error, 'invalid_grant', 'the thief has no such key')
    assert.equal((await owner.program.renew()).status, 200)
    assert.deepEqual(
      (await devicesOf(owner.email)).map(({ released_by: by }) => by),
      [null],
    )
  })

  it('moves to another account once it is proved, and the former account’s device is signed out', async () => {
    const former = await signedIn()
    const token = former.program.token()
    const next = await givenATrialUser(shop)
    await former.program.signIn(next.visitor)
    assert.deepEqual(
      (await devicesOf(former.email)).map(({ released_by: by }) => by),
      ['program'],
    )
    assert.equal((await former.program.renew()).status, 200)
    assert.equal((await refusalOf(shop, await former.program.renewWith(token))).reason, 'signed_out')
  })

  it('leaves the current token valid after Allow is pressed again, until the code is exchanged, and the token of a signed-out device invalid', async () => {
    const { visitor, email, program } = await signedIn()
    const code = await allowedCode(visitor, program.authorizePath())
    assert.equal((await program.renew()).status, 200)
    const before = program.token()
    const exchanged = await program.exchange(code)
    assert.equal(exchanged.status, 200, JSON.stringify(exchanged.body))
    assert.equal((await refusalOf(shop, await program.renewWith(before))).reason, 'copied')
    program.setToken(exchanged.body.refresh_token)
    assert.equal((await program.renew()).status, 200)
    const [device] = await devicesOf(email)
    assert.equal((await visitor.post(`/api/v1/account/devices/${device?.id}/sign-out`)).status, 204)
    await allowedCode(visitor, program.authorizePath())
    assert.equal((await program.renew()).status, 400)
  })
})

describe('a sign-out', () => {
  it('waits for a transaction that has locked the person, and both succeed', async () => {
    const { visitor, email } = await signedIn()
    const signOut = () => visitor.post('/api/v1/account/devices/sign-out')
    const answer = await whileHeld(email, signOut, 'update devices set seen_at = seen_at')
    assert.equal(answer.status, 204)
    assert.ok((await devicesOf(email)).every(({ released_by: by }) => by === 'owner'))
  })

  it('by the link in an email does not end a later approval, and the page states it', async () => {
    const { visitor, email } = await signedIn()
    const link = endLink(await shop.mailTo(email, 'signed in to'))
    const page = await visitor.form(link)
    const answer = await whileHeld(
      email,
      () => visitor.submit(page, {}),
      `update devices set approved_at = approved_at + interval '1 minute'`,
    )
    assert.equal(answer.status, 404)
    assert.match(await answer.text(), /signed out or signed in again/)
    assert.deepEqual(
      (await devicesOf(email)).map(({ released_by: by }) => by),
      [null],
    )
  })
})
