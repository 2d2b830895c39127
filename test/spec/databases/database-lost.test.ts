import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { aRegistration, eventually, givenAShop, givenATrialUser, whoIs } from '../../support/given.ts'
import { aWire } from '../../support/http/wire.ts'

const cluster = await useCluster()
const wire = await aWire((await cluster.createDatabase()).url)
cluster.atEnd(wire.cut)
const shop = await givenAShop({ DATABASE_URL: wire.url }, cluster)

/** Asserts the shop's responses while it has no database, each within the time limit. */
async function answersWhileLost(cookie: string): Promise<void> {
  const anonymous = shop.visitor()
  await anonymous.get('/api/v1/users/userinfo')
  const asked: [string, () => Promise<Response>, number][] = [
    ['the health of the process', () => fetch(`${shop.url}/healthz`), 200],
    ['readiness', () => fetch(`${shop.url}/readyz`), 503],
    ['plans, which need no database', () => fetch(`${shop.url}/api/v1/plans`), 200],
    ['the front page, which needs none either', () => fetch(shop.url), 200],
    ['who is signed in', () => fetch(`${shop.url}/api/v1/users/userinfo`, { headers: { cookie } }), 503],
    ['a page for somebody signed in', () => fetch(`${shop.url}/try/analytics-trial`, { headers: { cookie } }), 503],
    ['a registration', () => anonymous.post('/api/v1/users', aRegistration()), 503],
    ['a look-up', () => anonymous.get('/api/v1/users/search/nobody@a.example'), 503],
    [
      'the provider’s sign-in',
      () => anonymous.get('/api/v1/login', {}).then(({ headers }) => fetch(headers.get('location') ?? shop.url)),
      503,
    ],
  ]
  await Promise.all(
    asked.map(async ([what, ask, status]) => {
      const began = process.hrtime.bigint()
      const answer = await ask()
      const took = Number(process.hrtime.bigint() - began) / 1e6
      assert.equal(answer.status, status, what)
      assert.equal(/^[2-5]$/.test(answer.headers.get('retry-after') ?? ''), status === 503, what)
      // Three seconds are promised; a machine busy with other tests gets more.
      assert.ok(took < 9_000, `${what} took ${Math.round(took)} ms`)
      const text = await answer.text()
      if (status === 503 && answer.headers.get('content-type')?.includes('json'))
        assert.match(text, /"(message|status)":"[^"]+"/)
      // A page also contains random tokens, which may have the letters of a file's name.
      assert.doesNotMatch(text, /ECONN|postgres|\bat [^\n]*\.ts:\d/i)
    }),
  )
}

async function isWellAgain(): Promise<void> {
  const began = process.hrtime.bigint()
  await eventually('readiness', async () => (await fetch(`${shop.url}/readyz`)).ok)
  // Five seconds are promised; a machine busy with other tests gets more.
  assert.ok(Number(process.hrtime.bigint() - began) / 1e6 < 15_000, 'soon, without a restart')
  assert.equal((await shop.visitor().post('/api/v1/users', aRegistration())).status, 201)
}

const over = 'The database can be used again.'
for (const [fault, lose, cause] of [
  ['nothing listening at the database’s address', wire.cut, 'The database cannot be reached: no server listens there.'],
  ['a database that no longer responds', wire.die, 'The database cannot be reached: no response in time.'],
] as const)
  test(`with ${fault}, the shop returns 503 with a sentence, logs the cause in one line, and recovers automatically`, async () => {
    const { visitor, email } = await givenATrialUser(shop)
    await lose()
    await answersWhileLost(`session=${visitor.cookies.get('session') ?? ''}`)
    assert.equal(shop.said.filter((line) => line === cause).length, 1, shop.said.join('\n'))
    await wire.mend()
    wire.hangUp()
    await isWellAgain()
    assert.equal(await whoIs(visitor), email, 'the session is still there')
    await eventually('the line that ends the outage', async () => {
      await fetch(`${shop.url}/readyz`)
      return shop.said.findLast((line) => line === cause || line === over) === over
    })
  })

test('connections that break during work fail only the requests that use them', async () => {
  await givenATrialUser(shop)
  const visitors = Array.from({ length: 6 }, () => shop.visitor())
  const work = visitors.map(async (visitor) => {
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await visitor.post('/api/v1/users', aRegistration())).status)
      if (count === 1) wire.hangUp()
    }
    return statuses
  })
  const statuses = (await Promise.all(work)).flat()
  assert.deepEqual(
    statuses.filter((status) => status !== 201 && status !== 503),
    [],
  )
  assert.ok(statuses.includes(201))
  await isWellAgain()
})

test('a start that loses the database begins again once it is back', async () => {
  const said = shop.said.length
  wire.hangUpOn('as moments (at', 2)
  await shop.restart()
  const line = 'The database cannot be used: the connection was lost. Retrying startup until it can be used.'
  assert.deepEqual(
    shop.said.slice(said).filter((text) => text.startsWith('The database')),
    [line],
  )
  await isWellAgain()
})
