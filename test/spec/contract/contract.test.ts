import assert from 'node:assert/strict'
import { test } from 'vitest'
import { contract, type CallName } from '../../../contract/contract.ts'
import { scopesOf, type Row } from '../../../contract/rows/row.ts'
import { errorStatus } from '../../../contract/error-codes.ts'
import { errorsOf } from '../../../contract/rows/row-errors.ts'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { resolved, type Operation as DocumentedOperation } from '../../support/contract/from-document.ts'
import { compile, controlCharacters, type Schema } from '../../support/contract/from-schema.ts'
import { idOf } from '../../support/admin/admin-page.ts'
import { givenASubscriber, settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { errorMessages as german } from '../../../i18n/de/errors.ts'

const shop = await givenAShop()

type Operation = DocumentedOperation & {
  operationId: string
  tags: string[]
  summary: string
  responses: Record<string, { description: string }>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Schema> }
}

const rows = Object.entries(contract) as [CallName, Row][]
const document = (await (await fetch(`${shop.url}/openapi.json`)).json()) as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
)

const checks = new Map<string, (value: unknown) => boolean>()

/**
 * Compiles a schema of the document into a check, which throws if the value does not match. Calls share most of their
 * errors, so each is compiled once.
 */
function check(schema: Schema): (value: unknown) => boolean {
  const text = JSON.stringify(schema)
  const known = checks.get(text) ?? compile(resolved(schema, document.components.schemas))
  checks.set(text, known)
  return known
}

test('the OpenAPI document lists every row of the contract, each with one tag, a short summary and a unique name for generated clients', () => {
  assert.match(document.openapi, /^3\.1\./)
  assert.ok(document.info.title && document.info.version)
  assert.deepEqual(operations.map(({ name }) => name).toSorted(), rows.map(([name]) => name).toSorted())
  const names = new Set(operations.map(({ operation }) => operation.operationId))
  assert.equal(names.size, operations.length)
  for (const { name, operation } of operations) {
    assert.match(operation.operationId, /^[a-z][A-Za-z]+$/, name)
    assert.match(operation.summary, /^[A-Z][^.;]{3,75}$/, name)
    const known = operation.tags.filter((tag) => document.tags.some((one) => one.name === tag))
    assert.deepEqual([operation.tags.length, known.length], [1, 1], name)
  }
})

test('its parameters, schemas and references are consistent: each tag is described, and each required property declared', () => {
  for (const { name, description = '' } of document.tags) assert.match(description, /^[A-Z].+\.$/, name)
  for (const schema of Object.values(document.components.schemas)) check(schema)
  assert.deepEqual(undeclaredIn({ paths: document.paths, components: document.components }), [])
  for (const { name, path, operation } of operations) {
    const inPath = operation.parameters.filter((one) => one.in === 'path')
    assert.deepEqual(
      inPath.map((one) => `{${one.name}}`),
      path.match(/\{\w+\}/g) ?? [],
      name,
    )
    assert.ok(inPath.every(({ required }) => required))
    const keys = operation.parameters.map((one) => `${one.in} ${one.name.toLowerCase()}`)
    assert.equal(new Set(keys).size, keys.length, `${name} names a parameter twice`)
    assert.ok(Object.keys(operation.responses).length >= 2, name)
    for (const response of Object.values(operation.responses)) {
      assert.ok(response.description)
      for (const { schema } of Object.values(response.content ?? {})) check(schema)
    }
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) check(schema)
    for (const { schema } of operation.parameters) check(schema)
    for (const scheme of operation.security.flatMap(Object.keys)) assert.ok(document.components.securitySchemes[scheme])
  }
})

/** Returns each property that a schema requires and does not declare, with its path. */
function undeclaredIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { required, properties = {} } = value as { required?: unknown; properties?: object }
  const missing = Array.isArray(required) ? required.filter((one) => !(String(one) in properties)) : []
  return [
    ...missing.map((one) => `${path}: ${String(one)}`),
    ...Object.entries(value).flatMap(([key, inner]) => undeclaredIn(inner, `${path}/${key}`)),
  ]
}

