import assert from 'node:assert/strict'
import { test } from 'vitest'
import { findTyped, nothingTyped, stillTyping, typeKey } from './type-ahead.ts'

const labels = ['United Kingdom', 'United States', 'Aaland', 'Åland Islands', 'Albania', 'South Korea', 'Uganda']

test('keys within the reset time form one search, and after a pause a new one begins', () => {
  const u = typeKey(nothingTyped, 'u', 1000, 500)
  assert.equal(typeKey(u, 'g', 1500, 500).typed, 'ug')
  assert.equal(typeKey(u, 'g', 1501, 500).typed, 'g')
  assert.equal(stillTyping(u, 1501, 500), false)
  assert.equal(stillTyping(nothingTyped, 0, 500), false)
})

test('repeating one letter cycles through all labels that begin with it', () => {
  assert.equal(findTyped(labels, 'u', -1), 0)
  assert.equal(findTyped(labels, 'uu', 0), 1)
  assert.equal(findTyped(labels, 'uuu', 1), 6)
  assert.equal(findTyped(labels, 'u', 6), 0)
})

test('a longer text stays on a label that still matches', () => {
  assert.equal(findTyped(labels, 'united s', 0), 1)
  assert.equal(findTyped(labels, 'united s', 1), 1)
})

test('a doubled letter selects a label that really begins with it', () => {
  assert.equal(findTyped(labels, 'aa', 4), 2)
})

test('accents and case do not matter, and the beginning of a later word counts if no label begins with the text', () => {
  assert.equal(findTyped(labels, 'ALAND', -1), 3)
  assert.equal(findTyped(labels, 'kor', -1), 5)
  assert.equal(findTyped(labels, 'xyz', -1), -1)
})
