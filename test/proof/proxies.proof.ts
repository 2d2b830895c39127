import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { setTimeout } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { useCluster } from '../support/cluster.ts'
import { aRegistration, eventually, givenATrialUser, password, signIn, whoIs } from '../support/given.ts'
import { givenTwoInstances, type TwoInstances, type Which } from '../support/servers/two-instances.ts'
import { samples, startSample } from './proxies.ts'

const cluster = await useCluster()

/** Registers a visitor whose own address differs from the proxy's. */
async function registerFrom(shop: TwoInstances, localAddress: string, more: Record<string, string>) {
  const visitor = shop.visitor()
  await visitor.get('/api/v1/users/userinfo')
  const registration = aRegistration()
  const headers = {
    'content-type': 'application/json',
    'x-selected-product': 'analytics-trial',
    'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '',
    cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...more,
  }
  const sent = request(`${shop.url}/api/v1/users`, { method: 'POST', localAddress, headers })
  sent.end(JSON.stringify(registration))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return { email: registration.email, status: answer.statusCode }
}

for (const name of Object.keys(samples) as (keyof typeof samples)[])
  describe(`${name}, set up as in the operating guide`, async () => {
    const shop = await givenTwoInstances(cluster, { startProxy: (ports) => startSample(name, ports) })
    await eventually('the first answer', async () => (await fetch(`${shop.url}/healthz`)).ok)

    test('a person registers, signs out and in again, over https', async () => {
      const { visitor, email } = await givenATrialUser(shop)
      assert.equal(await whoIs(visitor), email)
      assert.ok(visitor.cookies.has('__Host-session'))
      const again = shop.visitor()
      await signIn(again, email, password)
      assert.equal(await whoIs(again), email)
      const page = await fetch(shop.url)
      assert.match(page.headers.get('strict-transport-security') ?? '', /includeSubDomains/)
    })

    test('an installer downloads completely, and resumes after an interruption', async () => {
      const { visitor } = await givenATrialUser(shop)
      const answer = await visitor.get('/api/v1/plans/analytics-trial/download/link')
      const { link, size } = (await answer.json()) as { link: string; size: number }
      const whole = Buffer.from(await (await visitor.get(link)).arrayBuffer())
      assert.equal(whole.length, size)
      const rest = await visitor.get(link, { range: 'bytes=100-' })
      assert.equal(rest.status, 206)
      assert.ok(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(100)))
    })

    test('metrics are closed in every spelling of the path, and probes respond', async () => {
      for (const path of [
        '/metrics',
        '/metrics/',
        '/metrics?x',
        '/%6detrics',
        '/%6Detrics/',
        '//metrics',
        '/./metrics',
      ]) {
        const answer = await fetch(shop.url + path)
        assert.ok([400, 403, 404].includes(answer.status), `${path}: ${answer.status}`)
        assert.doesNotMatch(await answer.text(), /process_resident/)
      }
      for (const which of [0, 1] as const)
        assert.equal((await fetch(`${shop.address(which)}/metrics`)).status, 200, 'on the machine itself')
      for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(shop.url + path)).status, 200)
    })

    test('the visitor’s own address counts, not the proxy’s, and not one that they claim', async () => {
      const { email, status } = await registerFrom(shop, '127.0.0.2', { 'x-forwarded-for': '203.0.113.77' })
      assert.equal(status, 201)
      const [row] = await shop.sql<{ address: string }>(
        `select a.from_address as address from acceptances a join subscribers s on s.id = a.subscriber_id where s.email = $1 limit 1`,
        [email],
      )
      assert.equal(row?.address, '127.0.0.2')
    })

    test('without its database the shop still shows its pages and says why a form fails, and recovers', async () => {
      const visitor = shop.visitor()
      await visitor.get('/api/v1/users/userinfo')
      await shop.wire.cut()
      try {
        for (const which of [0, 1] as const)
          await eventually('an instance that is not ready', async () => {
            return (await fetch(`${shop.address(which)}/readyz`)).status === 503
          })
        // Until every proxy has seen it.
        await setTimeout(1_500)
        for (let count = 0; count < 5; count += 1) {
          const page = await fetch(shop.url, { headers: { accept: 'text/html' } })
          assert.equal(page.status, 200)
          assert.match(await page.text(), /<\/html>/)
        }
        const refused = await visitor.post('/api/v1/users', aRegistration())
        assert.equal(refused.status, 503)
        assert.match(((await refused.json()) as { message: string }).message, /./)
      } finally {
        await shop.wire.mend()
      }
      await eventually('a registration', async () => {
        return (await shop.visitor().post('/api/v1/users', aRegistration())).status === 201
      })
    })

    test('a rolling restart under load fails no request', async () => {
      const { visitor, email } = await givenATrialUser(shop)
      const failed: string[] = []
      let asked = 0
      const over = new AbortController()
      const note = (what: string, right: boolean, status: number) => {
        asked += 1
        if (!right) failed.push(`${what}: ${status}`)
      }
      const flows: (() => Promise<void>)[] = [
        async () => {
          const answer = await visitor.get('/api/v1/users/userinfo')
          note('who is signed in', (await answer.text()).includes(email), answer.status)
        },
        async () => {
          const answer = await visitor.get('/account', { accept: 'text/html' })
          note('a page', (await answer.text()).includes('</html>'), answer.status)
        },
        async () => {
          const answer = await visitor.post('/api/v1/preferences', { language: 'en' })
          await answer.text()
          note('a form', answer.status === 204, answer.status)
        },
        async () => {
          const answer = await fetch(`${shop.url}/api/v1/plans`)
          await answer.text()
          note('the plans', answer.status === 200, answer.status)
        },
      ]
      const running = flows.map(async (flow) => {
        while (!over.signal.aborted)
          await flow().catch((error: Error) => void failed.push(`${error.message} ${String(error.cause)}`))
      })
      for (const which of [0, 1] as const satisfies Which[]) {
        await shop.stop(which)
        const before = asked
        await eventually('requests while one is away', async () => asked > before + 20)
        await shop.begin(which)
        // As the guide says, the next instance is restarted after this one serves again.
        await eventually('requests at the one that is back', async () => {
          const metrics = await (await fetch(`${shop.address(which)}/metrics`)).text()
          return Number(/^http_responses_total\{status="2xx"\} (\d+)$/m.exec(metrics)?.[1] ?? 0) > 100
        })
      }
      over.abort()
      await Promise.all(running)
      console.log(`${name}: a rolling restart under ${asked} requests`)
      // nginx does not check /readyz, and does not resend a form whose port is just closing. Each of the two stops may
      // lose one.
      const isLostForm = (one: string) => name === 'nginx' && one === 'a form: 502'
      assert.deepEqual(
        failed.filter((one) => !isLostForm(one)),
        [],
      )
      assert.ok(failed.length <= 2, `${failed.length} forms were lost`)
    })
  })
