import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { aSandbox, aSubscription } from './tests/given-simulator.ts'

test('events arrive shuffled, some of them twice, each until it has been taken', async (t) => {
  let closed = true
  const world = await aSandbox(t, { refuse: () => closed })
  await aSubscription(world)
  await world.sandbox.tick()
  assert.equal(world.delivered.length, 0)
  const made = (await world.stripe.events.list({ limit: 100 })).data
  assert.ok(made.every(({ pending_webhooks: pending }) => pending === 1))
  closed = false
  await world.sandbox.tick()
  assert.equal(world.delivered.length, 0, 'not before its time')
  world.clock.at = new Date(world.clock.at.getTime() + 3_000)
  await world.sandbox.tick()
  const arrived = world.delivered.map(({ id }) => id)
  assert.deepEqual([...new Set(arrived)].toSorted(), made.map(({ id }) => id).toSorted())
  assert.notDeepEqual([...new Set(arrived)], made.map(({ id }) => id).toReversed())
  assert.ok(arrived.length > made.length, 'one came twice')
  const before = arrived.length
  await world.sandbox.tick()
  assert.equal(world.delivered.length, before)
})

test('what was not taken before a restart is brought after it', async (t) => {
  let closed = true
  const world = await aSandbox(t, { refuse: () => closed })
  await aSubscription(world)
  await world.sandbox.tick()
  await world.restart()
  closed = false
  world.clock.at = new Date('2026-11-20T12:00:00Z')
  await world.sandbox.tick()
  assert.ok(world.delivered.some(({ type }) => type === 'checkout.session.completed'))
})

test('nothing is delivered by itself before the shop listens', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  t.onTestFinished(() => void vi.useRealTimers())
  let carried = 0
  const world = await aSandbox(t, { faults: { delivery: () => (carried++, 'lost') } })
  await aSubscription(world)
  vi.advanceTimersByTime(5_000)
  // A call is answered only after what was due before it.
  const { data: made } = await world.stripe.events.list({ limit: 100 })
  assert.equal(carried, 0)
  world.sandbox.begin()
  vi.advanceTimersByTime(1_000)
  await world.stripe.events.list()
  assert.equal(carried, made.length)
})

test('a test can lose an event for good', async (t) => {
  const world = await aSandbox(t, {
    faults: { delivery: ({ type }) => (type === 'checkout.session.completed' ? 'lost' : undefined) },
  })
  await aSubscription(world)
  await world.sandbox.tick()
  assert.ok(!world.delivered.some(({ type }) => type === 'checkout.session.completed'))
  assert.ok(world.delivered.some(({ type }) => type === 'invoice.paid'))
})
