import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import fc from 'fast-check'
import { screens } from '../../contract/screens.ts'
import { givenASubscriber } from '../support/billing/given-buyer.ts'
import {
  addressOf,
  callsOf,
  endings,
  partsOf,
  type Call,
  type Document,
  type Sold,
} from '../support/contract/from-document.ts'
import { passing, type Schema } from '../support/contract/from-schema.ts'
import { givenAnAdministrator, givenAShop, givenSupport } from '../support/given.ts'
import { sendRaw } from '../support/http/raw.ts'
import type { TestVisitor } from '../support/http/visitor.ts'

/*
 * Control characters, halves of surrogate pairs, very long values and unknown tokens: in every parameter and every field of the
 * body of every call of the OpenAPI document, and in every header that the sources read, as each kind of person. No answer is a
 * server error, and each comes within a second.
 */
const shop = await givenAShop({ RATE_LIMIT_FACTOR: '1000000' })
const document = (await (await fetch(`${shop.url}/openapi.json`)).json()) as Document
const plans = (await (await fetch(`${shop.url}/api/v1/plans`)).json()) as Sold[]
const calls = callsOf(document)
const { visitor: subscriber, id: subscription, order } = await givenASubscriber(shop)
const people: Record<string, TestVisitor> = {
  visitor: shop.visitor(),
  subscriber,
  support: await givenSupport(shop),
  administrator: await givenAnAdministrator(shop),
}
type User = { id: string; role: string | null }
const userOf = async (visitor: TestVisitor) =>
  ((await (await visitor.get('/api/v1/users/userinfo')).json()) as { user: User | 'anonymousUser' }).user
const before = await Promise.all(Object.values(people).map(userOf))
const roleOf = (user: User | 'anonymousUser') => (user === 'anonymousUser' ? user : user.role)
const [, owner] = before
const ids = {
  subscriptions: subscription,
  subscribers: typeof owner === 'object' ? owner.id : assert.fail('not signed in'),
  orders: order,
}

/** U+0000 to U+001F and U+007F to U+009F. */
const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter((one) =>
  /\p{Cc}/u.test(one),
)
const tokens = ['unknown', randomUUID(), 'x'.repeat(43), '__proto__', '%00', '../..']
const halves = ['a\uD83D', '\uDC00b', '\uFFFD']
const values = [...controls.map((one) => `a${one}b`), ...halves, ...tokens]
const inAddresses = [...values, ...[600, 4_000, 20_000].map((length) => 'x'.repeat(length))]
/** As long as a body may be, in bytes, and longer. */
const inBodies = [...values, 'x'.repeat(60_000), '\u{1F600}'.repeat(15_000)]
const tooLong = 'x'.repeat(2_000_000)

/** Percent-encodes a text, including halves of surrogate pairs, which have no bytes in UTF-8. */
const encode = (text: string) =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\0half')).replaceAll('%00half', '%ED%A0%BD')

type Request = { name: string; person: string; send: () => Promise<{ status: number; body: string }> }
const slow: Request[] = []
let sent = 0
let longest = 0

async function check({ name, person, send }: Request): Promise<number> {
  const began = performance.now()
  const { status, body } = await send()
  const took = performance.now() - began
  assert.ok(status > 0 && status < 500, `${name} as ${person}: ${status} ${body.slice(0, 300)}`)
  return took
}

/**
 * Sends requests over a few connections. A request that took longer than a second is repeated alone, because the load
 * shares the processor.
 */
async function sendAll(requests: Iterable<Request>): Promise<void> {
  const waiting = requests[Symbol.iterator]()
  const worker = async () => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      const took = await check(next.value)
      sent += 1
      longest = Math.max(longest, took)
      if (took > 1000) slow.push(next.value)
    }
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  for (const one of slow.splice(0)) {
    const took = Math.min(await check(one), await check(one))
    assert.ok(took < 1000, `${one.name} as ${one.person} took ${took.toFixed(0)} ms`)
  }
  const after = await Promise.all(Object.values(people).map(userOf))
  assert.deepEqual(after.map(roleOf), before.map(roleOf), 'everybody is still signed in')
}

