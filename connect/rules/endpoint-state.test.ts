import assert from 'node:assert/strict'
import { test } from 'vitest'
import { afterFailure, type EndpointHealth } from './endpoint-state.ts'

const start = new Date('2027-03-01T12:00:00Z')
const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000)
const on: EndpointHealth = { state: 'on', failingSince: null, offReason: null }

test('an endpoint is failing after a day without success, and off after five more', () => {
  let standing = on
  const states = [0, 23.9, 24, 143.9, 144].map((hours) => {
    standing = afterFailure(standing, 500, after(hours))
    return standing.state
  })
  assert.deepEqual(states, ['on', 'on', 'failing', 'failing', 'off'])
  assert.deepEqual(standing, { state: 'off', failingSince: start, offReason: 'failed' })
})

test('an endpoint is announced as failing before it is switched off, however rarely something is sent', () => {
  const rare = afterFailure({ ...on, failingSince: start }, null, after(1000))
  assert.equal(rare.state, 'failing')
})

test('410 switches an endpoint off immediately', () => {
  assert.deepEqual(afterFailure(on, 410, start), { state: 'off', failingSince: start, offReason: 'gone' })
})
