import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { evaluateTags, hasCurrent } from './preconditions.ts'

const etag = '"abc"'
const modified = Date.parse('2026-11-20T12:00:00.750Z')
const time = 'Fri, 20 Nov 2026 12:00:00 GMT'

describe('If-None-Match', () => {
  it('is compared weakly, with each tag of a list, and * is any response', () => {
    for (const has of [etag, 'W/"abc"', '"x", W/"abc"', '*', ' * ']) assert.equal(hasCurrent(has, etag), true, has)
    for (const has of [undefined, '', '"x"', '"*"', 'abc']) assert.equal(hasCurrent(has, etag), false, has)
    assert.equal(hasCurrent(etag, 'W/"abc"'), true)
    assert.deepEqual([hasCurrent('null', null), hasCurrent('*', null)], [false, true])
  })

  it('takes precedence over If-Modified-Since', () => {
    const since = { 'if-modified-since': time }
    assert.deepEqual(evaluateTags({ ...since, 'if-none-match': '"x"' }, { etag, modified }), {})
    assert.deepEqual(evaluateTags({ ...since, 'if-none-match': etag }, { etag, modified }), { 'if-none-match': '*' })
    assert.deepEqual(evaluateTags(since, { etag, modified }), since)
  })
})

describe('If-Match', () => {
  it('is compared strongly, and takes precedence over If-Unmodified-Since', () => {
    const since = { 'if-unmodified-since': time }
    const outcome = (ifMatch: string, tag: string | null = etag) =>
      evaluateTags({ ...since, 'if-match': ifMatch }, { etag: tag, modified })
    for (const ifMatch of [etag, '"x", "abc"', '*']) assert.deepEqual(outcome(ifMatch), { 'if-match': '*' }, ifMatch)
    for (const ifMatch of ['W/"abc"', '"x"', '']) assert.deepEqual(outcome(ifMatch), { 'if-match': 'none' }, ifMatch)
    assert.deepEqual(outcome(etag, null), { 'if-match': 'none' })
    assert.deepEqual(evaluateTags(since, { etag, modified }), since)
  })
})

describe('If-Range', () => {
  const range = 'bytes=1-'
  const kept = (ifRange: string, tag: string | null = etag) =>
    evaluateTags({ range, 'if-range': ifRange }, { etag: tag, modified }).range === range

  it('needs the same strong tag, or the very time of the last change', () => {
    for (const same of [etag, time]) assert.equal(kept(same), true, same)
    const others = ['W/"abc"', '"x"', '"x", "abc"', 'abc', '']
    for (const other of [...others, 'Fri, 20 Nov 2026 12:00:01 GMT', 'Fri, 20 Nov 2026 11:59:59 GMT'])
      assert.equal(kept(other), false, other)
  })

  it('matches no tag while that of the file is unknown, but its time', () => {
    assert.deepEqual([kept(etag, null), kept('W/"abc"', null), kept(time, null)], [false, false, true])
  })
})
