import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { aSandbox, aSubscription } from './tests/given-simulator.ts'

test('events arrive shuffled, some of them twice, each until it is acknowledged', async (t) => {
  let closed = true
  const setup = await aSandbox(t, { refuse: () => closed })
  await aSubscription(setup)
  await setup.sandbox.tick()
  assert.equal(setup.delivered.length, 0)
  const made = (await setup.stripe.events.list({ limit: 100 })).data
  assert.ok(made.every(({ pending_webhooks: pending }) => pending === 1))
  closed = false
  await setup.sandbox.tick()
  assert.equal(setup.delivered.length, 0, 'not before its time')
  setup.clock.at = new Date(setup.clock.at.getTime() + 3_000)
  await setup.sandbox.tick()
  const arrived = setup.delivered.map(({ id }) => id)
  assert.deepEqual([...new Set(arrived)].toSorted(), made.map(({ id }) => id).toSorted())
  assert.notDeepEqual([...new Set(arrived)], made.map(({ id }) => id).toReversed())
  assert.ok(arrived.length > made.length, 'one came twice')
  const before = arrived.length
  await setup.sandbox.tick()
  assert.equal(setup.delivered.length, before)
})

test('events not accepted before a restart are delivered after it', async (t) => {
  let closed = true
  const setup = await aSandbox(t, { refuse: () => closed })
  await aSubscription(setup)
  await setup.sandbox.tick()
  await setup.restart()
  closed = false
  setup.clock.at = new Date('2026-11-20T12:00:00Z')
  await setup.sandbox.tick()
  assert.ok(setup.delivered.some(({ type }) => type === 'checkout.session.completed'))
})

test('the simulator delivers nothing automatically before the shop listens', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  t.onTestFinished(() => void vi.useRealTimers())
  let carried = 0
  const setup = await aSandbox(t, { faults: { delivery: () => (carried++, 'lost') } })
  await aSubscription(setup)
  vi.advanceTimersByTime(5_000)
  // The simulator answers a call only after the events that were due before it.
  const { data: made } = await setup.stripe.events.list({ limit: 100 })
  assert.equal(carried, 0)
  setup.sandbox.begin()
  vi.advanceTimersByTime(1_000)
  await setup.stripe.events.list()
  assert.equal(carried, made.length)
})

test('a test can lose an event permanently', async (t) => {
  const setup = await aSandbox(t, {
    faults: { delivery: ({ type }) => (type === 'checkout.session.completed' ? 'lost' : undefined) },
  })
  await aSubscription(setup)
  await setup.sandbox.tick()
  assert.ok(!setup.delivered.some(({ type }) => type === 'checkout.session.completed'))
  assert.ok(setup.delivered.some(({ type }) => type === 'invoice.paid'))
})
