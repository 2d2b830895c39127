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
  const choices = merged(anyOf as Schema[])
  const [one, ...others] = choices.filter((choice) => choice['type'] !== 'null')
  const nullable = others.length === 0 && choices.length === 2
  if (nullable) return { ...plain, ...(unchecked(one) as Schema), nullable: true }
  return choices.length === 1 ? { ...plain, ...(unchecked(one) as Schema) } : { ...plain, anyOf: unchecked(choices) }
}

/** Objects of the same properties, one of which has null where another has a value, are written alike. */
function merged(choices: Schema[]): Schema[] {
  const [first, ...others] = choices.map(propertiesOf)
  if (!first || others.length === 0) return choices
  const names = Object.keys(first)
  const alike = others.every((other) => other && Object.keys(other).toString() === names.toString())
  if (!alike) return choices
  const properties = names.map((name) => {
    const kinds = new Map([first, ...others].map((each) => [JSON.stringify(each?.[name]), each?.[name]]))
    const valued = [...kinds.values()].filter((kind) => typeOf(kind) !== 'null')
    if (valued.every((kind) => typeOf(kind) === 'boolean')) return [name, { type: 'boolean' }]
    const isWhole = valued.length === 1 && (kinds.size === 1 || Array.isArray(typeOf(valued[0])))
    return [name, isWhole ? valued[0] : { anyOf: [...kinds.values()] }]
  })
  return [{ ...choices[0], properties: Object.fromEntries(properties) }]
}

const typeOf = (schema: unknown) => (schema as Schema)['type']
const propertiesOf = ({ properties }: Schema) => properties as Schema | undefined

function each(schemas: Schema): Schema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, unchecked(schema)]))
}
