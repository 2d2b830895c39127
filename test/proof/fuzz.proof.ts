import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { test } from 'vitest'
import fc from 'fast-check'
import {
  addressOf,
  givenCallers,
  endings,
  inQuery,
  isOwn,
  needsSession,
  partsOf,
  type Call,
  type Part,
} from '../support/contract/from-document.ts'
import { breaking, passing } from '../support/contract/from-schema.ts'
import { givenAShop } from '../support/given.ts'
import { unchanged } from '../support/unchanged.ts'
import type { TestVisitor } from '../support/http/visitor.ts'

/*
 * Requests derived from the OpenAPI document. Those that must be refused are: none of them changes a row, in any table. Those
 * that a schema lets pass are answered by anything but a server error; a 503 is printed with its reason in the log. FUZZ_REQUESTS says how many (100,000), FUZZ_SEED which.
 */
const count = Number(process.env['FUZZ_REQUESTS'] ?? 100_000)
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(1, 2 ** 31))
const connections = 8
const shop = await givenAShop({ RATE_LIMIT_FACTOR: '1000000' })
const { calls, administrator, buyer, plans, ids } = await givenCallers(shop)
const anybody = shop.visitor()
await anybody.get('/api/v1/users/userinfo')

let state = seed
/** Returns a number below another, derived from the seed: xorshift32 (doi.org/10.18637/jss.v008.i14). */
function below(limit: number): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % limit
}
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] ?? assert.fail('an empty list')

type Request = { call: Call; visitor: TestVisitor; address: string; headers: Record<string, string>; body?: string }
const json = { 'content-type': 'application/json' }
const changing = calls.filter(({ method }) => method !== 'GET')
const samples = new Map<object, Record<string, unknown>[]>()

const day = 86_400_000
/** Days in the future, which a schema cannot express. */
const endDate = fc.integer({ min: 1, max: 3000 }).map((days) => (Math.floor(Date.now() / day) + days) * day)

/** Returns a value that the schema of a part accepts. */
function sampleOf({ schema }: Part): Record<string, unknown> {
  const known = { endDate, cursor: fc.constant(undefined), before: fc.constant(undefined) }
  let found = samples.get(schema)
  if (!found || found.length === 0) {
    found = fc.sample(passing(schema, known), { numRuns: 50, seed: below(2 ** 31) }) as Record<string, unknown>[]
    samples.set(schema, found)
  }
  return JSON.parse(JSON.stringify(found.pop())) as Record<string, unknown>
}

const visitorFor = (call: Call) =>
  needsSession(call) && !endings.includes(call.name) ? (isOwn(call) ? buyer : administrator) : anybody
