import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { givenASubscriber } from '../billing/given-buyer.ts'
import { givenAnAdministrator, type TestShop } from '../given.ts'
import type { Schema } from './from-schema.ts'

/** Requests made from the OpenAPI document alone. */
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }
export type Operation = {
  parameters: Parameter[]
  security: object[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
export type Call = { name: string; method: string; path: string; operation: Operation }
/** A part of a call's input, and the schema from which it is generated. */
export type Part = { in: 'query' | 'body'; schema: Schema; headers: Record<string, string> }
/** The plans of a shop, as returned by /api/v1/plans. */
export type Sold = { name: string; type: string; requiresAffirmation: boolean }

/** Calls that end the person or session which other calls need. They are made last, and about nobody. */
export const endings = ['DELETE /api/v1/subscribers/{id}', 'POST /api/v1/account/sign-out-everywhere', 'POST /logout']

export const callsOf = (document: Document): Call[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const verb = method.toUpperCase()
      return { name: `${verb} ${path}`, method: verb, path, operation }
    }),
  )

/** Returns a shop's document, its plans, and people who make the calls, with the ids of their records. */
export async function givenCallers(shop: TestShop) {
  const document = (await (await fetch(`${shop.url}/openapi.json`)).json()) as Document
  const administrator = await givenAnAdministrator(shop)
  const { visitor: buyer, id: subscription, order } = await givenASubscriber(shop)
  const { user } = (await (await buyer.get('/api/v1/users/userinfo')).json()) as { user: { id: string } }
  const plans = (await (await fetch(`${shop.url}/api/v1/plans`)).json()) as Sold[]
  const ids = { subscriptions: subscription, subscribers: user.id, orders: order }
  return { document, calls: callsOf(document), administrator, buyer, plans, ids }
}

const whole = new WeakMap<Schema, Schema>()

/** Returns a schema with its references resolved; the same object for the same schema every time. */
export function resolved(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const known = whole.get(schema)
  if (known) return known
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as Schema
    if (typeof $ref === 'string') {
      const name = $ref.replace('#/components/schemas/', '')
      return inner(schemas[name] ?? assert.fail($ref))
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]))
  }
  const made = inner(schema) as Schema
  whole.set(schema, made)
  return made
}

/** Returns the values of a query as they are sent. */
export const inQuery = (values: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [
      name,
      Array.isArray(value) ? value.join(',') : String(value),
    ]),
  ).toString()

/** Returns a query's parameters as the schema of one object, without cursors, which only another page provides. */
function querySchema(parameters: Parameter[]): Schema {
  const own = parameters.filter((one) => one.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  }
}

export function partsOf({ operation }: Call, plans: readonly Sold[]): Part[] {
  const query = querySchema(operation.parameters)
  const parts: Part[] =
    Object.keys(query['properties'] as object).length > 0 ? [{ in: 'query', schema: query, headers: {} }] : []
  const body = operation.requestBody?.content['application/json']?.schema
  const shapes = body ? ((body['anyOf'] ?? body['oneOf'] ?? [body]) as Schema[]) : []
  return [
    ...parts,
    ...shapes.map((schema): Part => ({ in: 'body', schema, headers: headersFor(operation, schema, plans) })),
  ]
}

/** Returns the headers that select the plan with exactly the fields of a variant. */
function headersFor({ parameters }: Operation, { required }: Schema, plans: readonly Sold[]): Record<string, string> {
  if (!parameters.some(({ name }) => name === 'x-selected-product')) return {}
  const asked = required as string[]
  const type = asked.includes('jobFunction') ? 'trial' : 'subscription'
  const plan = plans.find(
    (one) =>
      one.type === type && (type === 'subscription' || one.requiresAffirmation === asked.includes('affirmation')),
  )
  return { 'x-selected-product': plan?.name ?? assert.fail(`no plan asks for ${asked.join()}`) }
}

/**
 * Returns the address of a call about an existing object, by the noun of its path; about a missing one if there is none
 * or the call would end it.
 */
export function addressOf({ name, path }: Call, ids: Readonly<Record<string, string>>): string {
  const noun = path.split('/')[3] ?? ''
  const id = endings.includes(name) || name.endsWith('sign-out') ? randomUUID() : (ids[noun] ?? randomUUID())
  return path
    .replace('{name}', 'analytics-monthly')
    .replace('{product}', 'analytics')
    .replace('{email}', 'nobody@northwind-bottling.example')
    .replace(/\{(id|subscriberId)\}/, id)
}

export const needsSession = ({ operation }: Call) => operation.security.some((one) => 'session' in one)

/** Returns whether a call belongs to the subscriber, rather than to an administrator. */
export const isOwn = ({ name }: Call) =>
  /account|orders|\/user$|download|active|stop-renewal|resume-renewal|extend-trial|installer/.test(name)
