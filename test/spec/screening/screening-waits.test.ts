import assert from 'node:assert/strict'
import { describe, test, vi } from 'vitest'
import { screeningThread } from '../../../server/screening/engine.ts'
import { sampleLists } from '../../../server/screening/sample.ts'
import { lockPerson, whileLocked } from '../../support/while-locked.ts'
import { hangingCompany, hangingWorker } from '../../support/screening/given-hanging-worker.ts'
import {
  activate,
  aRegistration,
  eventually,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  runFromSources,
} from '../../support/given.ts'

screeningThread.module = hangingWorker
runFromSources()
const shop = await givenAShop()
const download = '/api/v1/download/analytics'

const lastCheck = async (email: string) => {
  const [row] = await shop.sql<{ occasion: string; outcome: string; reasons: { kind: string }[] }>(
    'select c.* from screening_checks c join subscribers s on s.id = subscriber_id where email = $1 order by at desc, c.id limit 1',
    [email],
  )
  return [row?.occasion, row?.outcome, ...(row?.reasons ?? []).map(({ kind }) => kind)]
}
const deaths = () => shop.log.filter((line) => line.includes('the screening thread died')).length
const setCompany = (email: string, company: string) =>
  shop.sql('update subscribers set company = $2 where email = $1', [email, company])

describe('a person whose check hangs', () => {
  test('registers, is tried twice, then waits for review with a separate reason, and is not tried again', async () => {
    const person = await givenARegistration(shop, { company: hangingCompany })
    assert.deepEqual(await lastCheck(person.email), ['registration', 'PENDING', 'unscreened'])
    assert.ok(shop.log.some((line) => line.includes('a person could not be screened')))
    const other = await givenARegistration(shop)
    assert.deepEqual(await lastCheck(other.email), ['registration', 'PASS'])
    await shop.catchUp()
    assert.deepEqual(await lastCheck(person.email), ['lists', 'PENDING', 'unfinished'])
    const before = deaths()
    assert.equal(before, 2)
    await shop.catchUp()
    await activate(shop, person.visitor, person.email)
    assert.deepEqual(await lastCheck(person.email), ['activation', 'PENDING', 'unfinished'])
    assert.equal(deaths(), before)

    const administrator = await givenAnAdministrator(shop)
    const reviews = (await (await administrator.get('/api/v1/reviews')).json()) as {
      subscriber: { id: string; email: string }
      reasons: { kind: string; key: string; text: string }[]
    }[]
    const review = reviews.find(({ subscriber }) => subscriber.email === person.email)
    assert.deepEqual(
      review?.reasons.map(({ kind, text }) => [kind, text]),
      [['unfinished', 'The screening check did not finish in time']],
    )
    const approved = await administrator.post(`/api/v1/reviews/approve/${review.subscriber.id}`, {
      comment: 'Compared by hand',
    })
    assert.equal(approved.status, 200)
    assert.equal(
      (await person.visitor.get(download)).status,
      200,
      'an approval holds as long as the lists are the same',
    )
  })

  test('does not delay others when requesting many downloads at the same time', async () => {
    const hanging = await givenATrialUser(shop)
    const other = await givenATrialUser(shop)
    await setCompany(hanging.email, hangingCompany)
    await setCompany(other.email, 'Northwind Bottling')
    const under = { way: true }
    const calls = Promise.all(
      Array.from({ length: 14 }, async () => {
        const answer = await hanging.visitor.get(download)
        return answer.status
      }),
    ).finally(() => (under.way = false))
    let asked = 0
    while (under.way) {
      assert.equal((await fetch(`${shop.url}/readyz`)).status, 200)
      assert.equal((await other.visitor.get('/api/v1/subscriptions/user')).status, 200)
      asked += 1
    }
    assert.ok(asked > 1)
    for (const status of await calls) assert.ok(status === 503 || status === 403, String(status))
    await eventually('a download for somebody else', async () => (await other.visitor.get(download)).status === 200)
    await eventually('a refusal', async () => (await hanging.visitor.get(download)).status === 403)
    assert.deepEqual(await lastCheck(hanging.email), ['download', 'PENDING', 'unfinished'])
  })
})

describe('a person who changes between check and lock', () => {
  test('is screened again with the stored data', async () => {
    const { email, visitor } = await givenATrialUser(shop)
    const answer = await whileLocked(
      shop,
      lockPerson,
      email,
      () => visitor.get(download),
      (client) => client.query("update subscribers set company = 'Blackwater Meridian' where email = $1", [email]),
    )
    assert.equal(answer.status, 403)
    const [occasion, outcome, first] = await lastCheck(email)
    assert.deepEqual([occasion, outcome, first], ['download', 'PENDING', 'list'])
  })

  test('is screened again if other lists are in force by then', async () => {
    const { email, visitor } = await givenATrialUser(shop, { firstName: 'Petra', lastName: 'Novotna' })
    const names = [{ name: 'Petra Novotna', quality: 'primary' as const }]
    const entries = [{ id: 'N-1', kind: 'person' as const, names, programmes: [] }]
    const answer = await whileLocked(
      shop,
      lockPerson,
      email,
      () => visitor.get(download),
      async () => {
        vi.spyOn(sampleLists, 'inForce').mockImplementation(() =>
          Promise.resolve([{ name: 'New list', hash: 'n', date: '2026-11-20', entries }]),
        )
      },
    )
    assert.equal(answer.status, 403)
    assert.deepEqual(await lastCheck(email), ['download', 'PENDING', 'list'])
  })
})

test('a database error during a check returns 500 and changes nothing', async () => {
  const registration = aRegistration()
  await shop.sql('alter table cleared_domains rename to cleared_domains_elsewhere')
  const answer = await shop.visitor().post('/api/v1/users', registration, { 'x-selected-product': 'analytics-trial' })
  await shop.sql('alter table cleared_domains_elsewhere rename to cleared_domains')
  assert.equal(answer.status, 500)
  assert.deepEqual(await shop.sql('select 1 from subscribers where email = $1', [registration.email]), [])
})