const withToken = (visitor: TestVisitor) => ({ ...json, 'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '' })

/** Creates requests that must be refused, whatever their target. */
const refusals: (() => Request | null)[] = [
  function brokenBody() {
    const call = oneOf(changing)
    const parts = partsOf(call, plans).filter((part) => part.in === 'body')
    if (parts.length === 0) return null
    const part = oneOf(parts)
    const broken = breaking(part.schema, sampleOf(part))
    if (broken.length === 0 || (call.operation.requestBody?.content['application/json']?.schema['anyOf'] ?? null))
      return null
    const visitor = visitorFor(call)
    const body = JSON.stringify(oneOf(broken).value)
    return { call, visitor, address: addressOf(call, ids), headers: { ...withToken(visitor), ...part.headers }, body }
  },
  function nobodySignedIn() {
    const call = oneOf(calls.filter(needsSession))
    const body = call.method === 'GET' ? {} : { body: '{}' }
    return { call, visitor: anybody, address: addressOf(call, ids), headers: withToken(anybody), ...body }
  },
  function noToken() {
    const call = oneOf(changing)
    const headers = below(2) === 0 ? json : { ...json, 'x-xsrf-token': randomUUID() }
    return { call, visitor: visitorFor(call), address: addressOf(call, ids), headers, body: '{}' }
  },
  function noJson() {
    const call = oneOf(changing)
    const visitor = visitorFor(call)
    const body = oneOf(['{', '[', '{"a":', '"\u0000', '{"__proto__":{"a":1}', '\u{1F600}', '<a/>', '{}{}'])
    return { call, visitor, address: addressOf(call, ids), headers: withToken(visitor), body }
  },
  function anotherType() {
    const call = oneOf(changing)
    const visitor = visitorFor(call)
    const type = oneOf(['text/plain', 'text/xml', 'multipart/form-data; boundary=x', 'application/octet-stream', 'x'])
    return {
      call,
      visitor,
      address: addressOf(call, ids),
      headers: { ...withToken(visitor), 'content-type': type },
      body: 'x',
    }
  },
  function unknownThing() {
    const call = oneOf(changing.filter(({ path }) => /\{(id|subscriberId)\}/.test(path)))
    const strange = [randomUUID(), '0', '%00', '..%2f..', 'null', '1 or 1=1', '%F0%9F%98%80', 'x'.repeat(600)]
    const address = call.path.replace(/\{\w+\}/, () => encodeURI(oneOf(strange)))
    const [part] = partsOf(call, plans).filter((one) => one.in === 'body')
    const visitor = visitorFor(call)
    return { call, visitor, address, headers: withToken(visitor), body: JSON.stringify(part ? sampleOf(part) : {}) }
  },
]

/** Returns a request that the document allows. */
function allowed(): Request {
  const call = oneOf(calls)
  const visitor = visitorFor(call)
  const parts = partsOf(call, plans)
  const part = parts.length > 0 ? oneOf(parts) : null
  const query = part?.in === 'query' ? `?${inQuery(sampleOf(part))}` : ''
  const body = call.method === 'GET' ? {} : { body: JSON.stringify(part?.in === 'body' ? sampleOf(part) : {}) }
  const headers = { ...withToken(visitor), ...part?.headers }
  return { call, visitor, address: addressOf(call, ids) + query, headers, ...body }
}

type Answered = { name: string; status: number; ms: number }
const answered: Answered[] = []

/** Sends requests over a few connections, and passes each response to `judge`. */
async function sendAll(requests: Request[], judge: (status: number, what: string) => void): Promise<void> {
  const waiting = [...requests]
  const worker = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const { call, visitor, address, headers, body } = one
      const began = performance.now()
      const init = { method: call.method, headers, ...(body === undefined ? {} : { body }) }
      const response = await visitor.request(address, init)
      const text = await response.text()
      answered.push({ name: call.name, status: response.status, ms: performance.now() - began })
      judge(
        response.status,
        `${call.method} ${address} ${body?.slice(0, 500)} → ${response.status} ${text.slice(0, 300)}`,
      )
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
}

function many(size: number, make: () => Request | null): Request[] {
  const requests: Request[] = []
  while (requests.length < size) {
    const one = make()
    if (one) requests.push(one)
  }
  return requests
}

const limit = { timeout: 7_200_000 }
const batch = 500

test(
  `each of ${Math.round(count / 2)} invalid requests is refused, and none changes a row (seed ${seed})`,
  limit,
  async () => {
    await shop.catchUp()
    for (let sent = 0; sent < count / 2; sent += batch) {
      const requests = many(Math.min(batch, Math.ceil(count / 2) - sent), () => oneOf(refusals)())
      await unchanged(shop, () => sendAll(requests, (status, what) => assert.ok(status >= 400 && status < 500, what)))
    }
  },
)

test(
  `${Math.round(count / 2)} requests that the API document allows get no server error (seed ${seed})`,
  limit,
  async () => {
    for (let sent = 0; sent < count / 2; sent += batch)
      await sendAll(many(Math.min(batch, Math.ceil(count / 2) - sent), allowed), (status, what) =>
        assert.ok(status < 500, what),
      )
  },
)

test('the response times and statuses are printed', () => {
  const sorted = answered.toSorted((one, other) => one.ms - other.ms)
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)]?.ms ?? 0).toFixed(1)} ms`
  console.log(`${sorted.length} requests: median ${at(0.5)}, 90 % ${at(0.9)}, 99 % ${at(0.99)}, all ${at(0.99999)}`)
  const statuses = Map.groupBy(answered, ({ status }) => status)
  console.log(
    [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, all]) => `${status}: ${all.length}`)
      .join(', '),
  )
  for (const line of shop.log
    .join('')
    .split('\n')
    .filter((one) => one.includes('"status":503'))) {
    const { requestId } = JSON.parse(line) as { requestId: string }
    const reasons = shop.log
      .join('')
      .split('\n')
      .filter((one) => one.includes(requestId) && one !== line)
    console.log(`503: ${[line, ...reasons].join('\n').slice(0, 2000)}`)
  }
  const slowest = Map.groupBy(sorted.slice(Math.floor(sorted.length * 0.99)), ({ name }) => name)
  const rows = [...slowest].toSorted(([, one], [, other]) => other.length - one.length).slice(0, 12)
  for (const [name, all] of rows)
    console.log(`of the slowest 1 %: ${all.length} × ${name}, up to ${all.at(-1)?.ms.toFixed(0)} ms`)
  assert.equal(answered.length, Math.ceil(count / 2) * 2)
})
