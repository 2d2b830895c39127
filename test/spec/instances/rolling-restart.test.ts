import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { aRegistration, eventually, givenATrialUser, whoIs } from '../../support/given.ts'
import { givenTwoInstances, type Which } from '../../support/servers/two-instances.ts'

const shop = await givenTwoInstances(await useCluster())
const both: readonly Which[] = [0, 1]

const ask = (which: Which, path: string) =>
  fetch(shop.address(which) + path).then(
    ({ status }) => status,
    () => 0,
  )

test('instances restarted one after the other while in use fail no request and end no session; each reports its stop at /readyz while it still responds', async () => {
  const people = await Promise.all([givenATrialUser(shop), givenATrialUser(shop), givenATrialUser(shop)])
  const [reader, other, returning] = people
  const failed: string[] = []
  const registered: string[] = []
  let asked = 0
  const over = new AbortController()
  const note = (what: string, isRight: boolean, answer: { status: number }) => {
    asked += 1
    if (!isRight) failed.push(`${what}: ${answer.status}`)
  }
  const flows: (() => Promise<void>)[] = [
    async () => {
      const answer = await reader.visitor.get('/api/v1/users/userinfo')
      note('who is signed in', (await answer.text()).includes(reader.email), answer)
    },
    async () => {
      const answer = await other.visitor.get('/account', { accept: 'text/html' })
      note('a page', answer.status === 200 && (await answer.text()).includes('</html>'), answer)
    },
    async () => {
      const visitor = shop.visitor()
      const registration = aRegistration()
      const answer = await visitor.post('/api/v1/users', registration, { 'x-selected-product': 'analytics-trial' })
      note('a registration', answer.status === 201, answer)
      if (answer.status !== 201) return
      registered.push(registration.email)
      const { trialToken } = (await answer.json()) as { trialToken: string }
      const checkout = await visitor.post('/api/v1/plans/analytics-trial/checkout', {}, { 'x-trial-token': trialToken })
      note('a checkout', checkout.status === 204, checkout)
    },
    async () => {
      // The provider still has their session, so that they sign in through many redirects without a password, whose
      // attempts are limited.
      const { visitor, email } = returning
      visitor.cookies.delete('session')
      const arrived = await visitor.request('/api/v1/login?redirect_url=/', { follow: true })
      note('a sign-in', arrived.status === 200 && arrived.url === `${shop.url}/`, arrived)
      if ((await whoIs(visitor)) !== email) failed.push(`not signed in at ${arrived.url}`)
    },
  ]
  const running = flows.map(async (flow) => {
    while (!over.signal.aborted) await flow()
  })
  for (const which of both) {
    const stopped = shop.stop(which)
    // So that a proxy can redirect traffic in time.
    await eventually('a red light beside an answer', async () => {
      const [light, answer] = await Promise.all([ask(which, '/readyz'), ask(which, '/api/v1/plans')])
      return light === 503 && answer === 200
    })
    await stopped
    assert.equal(await ask(which, '/healthz'), 0)
    const before = asked
    await eventually('requests while one is away', async () => asked > before + flows.length)
    await shop.begin(which)
  }
  over.abort()
  await Promise.all(running)
  assert.deepEqual(failed, [])
  for (const { visitor, email } of people) assert.equal(await whoIs(visitor), email)
  const kept = await shop.sql<{ email: string }>('select email from subscribers where email = any($1)', [registered])
  assert.equal(kept.length, registered.length)
})
