import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { everyRow } from '../../support/admin/admin-page.ts'
import { givenARegistration, givenAShop, givenATrialUser } from '../../support/given.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })

/** Returns the rows of all tables that contain one of these words. */
const rowsWith = async (words: RegExp) => (await everyRow(shop)).filter((row) => words.test(row))

test('an address not confirmed for 30 days is erased without a trace; registering again restarts them', async () => {
  const marked = { email: 'mark.twelvetrees@northwind-bottling.example', firstName: 'Zebulon', lastName: 'Twelvetrees' }
  await givenARegistration(shop, { ...marked, phone: { countryCode: '+44', phoneNumber: '7911998877' } })
  const [trial] = await shop.sql('select id from subscriptions')
  const kept = await givenATrialUser(shop)
  const again = await givenARegistration(shop)
  const words = /twelvetrees|zebulon|7911998877/i

  await shop.advanceTo('2026-12-10T12:00:00Z')
  await givenARegistration(shop, { email: again.email.toUpperCase() })
  await shop.advanceTo('2026-12-20T11:59:00Z')
  assert.ok((await rowsWith(words)).length > 0, 'not a minute too early')
  // An email that could not be sent contains the address too.
  const mail = JSON.stringify({ to: marked.email, subject: 'Activate', text: 'x', html: 'x' })
  await shop.sql(
    `insert into jobs (id, kind, payload, created_at, run_at, given_up_at) values ($1, 'email', $2, now(), now(), now())`,
    [randomUUID(), mail],
  )
  await shop.advanceTo('2026-12-20T12:10:00Z')
  assert.deepEqual(await rowsWith(words), [])
  assert.deepEqual(await shop.sql('select status, subscriber_id from subscriptions where id = $1', [trial?.['id']]), [
    { status: 'cancelled', subscriber_id: null },
  ])
  const history = await shop.sql('select type, added_by from events where subscription_id = $1 order by number', [
    trial?.['id'],
  ])
  assert.deepEqual(history, [
    { type: 'PENDING_SUBSCRIPTION_CREATED', added_by: '' },
    { type: 'SUBSCRIPTION_CANCELLED', added_by: 'system' },
  ])

  const people = async () => (await shop.sql('select email from subscribers')).map((row) => row['email'])
  await shop.advanceTo('2027-01-08T12:00:00Z')
  assert.equal((await people()).length, 2)
  await shop.advanceTo('2027-01-10T12:00:00Z')
  assert.deepEqual(await people(), [kept.email], 'who confirmed theirs stays')
})
