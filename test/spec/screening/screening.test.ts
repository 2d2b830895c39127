import assert from 'node:assert/strict'
import { describe, test, vi } from 'vitest'
import { sampleLists } from '../../../server/screening/sample.ts'
import {
  activate,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  type TestShop,
  runFromSources,
} from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

runFromSources()
const shop: TestShop = await givenAShop()
const agreed = { industry: 'Energy', termsAndConditions: true, affirmation: true }

type Person = { dplStatus: string; deniedCountry: boolean }
async function seen(visitor: TestVisitor) {
  const { user } = (await (await visitor.get('/api/v1/users/userinfo')).json()) as { user: Person }
  const { subscriptions } = (await (await visitor.get('/api/v1/subscriptions/user')).json()) as {
    subscriptions: { subscription: { status: string } }[]
  }
  return {
    dplStatus: user.dplStatus,
    deniedCountry: user.deniedCountry,
    statuses: subscriptions.map((one) => one.subscription.status),
  }
}

const lastCheck = async (email: string) => {
  const [row] = await shop.sql<{ occasion: string; outcome: string; reasons: { kind: string }[] }>(
    'select c.* from screening_checks c join subscribers s on s.id = subscriber_id where email = $1 order by at desc, c.id limit 1',
    [email],
  )
  return [row?.occasion, row?.outcome, row?.reasons.map(({ kind }) => kind)]
}

describe('while the lists are unavailable', () => {
  const down = () => Promise.reject(new Error('the lists are down'))

  test('a registration succeeds and the person is on hold: a missing check is never a pass, and a denied country is still found', async () => {
    vi.spyOn(sampleLists, 'inForce').mockImplementation(down)
    const person = await givenARegistration(shop, { country: 'IR' })
    const [occasion, outcome, kinds] = await lastCheck(person.email)
    assert.deepEqual([occasion, outcome, kinds?.includes('unscreened')], ['registration', 'PENDING', true])
    await activate(shop, person.visitor, person.email)
    assert.deepEqual(await seen(person.visitor), { dplStatus: 'PENDING', deniedCountry: true, statuses: ['pending'] })
  })

  test('a person who could not be checked at registration is checked when the address is confirmed', async () => {
    vi.spyOn(sampleLists, 'inForce').mockImplementation(down)
    const person = await givenARegistration(shop)
    vi.restoreAllMocks()
    await activate(shop, person.visitor, person.email)
    assert.deepEqual(await lastCheck(person.email), ['activation', 'PASS', []])
    assert.deepEqual(await seen(person.visitor), { dplStatus: 'PASS', deniedCountry: false, statuses: ['active'] })
  })

  test('a checkout and a download link return 503 and change nothing, and succeed later', async () => {
    const { visitor } = await givenATrialUser(shop)
    const checkOut = () => visitor.post('/api/v1/plans/statistics-trial/checkout', agreed)
    vi.spyOn(sampleLists, 'inForce').mockImplementation(down)
    const answer = await unchanged(shop, async () => {
      assert.equal((await visitor.get('/api/v1/download/analytics')).status, 503)
      return checkOut()
    })
    const { message } = (await answer.json()) as { message: string }
    assert.deepEqual(
      [answer.status, message],
      [503, 'A required check is not available at the moment. Please try again shortly.'],
    )
    vi.restoreAllMocks()
    assert.equal((await checkOut()).status, 303)
    assert.equal((await visitor.get('/api/v1/download/analytics')).status, 200)
  })
})

describe('the check before a checkout', () => {
  test('puts people on a new list on hold: a pending trial stays pending, and a running one stops', async () => {
    const { visitor, email } = await givenATrialUser(shop, { firstName: 'Petra', lastName: 'Novotna' })
    const names = [{ name: 'Petra Novotna', quality: 'primary' as const }]
    const entries = [{ id: 'N-1', kind: 'person' as const, names, programmes: [] }]
    vi.spyOn(sampleLists, 'inForce').mockImplementation(() =>
      Promise.resolve([{ name: 'New list', hash: 'n', date: '2026-11-20', entries }]),
    )
    assert.equal((await visitor.post('/api/v1/plans/statistics-trial/checkout', agreed)).status, 303)
    assert.deepEqual(await lastCheck(email), ['checkout', 'PENDING', ['list']])
    assert.deepEqual(await seen(visitor), {
      dplStatus: 'PENDING',
      deniedCountry: false,
      statuses: ['pending', 'pending'],
    })
  })
})
