import assert from 'node:assert/strict'
import { test } from 'node:test'
import { interfaceLimits, lifetimes, requestLimits } from './limits.ts'

const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(count * 60)
const days = (count: number) => hours(count * 24)

test('client detection asks every 2,000 ms, and a toast is shown for six seconds', () => {
  assert.equal(interfaceLimits.clientDetectionInterval, 2000)
  assert.equal(interfaceLimits.toastShown, 6000)
})

test('a link that takes over an account is valid for a day at most, one that activates it for a week', () => {
  assert.equal(lifetimes.resetLink, hours(1))
  assert.equal(lifetimes.firstPasswordLink, days(1))
  assert.equal(lifetimes.emailChangeLink, days(1))
  assert.equal(lifetimes.activationLink, days(7))
  assert.equal(lifetimes.trialToken, minutes(10))
})

test('a session ends after half an hour without use, and after twelve hours in any case', () => {
  assert.equal(lifetimes.sessionIdle, minutes(30))
  assert.equal(lifetimes.sessionAbsolute, hours(12))
  assert.equal(lifetimes.confirmation, minutes(15))
  assert.equal(lifetimes.knownBrowser, days(180))
})

test('a download begins within five minutes of its link and can be resumed for twelve hours', () => {
  assert.equal(lifetimes.downloadStart, minutes(5))
  assert.equal(lifetimes.downloadResume, hours(12))
})

test('what is remembered of a person without an end goes after its days', () => {
  assert.equal(lifetimes.unconfirmedAddress, days(30))
  assert.equal(lifetimes.undeliveredMail, days(30))
  assert.equal(lifetimes.doneJob, days(30))
  assert.equal(lifetimes.activity, days(400))
})

test('a request has 64 KiB at most', () => {
  assert.equal(requestLimits.bodyBytes, 65_536)
})
