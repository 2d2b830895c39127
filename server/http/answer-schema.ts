import { z } from 'zod'

type Schema = { [key: string]: unknown }

/**
 * What Fastify writes an answer by: the properties and their types, nothing that would have to be checked while writing. A
 * value that may be null is said so outright, as a choice between schemas is found out by validating each time.
 */
export function answerSchema(shape: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { target: 'draft-7' })
  return unchecked(schema) as Schema
}

function unchecked(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(unchecked)
  if (typeof schema !== 'object' || schema === null) return schema
  const { format: _format, pattern: _pattern, enum: _enum, properties, anyOf, ...rest } = schema as Schema
  const plain = { ...each(rest), ...(properties ? { properties: each(properties as Schema) } : {}) }
  if (!Array.isArray(anyOf)) return plain
  const [one, ...others] = (anyOf as Schema[]).filter((choice) => choice['type'] !== 'null')
  const nullable = others.length === 0 && anyOf.length === 2
  return nullable ? { ...plain, ...(unchecked(one) as Schema), nullable: true } : { ...plain, anyOf: unchecked(anyOf) }
}

function each(schemas: Schema): Schema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, unchecked(schema)]))
}
