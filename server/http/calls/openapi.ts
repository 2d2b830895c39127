import { z } from 'zod'
import { contract, resources, type CallName } from '../../../contract/contract.ts'
import { errorCodes, errorStatus, errorTitle, fieldErrorCodes, type ErrorCode } from '../../../contract/error-codes.ts'
import { isBodyRules, scopesOf, takesIdempotencyKey, type BodyRules, type Row } from '../../../contract/rows/row.ts'
import { errorsOf } from '../../../contract/rows/row-errors.ts'

/** The address of the API, and the name of its session cookie there. */
type Place = { title: string; version: string; publicUrl: string; sessionCookie: string }

/** The OpenAPI 3.1 document of the contract. */
export function openApiDocument({ title, version, publicUrl, sessionCookie }: Place): object {
  const paths: Record<string, Record<string, object>> = {}
  const tags = new Map(
    Object.entries(resources).flatMap(([tag, { rows }]) => Object.keys(rows).map((name) => [name, tag])),
  )
  for (const [name, row] of Object.entries(contract) as [CallName, Row][]) {
    const [method = '', path = ''] = name.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(row, method, tags.get(name) ?? '') }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description:
        'Amounts are in major units unless a field says otherwise. Times are ISO 8601 in UTC. Every error has a `code` that stays the same. Only a request that accepts `text/html` can get an error as a page.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { description: 'The same as a page', url: `${publicUrl}/docs/api` },
    servers: [{ url: publicUrl }],
    tags: Object.entries(resources).map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: errorShape, Problem: problemShape },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'The session of a signed-in person',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'till_…',
          description:
            'An API key with the scope that the call names, without a cookie and without an anti-forgery token. Administrators create keys. Calls without a session also take a key to read.',
        },
        antiForgery: {
          type: 'apiKey',
          in: 'header',
          name: 'X-XSRF-TOKEN',
          description: 'The value of the cookie XSRF-TOKEN; forms send it in the field `_csrf`',
        },
      },
    },
  }
}

const errorProperties = {
  message: { type: 'string', description: 'What went wrong, in the language of the reader' },
  code: { type: 'string', enum: Object.keys(errorCodes) },
  requestId: { type: 'string', description: 'Names the request in the log' },
  changedBy: { type: 'string', description: 'If an act comes too late: who made the change before it' },
  changedAt: { type: 'string', format: 'date-time' },
  errors: {
    type: 'array',
    items: {
      type: 'object',
      required: ['field', 'code', 'message'],
      properties: {
        field: { type: 'string' },
        code: { type: 'string', enum: Object.values(fieldErrorCodes) },
        message: { type: 'string' },
      },
    },
  },
}

const errorShape = { type: 'object', required: ['message', 'code', 'requestId'], properties: errorProperties }

/** RFC 9457. */
const problemShape = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'message', 'code', 'requestId'],
  properties: {
    type: { type: 'string', pattern: '^urn:tillhouse:error:' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    ...errorProperties,
  },
}

function operation(row: Row, method: string, tag: string): object {
  const parameters = (['path', 'query', 'headers'] as const).flatMap((part) => parametersOf(part, row[part]))
  const content = row.body && {
    'application/json': { schema: bodySchema(row.body) },
    ...(row.form ? { 'application/x-www-form-urlencoded': { schema: bodySchema(row.body) } } : {}),
  }
  return {
    operationId: row.operation,
    tags: [tag],
    summary: row.summary,
    ...(row.description === undefined ? {} : { description: row.description }),
    parameters: takesIdempotencyKey(row, method) ? [...parameters, idempotencyParameter] : parameters,
    security: securityOf(row, method),
    ...(content ? { requestBody: { content, required: !row.form } } : {}),
    responses: { ...successes(row), ...failures(errorsOf(row, method), row, method) },
  }
}

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of the caller’s own. A repetition within 24 hours changes nothing and gets the first response, with `Idempotent-Replayed: true`. With a session, only checkouts take it.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
}

function securityOf(row: Row, method: string): object[] {
  const antiForgery = method === 'GET' ? {} : { antiForgery: [] }
  if (row.who === 'anyone') return method === 'GET' ? [] : [antiForgery]
  const key = scopesOf(row).map((scope) => ({ key: [scope] }))
  return [{ session: [], ...antiForgery }, ...key]
}

function successes(row: Row): Record<number, object> {
  const file = row.file === undefined ? {} : { [row.file]: { schema: { type: 'string' } } }
  const json = row.output && { 'application/json': { schema: schemaOf(row.output, 'output') } }
  const redirect = row.form ? ([303] as const) : []
  const bare = [...(row.also ?? []), ...redirect, ...(json || row.file || row.also ? [] : ([204] as const))]
  return {
    ...(json || row.file ? { [row.status ?? 200]: { description: 'Done', content: { ...json, ...file } } } : {}),
    ...Object.fromEntries(bare.map((status) => [status, { description: bareSuccess[status] }])),
    ...(row.caching === 'minute' ? { 304: { description: 'Not modified' } } : {}),
  }
}

const bareSuccess = { 204: 'Done', 302: 'Redirects to another page', 303: 'Redirects to another page' }

/**
 * Whether a browser gets a page: for errors of forms, and of addresses that it opens. Other calls do so too if they are
 * opened this way, but listing it there would add text to the types of each error in a generated client.
 */
function isPage({ form, navigation }: Row, method: string, status: number): boolean {
  if (method === 'POST') return form === true
  return navigation === true && (status === 403 || status === 503)
}

/** The codes of each status, with their titles. */
function failures(codes: Iterable<ErrorCode>, row: Row, method: string): Record<number, object> {
  const byStatus = Map.groupBy([...codes].toSorted(), errorStatus)
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => {
      const schema = (name: string) => ({
        allOf: [{ $ref: `#/components/schemas/${name}` }, { properties: { code: { enum: own } } }],
      })
      return [
        status,
        {
          description: own.map((code) => `\`${code}\`: ${errorTitle(code)}`).join('\n\n'),
          content: {
            'application/json': { schema: schema('Error') },
            'application/problem+json': { schema: schema('Problem') },
            ...(isPage(row, method, status) ? { 'text/html': { schema: { type: 'string' } } } : {}),
          },
        },
      ]
    }),
  )
}

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: object
  style?: 'form'
  explode?: false
}

/** A parameter is described as it is read: a number, or a comma-separated list. */
function parametersOf(part: 'path' | 'query' | 'headers', shape: z.ZodObject | undefined): Parameter[] {
  return Object.entries(shape?.shape ?? {}).map(([name, field]) => {
    const schema = schemaOf(field as z.ZodType, 'output')
    return {
      name,
      in: part === 'headers' ? 'header' : part,
      required: !(field as z.ZodType).safeParse(undefined).success,
      schema,
      ...('items' in schema ? { style: 'form', explode: false } : {}),
    }
  })
}

function bodySchema(body: z.ZodType | BodyRules): object {
  if (!isBodyRules(body)) return schemaOf(body, 'input')
  const [only, ...others] = body.shapes.map((shape) => schemaOf(shape, 'input'))
  return others.length === 0 && only ? only : { anyOf: [only, ...others] }
}

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io })
  return schema
}
