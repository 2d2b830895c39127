import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ScreeningFacts } from '../../domain/screening/screening.ts'
import { createCrashCounts } from './crash-counts.ts'

const person = (firstName: string) => ({ firstName }) as ScreeningFacts

test('a person is no longer compared after their check has ended the thread twice, until the lists change', () => {
  const deaths = createCrashCounts()
  deaths.count('lists of today', person('Jane'))
  assert.equal(deaths.isExcluded('lists of today', person('Jane')), false)
  deaths.count('lists of today', person('Jane'))
  assert.equal(deaths.isExcluded('lists of today', person('Jane')), true)
  assert.equal(deaths.isExcluded('lists of tomorrow', person('Jane')), false)
  assert.equal(deaths.isExcluded('lists of today', person('John')), false)
})

test('a thousand people are remembered, the latest ones', () => {
  const deaths = createCrashCounts()
  const ended = (name: string) => {
    deaths.count('lists', person(name))
    deaths.count('lists', person(name))
  }
  for (let number = 0; number <= 1000; number += 1) ended(`Person ${number}`)
  assert.equal(deaths.isExcluded('lists', person('Person 0')), false)
  for (const number of [1, 500, 1000]) assert.equal(deaths.isExcluded('lists', person(`Person ${number}`)), true)
})