const everyone = Object.entries(people)
/** The session must not end: requests that sign out have neither parameters nor a body, and are not sent. */
const signOuts = endings.filter((name) => name.startsWith('POST'))
const askersOf = (name: string) => everyone.filter(([person]) => person === 'visitor' || !signOuts.includes(name))
const tokenOf = (visitor: TestVisitor) => ({ 'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '' })

function request(
  call: Call,
  [person, visitor]: [string, TestVisitor],
  address: string,
  body?: string,
  headers: Record<string, string> = {},
): Request {
  const send = async () => {
    const type = { 'content-type': 'application/json' }
    const init = { method: call.method, headers: { ...type, ...tokenOf(visitor), ...headers } }
    const response = await visitor.request(address, call.method === 'GET' ? init : { ...init, body: body ?? '{}' })
    return { status: response.status, body: await response.text() }
  }
  return { name: `${call.method} ${address.slice(0, 200)} ${body?.slice(0, 200) ?? ''}`, person, send }
}

/** Returns a value that a schema accepts; end dates are in the future. */
function sampleOf(schema: Schema): Record<string, unknown> {
  const endDate = fc.constant((Math.floor(Date.now() / 86_400_000) + 400) * 86_400_000)
  const known = { endDate, cursor: fc.constant(undefined), before: fc.constant(undefined) }
  const [found] = fc.sample(passing(schema, known), { numRuns: 1, seed: 1 })
  return JSON.parse(JSON.stringify(found)) as Record<string, unknown>
}

function* parameters(): Generator<Request> {
  for (const call of calls) {
    const [part] = partsOf(call, plans).filter((one) => one.in === 'body')
    const body = part && JSON.stringify(sampleOf(part.schema))
    const places = [...call.path.matchAll(/\{\w+\}/g)].map(([place]) => place)
    for (const one of askersOf(call.name)) {
      for (const place of places)
        for (const value of inAddresses) {
          const address = addressOf({ ...call, path: call.path.replace(place, 'FUZZED') }, ids).replace(
            'FUZZED',
            encode(value),
          )
          yield request(call, one, address, body, part?.headers)
        }
      const names = call.operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
      for (const name of [...names, 'unknown', 'a\0b'])
        for (const value of name === 'a\0b' ? ['x'] : inAddresses)
          yield request(call, one, `${addressOf(call, ids)}?${encode(name)}=${encode(value)}`, body, part?.headers)
    }
  }
}

type Path = readonly (string | number)[]
/** Returns the places of a body that can have a value, in each of its variants. */
function placesIn(schema: Schema, path: Path = []): Path[] {
  const { properties, items, anyOf, oneOf, allOf } = schema as Record<string, Schema | Schema[] | undefined>
  const inner = [anyOf, oneOf, allOf].flatMap((some) => (some ?? []) as Schema[])
  const rules = inner.flatMap((one) => [one, ...(one['then'] ? [one['then'] as Schema] : [])])
  return [
    ...(path.length > 0 ? [path] : []),
    ...rules.flatMap((one) => placesIn(one, path).filter((found) => found.length > path.length)),
    ...(items ? placesIn(items as Schema, [...path, 0]) : []),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => placesIn(one as Schema, [...path, name])),
  ]
}

/** Returns a copy with another value in one place. */
function withValue(whole: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value
  if (typeof first === 'number') return [withValue(undefined, rest, value)]
  const present = typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>) : {}
  return { ...present, [first]: withValue(present[first], rest, value) }
}

function* bodies(): Generator<Request> {
  for (const call of calls) {
    const address = addressOf(call, ids)
    for (const { schema, headers } of partsOf(call, plans).filter((part) => part.in === 'body')) {
      const good = sampleOf(schema)
      const places = [...new Map(placesIn(schema).map((path) => [path.join('.'), path])).values()]
      const isForm = 'application/x-www-form-urlencoded' in (call.operation.requestBody?.content ?? {})
      for (const one of askersOf(call.name)) {
        for (const path of [...places, ['unknown']])
          for (const value of path === places[0] ? [...inBodies, tooLong] : inBodies)
            yield request(call, one, address, JSON.stringify(withValue(good, path, value)), headers)
        for (const name of inBodies.slice(0, -2))
          yield request(call, one, address, JSON.stringify({ ...good, [name]: 'x' }), headers)
        if (!isForm) continue
        const type = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
        for (const [name] of places)
          for (const value of inBodies)
            yield request(call, one, address, `${encode(String(name))}=${encode(value)}`, type)
      }
    }
  }
}

