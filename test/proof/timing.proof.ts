import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { aRegistration, givenAShop, givenATrialUser, password } from '../support/given.ts'
import type { TestVisitor } from '../support/http/visitor.ts'

/*
 * The duration of a response must not tell whether an address is known. Known and unknown addresses are requested
 * alternately; then each known one is compared with each unknown one. The share in which the known one took longer
 * (AUC, the area under the ROC curve) is 0.5 if the two cannot be told apart. With 2,000 of each its standard deviation
 * is 0.009.
 */
const pairs = Number(process.env['TIMING_PAIRS'] ?? 2_000)
const goal = 0.03

const shop = await givenAShop({ RATE_LIMIT_FACTOR: '1000000' })
const anAddress = () => `${randomUUID()}@northwind-bottling.example`
const known = Array.from({ length: 20 }, anAddress)
for (const email of known) await givenATrialUser(shop, { email })

const owner = await givenATrialUser(shop)

type Prepared = () => Promise<Response>
const calls: Record<string, (visitor: TestVisitor, email: string) => Promise<Prepared> | Prepared> = {
  'the look-up': (visitor, email) => () => visitor.get(`/api/v1/users/search/${encodeURIComponent(email)}`),
  'the registration': (visitor, email) => () =>
    visitor.post('/api/v1/users', aRegistration({ email }), { 'x-selected-product': 'analytics-trial' }),
  'a registration by a page’s form': async (visitor, email) => {
    const form = await visitor.form('/try/analytics-trial')
    const { phone: _phone, termsAndConditions: _terms, ...texts } = aRegistration({ email })
    const phone = { 'phone.countryCode': '+44', 'phone.phoneNumber': '7700900123' }
    return () => visitor.submit(form, { ...(texts as Record<string, string>), ...phone, termsAndConditions: 'on' })
  },
  'a change of one’s own address': async (_visitor, email) => {
    const { visitor } = owner
    return () => visitor.post('/api/v1/account/email', { email, password })
  },
  'a sign-in with a wrong password': async (visitor, email) => {
    const form = await visitor.form('/api/v1/login?redirect_url=/')
    return () => visitor.submit(form, { email, password: 'not the password of anybody' })
  },
  'a request for a new password': async (visitor, email) => {
    const form = await visitor.form('/identity/forgotten')
    return () => visitor.submit(form, { email })
  },
}

for (const [name, prepare] of Object.entries(calls))
  test(`${name} takes as long for a known address as for an unknown one`, async () => {
    const timeOf = async (email: string) => {
      const visitor = shop.visitor()
      await visitor.get('/api/v1/users/userinfo')
      const call = await prepare(visitor, email)
      const began = performance.now()
      const { status } = await call()
      const took = performance.now() - began
      assert.ok(status < 429, `${name}: ${status}`)
      return took
    }
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let pair = 0; pair < pairs; pair += 1) {
      // Which is first changes, so that neither has an advantage.
      const first = pair % 2 === 0
      if (first) times.known.push(await timeOf(known[pair % known.length] ?? ''))
      times.unknown.push(await timeOf(anAddress()))
      if (!first) times.known.push(await timeOf(known[pair % known.length] ?? ''))
    }
    const auc = areaUnder(times.known, times.unknown)
    console.log(`${name}: AUC ${auc.toFixed(3)} of ${2 * pairs} requests`)
    assert.ok(Math.abs(auc - 0.5) <= goal, `AUC ${auc}`)
  })

/** Returns the share of pairs in which the first is larger; equal ones count half. */
function areaUnder(ones: readonly number[], others: readonly number[]): number {
  const larger = ones.reduce(
    (sum, one) => sum + others.reduce((count, other) => count + (one > other ? 1 : one === other ? 0.5 : 0), 0),
    0,
  )
  return larger / (ones.length * others.length)
}