test('it states which calls require a session or the anti-forgery token, and which scope a key needs instead', () => {
  for (const { name, operation } of operations) {
    const row: Row = contract[name as CallName]
    const needed = new Set(operation.security.flatMap(Object.keys))
    assert.equal(needed.has('session'), row.who !== 'anyone', name)
    assert.equal(needed.has('antiForgery'), !name.startsWith('GET '), name)
    const byKey = operation.security.filter((one) => 'key' in one)
    assert.deepEqual(
      byKey,
      scopesOf(row).map((scope) => ({ key: [scope] })),
      name,
    )
  }
})

test('it lists the error codes of each status, and an error has one of them', async () => {
  for (const { name, operation } of operations) {
    const method = name.split(' ')[0] ?? ''
    const codes = errorsOf(contract[name as CallName], method)
    for (const code of codes) {
      const { content = {} } = operation.responses[errorStatus(code)] ?? assert.fail(`${name} lacks ${code}`)
      assert.deepEqual(Object.keys(content).slice(0, 2), ['application/json', 'application/problem+json'])
    }
  }
  const unknownPlan = await fetch(`${shop.url}/api/v1/plans/none`)
  const body = (await unknownPlan.json()) as { code: string; message: string }
  assert.deepEqual([unknownPlan.status, body.code, body.message], [404, 'UNKNOWN_PLAN', errorMessages.UNKNOWN_PLAN])
  assert.equal(unknownPlan.headers.get('content-type'), 'application/json; charset=utf-8')
  const described = operations.find(({ name }) => name === 'GET /api/v1/plans/{name}')?.operation.responses['404']
  assert.ok(check(described?.content?.['application/json']?.schema ?? {})(body))
  assert.ok(!check(described?.content?.['application/json']?.schema ?? {})({ ...body, code: 'TRIAL_EXISTS' }))
})

test('an error that a browser gets as a page is listed as such', async () => {
  const { visitor } = await givenATrialUser(shop)
  const html = { accept: 'text/html' }
  const form = {
    method: 'POST',
    headers: { ...html, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=b',
  }
  const calls = [
    ['GET /api/v1/export/csv', 403, await visitor.get('/api/v1/export/csv', html)],
    ['POST /api/v1/plans/{name}/download', 403, await visitor.request('/api/v1/plans/analytics-annual/download', form)],
  ] as const
  for (const [name, status, response] of calls) {
    assert.deepEqual(
      [response.status, response.headers.get('content-type')?.split(';')[0]],
      [status, 'text/html'],
      name,
    )
    const { content = {} } =
      operations.find((one) => one.name === name)?.operation.responses[status] ?? assert.fail(name)
    assert.ok('text/html' in content, name)
  }
  for (const { name, operation } of operations) {
    const row: Row = contract[name as CallName]
    const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)
    const isPage = errors.some(([, { content = {} }]) => 'text/html' in content)
    assert.equal(isPage, row.form === true || row.navigation === true, name)
  }
})

test('every call responds with exactly the shape that it promises [3.7, 7.13, 10.17, 10.18, 10.19, 10.25, 10.26, 10.27, 10.29]', async () => {
  const { visitor: buyer, email, order, id: subscription } = await givenASubscriber(shop)
  const administrator = await givenAnAdministrator(shop)
  await settled(shop)
  const { user: who } = (await (await buyer.get('/api/v1/users/userinfo')).json()) as { user: { id: string } }
  const endpoint = { url: 'http://127.0.0.1:9/hooks', types: ['trial.started'] }
  const { id: webhook } = (await (await administrator.post('/api/v1/webhooks', endpoint)).json()) as { id: string }
  await administrator.post(`/api/v1/webhooks/${webhook}/test`, {})
  const { email: gone } = await givenATrialUser(shop)
  const erased = await administrator.delete(`/api/v1/subscribers/${await idOf(shop, gone)}`)
  const erasures = erased.headers.get('location')?.split('/').at(-1) ?? ''
  const ids = {
    orders: order,
    subscriptions: subscription,
    subscribers: who.id,
    webhooks: webhook,
    erasures,
    settings: 'receipt-1',
  }
  for (const [name, row] of rows) {
    if (!name.startsWith('GET ') || !row.output) continue
    const noun = /^GET \/api\/v1\/(\w+)/.exec(name)?.[1] as keyof typeof ids
    const visitor = row.who === 'administrator' || row.who === 'support' ? administrator : buyer
    const path = (name.split(' ')[1] ?? '')
      .replace('{name}', 'analytics-monthly')
      .replace('{id}', ids[noun])
      .replace('{product}', 'analytics')
      .replace('{email}', encodeURIComponent(email))
    const query = name.includes('/plan-preview/') ? '?plan=analytics-annual' : ''
    const answer = await visitor.get(path + query)
    assert.equal(answer.status, 200, name)
    const body: unknown = await answer.json()
    assert.deepEqual(body, row.output.parse(body), `${name} answers more than its shape`)
    const operation = operations.find((one) => one.name === name)?.operation
    const schema = operation?.responses['200']?.content?.['application/json']?.schema ?? {}
    assert.ok(check(schema)(body), name)
  }
})

