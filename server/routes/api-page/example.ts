import type { Operation, Schema } from './document.ts'

/** A request of the operation as a command for curl: a shell's words, with placeholders in braces as in the path. */
export function exampleOf(url: string, method: string, path: string, operation: Operation, cookie: string): string {
  const { security, requestBody, parameters } = operation
  const needed = parameters.filter((parameter) => parameter.required && parameter.in === 'query')
  const query = needed.map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleValue(schema)))}`).join('&')
  const asked = Object.keys(security[0] ?? {})
  const schema = requestBody?.content['application/json']?.schema
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quoted(`${url}${path}${query === '' ? '' : `?${query}`}`)}`,
    // The token is bound to the session, which an anonymous visitor also has.
    ...(asked.includes('session') || asked.includes('antiForgery') ? [`-b ${quoted(`${cookie}={session}`)}`] : []),
    ...(asked.includes('antiForgery')
      ? [`-b ${quoted('XSRF-TOKEN={token}')} -H ${quoted('X-XSRF-TOKEN: {token}')}`]
      : []),
    ...(schema
      ? [`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(JSON.stringify(sampleValue(schema)))}`]
      : []),
  ]
  return lines.join(' \\\n  ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns a sample value for a schema; for an object, its required fields. */
export function sampleValue(schema: Schema): unknown {
  const [variant] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (variant) return sampleValue(variant)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.items) return [sampleValue(schema.items)]
  const [type] = [schema.type ?? 'string'].flat()
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => schema.required?.includes(name))
        .map(([name, field]) => [name, sampleValue(field)]),
    )
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.format === 'date-time') return '2026-12-31T00:00:00.000Z'
  if (schema.format === 'date') return '2026-12-31'
  return '…'
}
