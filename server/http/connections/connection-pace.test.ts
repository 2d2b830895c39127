import assert from 'node:assert/strict'
import { test, type TestContext, vi } from 'vitest'
import { createConnectionPace } from './connection-pace.ts'

/** Returns a pace whose time is set by `pass`, and what happened to each connection. */
function givenPace(t: TestContext) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  t.onTestFinished(() => void vi.useRealTimers())
  let moment = 0
  const states: string[] = []
  const pace = createConnectionPace(() => moment)
  return {
    states,
    slowDown: pace.slowDown,
    begin(client: string) {
      const place = states.push('reading') - 1
      const become = (state: string) => () => void (states[place] = state)
      pace.begin(client, {
        pause: become('waiting'),
        resume: become('reading'),
        destroy: become('ended'),
      } as unknown as Parameters<typeof pace.begin>[1])
    },
    pass(ms: number) {
      moment += ms
      vi.advanceTimersByTime(ms)
    },
  }
}

test('connections of a slowed client are read one after the other, and those of others immediately', (t) => {
  const { states, slowDown, begin, pass } = givenPace(t)
  begin('one')
  slowDown('one')
  for (const client of ['one', 'one', 'other', 'one']) begin(client)
  const [first, other] = ['reading', 'reading']
  assert.deepEqual(states, [first, 'waiting', 'waiting', other, 'waiting'])
  pass(100)
  assert.deepEqual(states, [first, 'reading', 'waiting', other, 'waiting'])
  pass(100)
  assert.deepEqual(states, [first, 'reading', 'reading', other, 'waiting'])
})

test('a client’s connections are read immediately again ten seconds after its last one was closed', (t) => {
  const { states, slowDown, begin, pass } = givenPace(t)
  slowDown('one')
  pass(100)
  // Ten per second, of which none is ended.
  for (let opened = 0; opened < 99; opened += 1) {
    begin('one')
    begin('one')
    pass(100)
  }
  states.length = 0
  begin('one')
  begin('one')
  assert.deepEqual(states, ['reading', 'reading'])
})

test('connections that would wait for more than four seconds are closed, and delay no other', (t) => {
  const { states, slowDown, begin, pass } = givenPace(t)
  slowDown('one')
  for (let opened = 0; opened < 1500; opened += 1) begin('one')
  assert.equal(states.filter((state) => state === 'ended').length, 1460)
  pass(4100)
  assert.ok(!states.includes('waiting'))
  begin('one')
  assert.equal(states.at(-1), 'reading')
})
