import assert from 'node:assert/strict'
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
  resolved,
  type Call,
  type Part,
} from '../../support/contract/from-document.ts'
import { breaking, fits, passing, type Broken, type Schema } from '../../support/contract/from-schema.ts'
import { givenAShop } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

/*
 * The OpenAPI document against the server: requests are made from the document's schemas alone. A request that a schema
 * accepts is not refused as invalid; one that breaks a single property is refused, at that property, and changes
 * nothing.
 */
const shop = await givenAShop()
const { document, calls, administrator, buyer, plans, ids } = await givenCallers(shop)

/** Fields whose rules depend on the shop's data about the person or the payment; a schema cannot predict their 400. */
const dependsOnRecords: Record<string, RegExp> = {
  'POST /api/v1/plans/{name}/checkout': /./,
  'POST /api/v1/products/{name}/checkout': /./,
  'POST /api/v1/account/details': /^state$/,
  'POST /api/v1/subscribers/{id}/details': /^state$/,
  'POST /api/v1/subscribers/{id}/grants': /^plan$/,
  'POST /api/v1/account/profile': /^vatId$/,
  'GET /api/v1/subscriptions/plan-preview/{id}': /^plan$/,
  'POST /api/v1/subscriptions/change-plan/{id}': /^plan$/,
  'POST /api/v1/subscriptions/refund/{id}': /^(amount|invoice|then|cancel)$/,
}

/** A day in the future. */
const day = 86_400_000
const endDate = fc
  .integer({ min: 1, max: 3000 })
  .map((days) => Math.floor(Date.now() / day) * day + days * day)
  .chain((at) => fc.constantFrom(at, new Date(at).toISOString(), new Date(at).toISOString().slice(0, 10)))

/** The last day of an API key: within two years. */
const expires = fc
  .integer({ min: 1, max: 700 })
  .map((days) => new Date(Math.floor(Date.now() / day) * day + days * day).toISOString().slice(0, 10))

const cursors = { cursor: fc.constant(undefined), before: fc.constant(undefined), after: fc.constant(undefined) }

function visitorFor(call: Call): TestVisitor {
  const { name } = call
  if (!needsSession(call)) return name === 'POST /logout' ? shop.visitor() : anybody
  return isOwn(call) ? buyer : administrator
}
const anybody = shop.visitor()

type Answer = { status: number; errors: { field: string; message: string }[]; text: string }

async function send(call: Call, part: Part | null, value: unknown): Promise<Answer> {
  const visitor = visitorFor(call)
  if (call.method !== 'GET' && !visitor.cookies.has('XSRF-TOKEN')) await visitor.get('/api/v1/users/userinfo')
  const query = part?.in === 'query' ? `?${inQuery(value as Record<string, unknown>)}` : ''
  const response = await visitor.request(addressOf(call, ids) + query, {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '',
      ...part?.headers,
    },
    ...(call.method === 'GET' ? {} : { body: JSON.stringify(part?.in === 'body' ? value : {}) }),
  })
  const text = await response.text()
  assertAnswer(call, response, text)
  const { errors = [] } = text.startsWith('{') ? (JSON.parse(text) as Partial<Answer>) : {}
  return { status: response.status, errors, text }
}

/** Asserts that every JSON response matches the document for its status. */
function assertAnswer({ name, operation }: Call, { status, headers }: Response, text: string): void {
  const response = operation.responses[status]
  assert.ok(response, `${name} does not promise ${status} ${text}`)
  if (!headers.get('content-type')?.startsWith('application/json')) return
  const schema = response.content?.['application/json']?.schema
  const whole = schema && resolved(schema, document.components.schemas)
  assert.ok(whole && fits(whole, JSON.parse(text)), `${name} answers ${status} ${text}`)
}

const inOrder = calls.toSorted((a, b) => endings.indexOf(a.name) - endings.indexOf(b.name))
const without = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>
const samples = (schema: Schema, count: number) =>
  fc.sample(passing(schema, { endDate, expires, ...cursors }), { numRuns: count, seed: 20261122 }).map(without)

/**
 * Leaves out what an earlier call has proved: calls share the schemas of their properties, so each rule of a property is
 * broken once, and every property of every call by its absence and by one other value.
 */
function unproved(part: Part, broken: Broken[], proved: Set<string>): Broken[] {
  const seen = new Set<string>()
  return broken.filter(({ path, value }) => {
    const wrong = at(value, path)
    const rule = JSON.stringify([part.in, path, at(part.schema['properties'], path), wrong])
    const isFirst = wrong !== undefined && !seen.has(path)
    if (isFirst) seen.add(path)
    const isNew = !proved.has(rule)
    proved.add(rule)
    return isNew || isFirst || wrong === undefined
  })
}
/** Returns the value, or the schema, of a property within another. */
const at = (whole: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    const inner = (value ?? {}) as Record<string, unknown>
    return inner[name] ?? ((inner['properties'] ?? {}) as Record<string, unknown>)[name]
  }, whole)

test('a value that violates one property of a schema is rejected with 400 at that property, and changes nothing', async () => {
  const proved = new Set<string>()
  await unchanged(shop, async () => {
    for (const call of inOrder) {
      for (const part of partsOf(call, plans)) {
        const [good = {}] = samples(part.schema, 1)
        // A query consists of texts, so a number in it is sent as text.
        const broken = breaking(part.schema, good)
          .map(({ path, value }) => ({ path, value: part.in === 'query' ? asText(value) : value }))
          .filter(({ path, value }) => part.in === 'body' || (path !== 'unheardOf' && !isFine(part.schema, value)))
        for (const { path, value } of unproved(part, broken, proved)) {
          const { status, errors, text } = await send(call, part, value)
          const told = `${call.name} ${JSON.stringify(value).slice(0, 500)} ${status} ${text}`
          if (status === 414 || status === 431) continue
          assert.equal(status, 400, told)
          assert.ok(
            errors.some(({ field, message }) => (field === path || field.startsWith(`${path}.`)) && message),
            told,
          )
        }
      }
    }
  })
})

/** Returns the form of a value that a query can hold. */
const asText = (value: unknown) =>
  Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([name, one]) => [
      name,
      Array.isArray(one) ? one.join(',') : String(one),
    ]),
  )

/** Returns whether the texts of a query represent a value that the schema accepts. */
function isFine(schema: Schema, texts: unknown): boolean {
  const properties = schema['properties'] as Record<string, Schema>
  const read = Object.entries(texts as Record<string, string>).map(([name, text]): [string, unknown] => {
    const { type } = properties[name] ?? {}
    if (type === 'integer') return [name, /^\d+$/.test(text) ? Number(text) : text]
    return [name, type === 'array' ? (text === '' ? [] : text.split(',')) : text]
  })
  return fits(schema, Object.fromEntries(read))
}

test('a value that a schema allows is not rejected as invalid, and every response has the promised shape', async () => {
  for (const call of inOrder) {
    const parts = partsOf(call, plans)
    for (const part of parts) {
      for (const value of samples(part.schema, 2)) {
        assert.ok(fits(part.schema, value), `${call.name} ${JSON.stringify(value)} is made wrongly`)
        const { status, errors, text } = await send(call, part, value)
        const foretold =
          errors.length > 0 &&
          errors.every(({ field }) => field === 'language' || dependsOnRecords[call.name]?.test(field))
        assert.ok(status !== 400 || foretold, `${call.name} ${JSON.stringify(value)} ${text}`)
        assert.ok(status < 500, `${call.name} ${JSON.stringify(value)} ${text}`)
      }
    }
    if (parts.length === 0) assert.ok((await send(call, null, {})).status < 500, call.name)
  }
})
