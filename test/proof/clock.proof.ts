import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { SandboxClock } from '../../sandbox/clock.ts'
import { eventsOf, givenASubscriber, heldBy } from '../support/billing/given-buyer.ts'
import { useCluster } from '../support/cluster.ts'
import { givenAShop, givenATrialUser, signIn, whoIs, type TestShop } from '../support/given.ts'
import { givenAProvider } from '../support/servers/given-provider.ts'
import { createVisitor, type TestVisitor } from '../support/http/visitor.ts'

/*
 * The machine's clock jumps by ten minutes, forward and back, around every moment at which something falls due; with two
 * instances, one is ahead of the other by twenty minutes. The billing provider's clock is right throughout. Every period is in UTC,
 * each expiry and each charge happens once. Daylight saving time, 29 February, the ends of months and the turn of the year
 * are in test/spec/renewals/renewals.test.ts and domain/calendar.test.ts.
 */
const start = '2026-11-20T12:00:00Z'
const minute = 60_000
const jumps = [0, 10, -10, 10, -10, 0]
const trials = 6
const payers = 3
const moments = [
  '2026-11-27T11:55:00Z',
  '2026-11-27T13:05:00Z',
  '2026-12-04T13:05:00Z',
  '2026-12-11T13:05:00Z',
  '2026-12-18T13:05:00Z',
  '2026-12-20T23:55:00Z',
  '2026-12-21T00:05:00Z',
  '2026-12-25T13:05:00Z',
  '2026-12-31T23:55:00Z',
]
const days = ['2026-11-20', '2026-11-27', '2026-12-04', '2026-12-11', '2026-12-18', '2026-12-25']

const cluster = await useCluster()

for (const instances of [1, 2] as const)
  test(
    `${instances === 1 ? 'one instance' : 'two instances'}: works correctly when the clock jumps by ten minutes`,
    { timeout: 600_000 },
    async () => {
      const provider = await givenAProvider(cluster, {}, start)
      const offsets = Array.from({ length: instances }, () => 0)
      const clockOf = (which: number): SandboxClock => ({
        now: () => new Date(provider.clock.now().getTime() + (offsets[which] ?? 0)),
        moved: () => true,
        set: () => assert.fail('the clock is moved by the story alone'),
      })
      const settings = { ...provider.environment, CLOCK_START: start }
      const first = await givenAShop(settings, cluster, clockOf(0))
      provider.reportTo(first.url)
      const ended: { id: string; visitor: TestVisitor }[] = []
      for (let count = 0; count < trials; count += 1) {
        const { visitor } = await givenATrialUser(first)
        const [held] = await heldBy(visitor)
        ended.push({ visitor, id: held?.subscription.id ?? '' })
      }
      const paying = []
      for (let count = 0; count < payers; count += 1) paying.push(await givenASubscriber(first, 'analytics-weekly'))
      const shops: TestShop[] = [first]
      if (instances === 2)
        shops.push(await givenAShop({ ...settings, DATABASE_URL: first.databaseUrl }, cluster, clockOf(1)))

      const catchUp = async () => {
        for (let round = 0; round < 4; round += 1) {
          await provider.tick()
          for (const shop of shops) await shop.catchUp()
        }
      }
      const jump = (minutes: number) => {
        for (const which of offsets.keys()) offsets[which] = (which === 0 ? minutes : -minutes) * minute
      }
      const at = (which: number, visitor: TestVisitor) => {
        const there = createVisitor(shops[which]?.url ?? '')
        for (const [name, value] of visitor.cookies) there.cookies.set(name, value)
        return there
      }

      let asked = 0
      const reader = paying[0] ?? assert.fail()
      for (const moment of moments) {
        provider.clock.set(new Date(moment))
        await signIn(reader.visitor, reader.email)
        for (const minutes of jumps) {
          jump(minutes)
          await catchUp()
          for (const which of shops.keys()) {
            asked += 1
            assert.equal(
              await whoIs(at(which, reader.visitor)),
              reader.email,
              `${moment} ${minutes} min: still signed in`,
            )
          }
        }
      }
      // Last seen up to ten minutes ahead of the right time: after 30 minutes without a request the session is over
      // nevertheless.
      jump(0)
      provider.clock.set(new Date(provider.clock.now().getTime() + 41 * minute))
      assert.equal(await whoIs(reader.visitor), null, 'the session is over')

      let [twice, missed] = [0, 0]
      for (const { id } of ended) {
        const events = await eventsOf(first, id)
        const count = events.filter((event) => event.startsWith('STATUS_CHANGED')).length
        if (count > 1) twice += 1
        if (count === 0) missed += 1
        const [row] = await first.sql<{ status: string; end_date: Date }>(
          'select status, end_date from subscriptions where id = $1',
          [id],
        )
        assert.deepEqual([row?.status, row?.end_date.toISOString()], ['expired', '2026-12-20T00:00:00.000Z'])
      }
      const charged: string[][] = []
      for (const { email } of paying) {
        const [customer] = (await provider.stripe.customers.list({ email })).data
        const { data } = await provider.stripe.charges.list({ customer: customer?.id ?? '', limit: 100 })
        charged.push(
          data
            .filter((charge) => charge.paid)
            .map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10))
            .toReversed(),
        )
      }
      const rows = await first.sql<{ end_date: Date; status: string }>(
        "select status, end_date from subscriptions where type = 'subscription'",
      )
      console.log(
        `${instances === 1 ? 'one instance' : 'two instances, up to 20 minutes apart'}: ${moments.length * jumps.length} clock settings of ±10 minutes; ${trials} trials: ${missed} not expired, ` +
          `${twice} expired twice; ${payers} weekly subscriptions: ${charged.flat().length} charges of ${payers * days.length}; ${asked} times still signed in`,
      )
      assert.deepEqual([missed, twice], [0, 0])
      for (const each of charged) assert.deepEqual(each, days)
      for (const { status, end_date: end } of rows)
        assert.deepEqual([status, end.toISOString()], ['active', '2027-01-01T00:00:00.000Z'])
    },
  )
