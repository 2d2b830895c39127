import compile from 'fast-json-stringify'
import { z } from 'zod'

type Schema = { [key: string]: unknown }
type Write = (answer: unknown) => string

const writers = new WeakMap<z.ZodType, Write>()

/**
 * Returns a function that writes responses of that shape as JSON. Compiled for the first response, and once for all
 * calls with the same shape: compiling each one at the start would take a sixth of it.
 */
export function answerWriter(shape: z.ZodType): Write {
  return (answer) => {
    const known = writers.get(shape)
    if (known) return known(answer)
    const write: Write = compile(answerSchema(shape))
    writers.set(shape, write)
    return write(answer)
  }
}

/**
 * Returns the schema with which Fastify writes a response: the properties and their types, without checks while
 * writing. A nullable value is declared as such, because a choice between schemas is resolved by validating each time.
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

/**
 * Objects with the same properties are written alike if one has null and another a value, or one lacks what is optional
 * in another. Otherwise each line of a list would be compared with one schema after the other.
 */
function merged(choices: Schema[]): Schema[] {
  const objects = choices.map(propertiesOf).filter((object) => object !== undefined)
  if (objects.length < 2 || objects.length < choices.length) return choices
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  const required = new Set(choices.flatMap((choice) => (choice['required'] as string[] | undefined) ?? []))
  if (!names.every((name) => !required.has(name) || objects.every((object) => name in object))) return choices
  const properties = names.map((name) => {
    const found = objects.flatMap((object) => (name in object ? [object[name]] : []))
    const kinds = new Map(found.map((kind) => [JSON.stringify(kind), kind]))
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
