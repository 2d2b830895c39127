import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, test } from 'vitest'
import type { Span } from '../../../platform/trace-context.ts'
import { fetchLists } from './fetch-lists.ts'
import { openListFolder } from './open-folder.ts'
import { sourcesOf } from './sources.ts'
import {
  aConsolidatedList,
  anAdd,
  anAlt,
  anSdn,
  givenAFolder,
  manyNames,
  inEnglish,
} from '../../../test/support/screening/given-lists.ts'

/** A mirror on this machine: its files by path, and how often each was requested. */
const served = new Map<string, { body: string; etag?: string; failures?: number; location?: string }>()
const asked: { path: string; status: number; traceparent: unknown }[] = []
const mirror = createServer((request, response) => {
  const path = (request.url ?? '').slice(1)
  const answer = (status: number, headers: Record<string, string>, body = '') => {
    asked.push({ path, status, traceparent: request.headers['traceparent'] })
    response.writeHead(status, headers).end(body)
  }
  const one = served.get(path)
  if (!one) return answer(404, {})
  if (one.failures) {
    one.failures -= 1
    return answer(503, {})
  }
  if (one.location !== undefined) return answer(302, { location: one.location })
  if (one.etag && request.headers['if-none-match'] === one.etag) return answer(304, {})
  answer(200, { 'last-modified': 'Fri, 27 Feb 2026 10:00:00 GMT', ...(one.etag && { etag: one.etag }) }, one.body)
})
await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve))
afterAll(() => mirror.close())
const base = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`

const only = (list: string) => sourcesOf(base).filter((source) => source.list === list)
const csl = only('US Consolidated Screening List')
const sdn = only('OFAC Specially Designated Nationals')
const { understand } = openListFolder(givenAFolder().path, () => undefined)
const fetchInto = (folder: string, sources = csl) =>
  fetchLists({ folder, sources, now: () => new Date(), understand, pauses: [0, 0] })
const list = aConsolidatedList(manyNames(5))

describe('downloading the lists', () => {
  test('puts a list into the folder with its publisher’s date, and downloads nothing that has not changed', async () => {
    const folder = givenAFolder().path
    served.set('consolidated.csv', { body: list, etag: '"1"' })
    assert.deepEqual(await fetchInto(folder), [{ list: csl[0]?.list, outcome: 'new' }])
    const file = join(folder, 'consolidated.csv')
    assert.equal(readFileSync(file, 'utf8'), list)
    assert.equal(statSync(file).mtime.toISOString(), '2026-02-27T10:00:00.000Z')
    assert.deepEqual(await fetchInto(folder), [{ list: csl[0]?.list, outcome: 'unchanged' }])
    assert.equal(asked.at(-1)?.status, 304)
  })

  test('tries again if the publisher is briefly unavailable, and records each attempt as a span and passes it on, while spans are collected', async () => {
    const folder = givenAFolder().path
    served.set('consolidated.csv', { body: list, failures: 1 })
    const spans: Span[] = []
    const note = (span: unknown) => void spans.push(span as Span)
    subscribe('tillhouse:span', note)
    try {
      assert.equal((await fetchInto(folder))[0]?.outcome, 'new')
    } finally {
      unsubscribe('tillhouse:span', note)
    }
    await fetchInto(folder)
    assert.deepEqual(
      spans.map(({ name, kind, failed }) => [name, kind, failed]),
      [
        ['list download', 'client', true],
        ['list download', 'client', false],
      ],
    )
    assert.deepEqual(
      asked.slice(-3).map(({ traceparent }) => traceparent),
      [...spans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`), undefined],
    )
  })

  test('keeps the former files if the new ones cannot be read, and states the reason', async () => {
    const folder = givenAFolder().path
    served.set('consolidated.csv', { body: list })
    await fetchInto(folder)
    for (const body of ['<html>Maintenance</html>', list.slice(0, -20), '']) {
      served.set('consolidated.csv', { body })
      const [fetched] = await fetchInto(folder)
      assert.equal(fetched?.outcome, 'failed')
      assert.match(fetched.finding ? inEnglish(fetched.finding) : '', /^consolidated\.csv/)
      assert.equal(readFileSync(join(folder, 'consolidated.csv'), 'utf8'), list)
    }
    served.delete('consolidated.csv')
    assert.match((await fetchInto(folder))[0]?.reason ?? '', /returned 404$/)
  })

  test('replaces the three files of a list together, or none of them', async () => {
    const folder = givenAFolder().path
    served.set('sdn.csv', { body: anSdn([{ number: 1, name: 'KARNOVAK, Zoltan', type: 'individual' }]) })
    served.set('alt.csv', { body: anAlt([{ number: 1, name: 'KARNOWAK, Zoltan' }]) })
    assert.equal((await fetchInto(folder, sdn))[0]?.outcome, 'failed')
    assert.equal(existsSync(join(folder, 'sdn.csv')), false)
    served.set('add.csv', { body: anAdd([1]) })
    assert.equal((await fetchInto(folder, sdn))[0]?.outcome, 'new')
  })

  test('uses no other machine without TLS', async () => {
    const sources = sourcesOf('http://mirror.example/lists').slice(0, 1)
    const [fetched] = await fetchLists({
      folder: givenAFolder().path,
      sources,
      now: () => new Date(),
      understand,
      pauses: [],
    })
    assert.equal(fetched?.reason, 'mirror.example is not reached by https.')
  })

  test('follows redirects, and refuses any address on the way without TLS', async () => {
    const folder = givenAFolder().path
    served.set('elsewhere.csv', { body: list })
    served.set('consolidated.csv', { body: '', location: '/elsewhere.csv' })
    assert.equal((await fetchInto(folder))[0]?.outcome, 'new')
    const before = asked.length
    served.set('consolidated.csv', { body: '', location: 'http://mirror.example/and-back' })
    assert.equal((await fetchInto(folder))[0]?.reason, 'mirror.example is not reached by https.')
    // Not requested again, because another attempt would change nothing.
    assert.equal(asked.length, before + 1)
    served.set('consolidated.csv', { body: '', location: '/consolidated.csv' })
    assert.match((await fetchInto(folder))[0]?.reason ?? '', /redirects too often/)
    served.delete('consolidated.csv')
  })
})
