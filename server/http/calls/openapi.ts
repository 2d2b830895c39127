import { z } from 'zod'
import { contract } from '../../../contract/contract.ts'
import { isBodyRules, type BodyRules, type Row } from '../../../contract/row.ts'

/** The OpenAPI 3.1 document of the contract. */
export function openApiDocument(title: string, version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, row] of Object.entries(contract) as [string, Row][]) {
    const [method = '', path = ''] = name.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(row, method) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      schemas: { Error: errorShape },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  }
}

const errorShape = {
  type: 'object',
  required: ['message', 'requestId'],
  properties: {
    message: { type: 'string' },
    requestId: { type: 'string' },
    code: { type: 'string', description: 'Of some errors: a name that stays the same, such as PLAN_NOT_SOLD' },
    changedBy: { type: 'string', description: 'Of an act that comes too late: who made the change before it' },
    changedAt: { type: 'string', format: 'date-time' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}

function operation(row: Row, method: string): object {
  const parameters = (['path', 'query', 'headers'] as const).flatMap((part) => parametersOf(part, row[part]))
  if (method !== 'GET')
    parameters.push({ name: 'X-XSRF-TOKEN', in: 'header', required: !row.form, schema: { type: 'string' } })
  const content = row.body && {
    'application/json': { schema: bodySchema(row.body) },
    ...(row.form ? { 'application/x-www-form-urlencoded': { schema: bodySchema(row.body) } } : {}),
  }
  return {
    summary: row.summary,
    parameters,
    ...(row.who === 'anyone' ? {} : { security: [{ session: [] }] }),
    ...(content ? { requestBody: { content, required: !row.form } } : {}),
    responses: {
      ...(row.output
        ? {
            [row.status ?? 200]: {
              description: 'Done',
              content: { 'application/json': { schema: schemaOf(row.output, 'output') } },
            },
          }
        : { 204: { description: 'Done' } }),
      default: {
        description: 'What went wrong',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: object
  style?: 'form'
  explode?: false
}

/** A parameter is described as what it is read as: a number, or a list with commas between. */
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
