import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'

/** Values that a JSON Schema (2020-12) accepts or refuses, generated from the schema alone. */
export type Schema = { [key: string]: unknown }

/** An implementation of JSON Schema that is not the server's own; lengths are in code points, patterns are Unicode. */
const ajv = new Ajv2020({ strict: false })
ajv.addFormat('email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/)
ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)))
ajv.addFormat('cursor', (text: string) => Buffer.from(text, 'base64url').toString().startsWith('['))

/** Compiles a schema into a check, which throws if the value does not match. Compiled once for each object. */
export const compile = (schema: Schema): ((value: unknown) => boolean) => ajv.compile(schema)
export const fits = (schema: Schema, value: unknown): boolean => compile(schema)(value)

/**
 * Generates values that a schema accepts. `known` provides values that the schema cannot express, for instance days in
 * the future.
 */
export function passing(schema: Schema, known: Record<string, fc.Arbitrary<unknown>> = {}): fc.Arbitrary<unknown> {
  const { const: only, enum: list, anyOf, oneOf } = schema
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(list)) return fc.constantFrom(...(list as unknown[]))
  const choices = (anyOf ?? oneOf) as Schema[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => passing(choice, known)))
  switch (schema['type']) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return wholeNumber(schema)
    case 'number':
      return decimal(schema)
    case 'array': {
      const { minItems: minLength = 0, maxItems: maxLength = 5 } = schema as { minItems?: number; maxItems?: number }
      return fc.array(passing(schema['items'] as Schema, known), { minLength, maxLength: Math.min(maxLength, 5) })
    }
    case 'object':
      return passingObject(schema, known)
    default:
      return passingText(schema)
  }
}

function wholeNumber(schema: Schema): fc.Arbitrary<number> {
  const { minimum = 0, maximum = 1_000_000, multipleOf: step = 1 } = schema as Record<string, number>
  return fc.integer({ min: Math.ceil(minimum / step), max: Math.floor(maximum / step) }).map((times) => times * step)
}

function decimal(schema: Schema): fc.Arbitrary<number> {
  const { minimum, maximum } = schema as Record<string, number>
  if (minimum === undefined || maximum === undefined) return fc.integer({ min: 1, max: 1000 })
  return fc.double({ min: minimum, max: maximum, noNaN: true })
}

function passingObject(schema: Schema, known: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const model = Object.fromEntries(properties.map(([name, one]) => [name, known[name] ?? passing(one, known)]))
  const requiredKeys = (schema['required'] ?? []) as string[]
  const whole = fc.record(model, { requiredKeys })
  const rules = (schema['allOf'] ?? []) as { if: Schema; then: Schema }[]
  /** A rule may require a property that only the surrounding schema describes. */
  const withNamed = (then: Schema): Schema => {
    const named = properties.filter(([name]) => ((then['required'] ?? []) as string[]).includes(name))
    return { ...then, properties: { ...Object.fromEntries(named), ...(then['properties'] as object | undefined) } }
  }
  return whole.chain((value) => {
    const more = rules.filter((rule) => fits(rule.if, value)).map(({ then }) => passingObject(withNamed(then), {}))
    return fc.tuple(...more).map((parts) => Object.assign({}, value, ...parts) as unknown)
  })
}

const characters = 'abcXYZ0189 .-éß好😍'
function passingText(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 40 } = schema as Record<string, number>
  const { format, pattern } = schema as Record<string, string | undefined>
  if (format === 'email') return fc.uuid().map((id) => `p${id.replaceAll('-', '')}@northwind-bottling.example`)
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') })
      .map((day) => day.toISOString())
  if (format === 'date')
    return fc
      .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('9999-01-01') })
      .map((day) => day.toISOString().slice(0, 10))
  const any = fc
    .array(fc.constantFrom(...Array.from(characters)), { minLength, maxLength: Math.min(maxLength, 40) })
    .map((letters) => letters.join(''))
  // Random text hardly ever matches these.
  const isNarrow = /^\^(\[0-9|\((?!\?)|msg_|we_|https)/.test(pattern ?? '')
  return (isNarrow ? fc.stringMatching(new RegExp(pattern ?? '')) : any).filter((text) => fits(schema, text))
}

/** A value that breaks the rules of a property, and its path. */
export type Broken = { path: string; value: unknown }

/** Generates, from a valid object, objects each of which breaks one property. */
export function breaking(schema: Schema, good: Record<string, unknown>): Broken[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const broken: Broken[] = []
  const put = (path: string, value: unknown) => void (fits(schema, value) || broken.push({ path, value }))
  for (const [name, property] of Object.entries(properties)) {
    const { [name]: present, ...without } = good
    put(name, without)
    for (const wrong of wrongFor(property)) put(name, { ...good, [name]: wrong })
    if (property['properties'] && typeof present === 'object')
      for (const inner of breaking(property, present as Record<string, unknown>))
        put(`${name}.${inner.path}`, { ...good, [name]: inner.value })
  }
  put('unheardOf', { ...good, unheardOf: 'x' })
  return broken
}

/** U+0000 to U+001F and U+007F to U+009F, without tab and the ends of a line. */
export const controlCharacters = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter((one) =>
  /(?![\t\n\r])\p{Cc}/u.test(one),
)
let turn = 0
/** A different control character each time: all of them at every property would be thousands of requests. */
const nextControl = () => controlCharacters[(turn += 1) % controlCharacters.length] ?? ''

/** Generates values that may break a rule of a property; the schema decides which do. */
function wrongFor(schema: Schema): unknown[] {
  const { maxLength, minimum, maximum, maxItems } = schema as Record<string, number>
  const choices = ((schema['anyOf'] ?? schema['oneOf'] ?? []) as Schema[]).flatMap(wrongFor)
  return [
    ...choices,
    '',
    ' ',
    '\u200B',
    'nonsense',
    'a\u0000b',
    `a${nextControl()}b`,
    'half \uD83D',
    '2026-11-20T01:00:00Z',
    0,
    -1,
    1.5,
    86_400_001,
    true,
    null,
    [],
    {},
    [1],
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), '😍'.repeat(maxLength + 1)]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 'x')]),
  ]
}