test('each call of a person returns that person’s data [3.4, 3.12, 7.9, 7.24]', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const read = async (path: string) => (await visitor.get(path)).json() as Promise<Record<string, unknown>>
  assert.deepEqual(await read('/api/v1/plans/active'), [{ name: 'analytics-trial' }])
  assert.deepEqual(await read('/api/v1/config/tss'), { tssUrl: shop.url })
  const { user } = await read('/api/v1/users/userinfo')
  const { id, ...rest } = user as Record<string, unknown>
  assert.match(String(id), /^[0-9a-f-]{36}$/)
  assert.deepEqual(rest, {
    email,
    firstName: 'Jane',
    lastName: 'Doe',
    role: null,
    deniedCountry: false,
    dplStatus: 'PASS',
  })
})

test('no text in a call accepts a control character, except tabs and line breaks in comments and searches', () => {
  const inputs = operations.flatMap(({ name, operation }) => [
    ...operation.parameters.map(({ name: parameter, schema }) => [`${name} ${parameter}`, schema] as const),
    ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => [name, schema] as const),
  ])
  const leaves = inputs.flatMap(([name, schema]) => textsOf(schema, name))
  assert.ok(leaves.length > 50)
  // An unknown id of a bulk act gets its own 404; an invalid path to return to becomes the front page; an existing
  // password is compared, never shown, and may be older than the rule that refuses control characters; a trial token is
  // only compared.
  const handled = /(ids\[\]|redirect_url| password|x-trial-token)$/
  const open = leaves
    .filter(([name]) => !handled.test(name))
    .filter(([, schema]) => controlCharacters.some((character) => compile(schema)(`a${character}b`)))
  assert.deepEqual(
    open.map(([name]) => name),
    [],
  )
})

/** Returns every schema of a text within another, with its path. */
function textsOf(schema: Schema, name: string): [string, Schema][] {
  const { type, properties, items, anyOf, oneOf } = schema as { type?: string } & Record<string, Schema | undefined>
  const inner = [anyOf, oneOf].flatMap((choices) => (choices ?? []) as unknown as Schema[])
  return [
    ...(type === 'string' ? [[name, schema] as [string, Schema]] : []),
    ...inner.flatMap((choice) => textsOf(choice, name)),
    ...(items ? textsOf(items, `${name}[]`) : []),
    ...Object.entries(properties ?? {}).flatMap(([key, one]) => textsOf(one as Schema, `${name} ${key}`)),
  ]
}

type Problem = { [key: string]: unknown; errors?: { field: string; code: string; message: string }[] }
const problem = { accept: 'application/problem+json' }

test('a program that accepts problem details gets them, in its language', async () => {
  const response = await fetch(`${shop.url}/api/v1/plans/none`, { headers: { ...problem, 'accept-language': 'de' } })
  const { requestId, ...body } = (await response.json()) as Problem
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8')
  assert.ok(requestId)
  assert.deepEqual(body, {
    type: 'urn:tillhouse:error:UNKNOWN_PLAN',
    title: 'The plan does not exist',
    status: 404,
    detail: german.UNKNOWN_PLAN,
    instance: '/api/v1/plans/none',
    message: german.UNKNOWN_PLAN,
    code: 'UNKNOWN_PLAN',
  })
  const refused = await fetch(`${shop.url}/api/v1/plans/none`, { headers: { accept: `${problem.accept};q=0, */*` } })
  assert.equal(refused.headers.get('content-type'), 'application/json; charset=utf-8')
})

test('problem details contain no address of a person and no query', async () => {
  for (const path of ['/api/v1/users/search/jane.doe%40example.com', '/api/v1/plans?type=jane']) {
    const response = await fetch(shop.url + path, { headers: problem })
    const text = await response.text()
    assert.ok(response.status >= 400 && text.includes('"code"'))
    assert.doesNotMatch(text, /jane|instance/)
  }
})
