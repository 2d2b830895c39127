import assert from 'node:assert/strict'
import { test } from 'vitest'
import { stateAt, timesReceived, timesSeen, type Times } from './state.ts'
import type { Lease } from './statements.ts'

const start = Date.parse('2027-01-01T00:00:10Z') / 1000
const [hour, day] = [3600, 86_400]
const lease = { iat: start, nbf: start - 60, renew: start + day, exp: start + 14 * day } as Lease

test('a clock that was set back by a day or more requires a connection, by a few hours does not, and gains no time', () => {
  let times: Times = timesReceived({ floor: 0, mark: 0 }, lease.iat, lease, start)
  /** The program looks at the clock, which has passed from then on. */
  const look = (system: number) => {
    const { state } = stateAt(lease, null, times, system)
    times = timesSeen(times, lease, system)
    return state
  }
  assert.equal(look(start + 5 * day), 'licensed')
  assert.equal(look(start + 5 * day - 20 * hour), 'licensed')
  assert.equal(look(start + 3.9 * day), 'clock')
  assert.equal(look(start + day), 'clock')
  // A response of the server corrects the times.
  times = timesReceived(times, lease.iat, lease, start + day)
  assert.equal(look(start + day), 'licensed')
  assert.equal(look(start + 12 * day), 'renew-soon')
  assert.equal(look(start + 14 * day + hour), 'expired')
  assert.equal(look(start), 'clock')
})

test('a program runs without the server until its lease ends, with a warning three days before', () => {
  const times = { floor: start, mark: start }
  for (let days = 1; days <= 16; days += 1) {
    const expected = days <= 10 ? 'licensed' : days <= 13 ? 'renew-soon' : 'expired'
    assert.equal(stateAt(lease, null, times, start + days * day + hour).state, expected, String(days))
  }
})