/** Returns the headers that the document, the sources and the libraries name. */
function headerNames(): string[] {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('{server,identity,platform}/**/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'))
  const read = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bheaders(?:\['([a-z-]+)'\]|\.([a-z]+)\b(?!\())/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    ),
  )
  const named = calls.flatMap(({ operation }) => operation.parameters.filter((one) => one.in === 'header'))
  const libraries = [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'range',
    'if-range',
    'if-modified-since',
  ]
  const more = ['content-length', 'expect', 'upgrade', 'referer', 'dpop', 'content-encoding']
  return [...new Set([...named.map(({ name }) => name.toLowerCase()), ...read, ...libraries, ...more])]
}

const latin1 = (text: string) => Buffer.from(text).toString('latin1')
const inHeaders = [
  ...controls.flatMap((one) => [`a${one}b`, latin1(`a${one}b`), `session=a${encode(one)}b`]),
  '\xED\xA0\xBD',
  'Bearer \xED\xA0\xBD',
  'session=\xED\xA0\xBD',
  ...tokens.flatMap((one) => [one, `Bearer ${one}`, `session=${one}; XSRF-TOKEN=${one}`, `"${one}"`]),
  ...[1_000, 8_000, 20_000, 100_000].flatMap((length) => [
    'x'.repeat(length),
    'x,'.repeat(length / 2),
    '('.repeat(length),
  ]),
  '',
]

function* headers(names: readonly string[]): Generator<Request> {
  const pages = Object.values(screens).flatMap(({ paths }) => paths.map((path) => path.replaceAll(/[:*]\w*/g, 'x')))
  const others = [
    '/identity/me',
    '/identity/auth',
    '/sign-in/callback?state=x',
    '/healthz',
    '/metrics',
    '/openapi.json',
  ]
  const targets = [
    ...calls.map((call) => ({ method: call.method, path: addressOf(call, ids), name: call.name })),
    ...[...pages, ...others].map((path) => ({ method: 'GET', path, name: path })),
    ...['/webhooks/stripe', '/sign-in/back-channel-logout', '/identity/token'].map((path) => ({
      method: 'POST',
      path,
      name: path,
    })),
  ]
  let turn = 0
  for (const { method, path, name: target } of targets)
    for (const name of names)
      for (const [person, visitor] of askersOf(target)) {
        // Each header is sent with each value, each time to another call.
        const value = inHeaders[(turn += 7) % inHeaders.length] ?? ''
        const own: Record<string, string> = {
          host: new URL(shop.url).host,
          connection: 'close',
          cookie: [...visitor.cookies].map(([key, is]) => `${key}=${is}`).join('; '),
          ...tokenOf(visitor),
          ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'content-length': '2' }),
          [name]: value,
        }
        const lines = Object.entries(own).map(([key, is]) => `${key}: ${is}\r\n`)
        const bytes = Buffer.from(
          `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${method === 'GET' ? '' : '{}'}`,
          'latin1',
        )
        yield {
          name: `${method} ${path} with ${name}: ${JSON.stringify(value.slice(0, 100))}`,
          person,
          send: () => sendRaw(shop.url, bytes),
        }
      }
}

const limit = { timeout: 7_200_000 }

describe('unprintable, very long and unknown values get no server error, and a response within a second', limit, () => {
  test('in every parameter of every path and query', limit, () => sendAll(parameters()))
  test('in every field of every body, and as its name', limit, () => sendAll(bodies()))
  test('in every header that the server reads', limit, async () => {
    const names = headerNames()
    console.log(`headers: ${names.join(', ')}`)
    assert.ok(names.length > 25 && names.includes('stripe-signature') && names.includes('cookie'))
    await sendAll(headers(names))
  })
  test('and cause no line about an unexpected error in the log', () => {
    const unexpected = shop.log
      .join('')
      .split('\n')
      .filter((line) => line.includes('unexpected error'))
    assert.deepEqual(unexpected, [])
    console.log(`${sent} requests, the longest ${longest.toFixed(0)} ms`)
  })
})
