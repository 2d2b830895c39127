import { html, type Html } from '../../../platform/html.ts'
import type { Parameter, Schema } from './document.ts'

/** The maximum of listed values of a long enumeration. */
const listed = 12

/**
 * Returns the fields of an object as rows of a table, those of nested objects below it; nothing if a schema has no
 * fields.
 */
export function fieldsTable(schema: Schema): Html {
  const rows = rowsOf(schema, '')
  if (rows.length === 0) return html`<p class="small">${typeOf(schema)}</p>`
  return table(rows)
}

export function parametersTable(parameters: readonly Parameter[]): Html {
  return table(
    parameters.map(({ name, in: place, required, schema, description }) =>
      row(name, schema, required, description, place),
    ),
  )
}

const table = (rows: readonly Html[]): Html =>
  html`<div class="api-scroll" tabindex="0" role="group" aria-label="Fields">
    <table class="api-fields">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning and limits</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`

function rowsOf(schema: Schema, above: string): Html[] {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(({ type }) => type !== 'null')
  if (variants.length > 0) return rowsOf(merged(variants), above)
  if (schema.items) return rowsOf(schema.items, above === '' ? '[]' : `${above}[]`)
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = above === '' ? name : `${above}.${name}`
    return [row(path, field, schema.required?.includes(name) ?? false), ...rowsOf(field, path)]
  })
}

/** Merges the fields of several objects; only fields required by all are required. */
function merged(variants: readonly Schema[]): Schema {
  return {
    properties: Object.assign({}, ...variants.map(({ properties }) => properties)) as Record<string, Schema>,
    required: (variants[0]?.required ?? []).filter((name) =>
      variants.every(({ required }) => required?.includes(name)),
    ),
    ...(variants.length === 1 ? { items: variants[0]?.items } : {}),
  } as Schema
}

function row(name: string, schema: Schema, required: boolean, description = schema.description, place?: string): Html {
  const limits = limitsOf(schema)
  return html`<tr>
    <th scope="row">
      <code>${name}</code>
      ${place === undefined ? '' : html`<span class="api-note">${place}</span>`}
      ${required ? html`<span class="api-note">required</span>` : ''}
    </th>
    <td>${typeOf(schema)}</td>
    <td>${description ?? ''} ${limits === '' ? '' : html`<span class="soft">${limits}</span>`}</td>
  </tr>`
}

/** Returns the type in words: `string or null`, `list of objects`. */
export function typeOf(schema: Schema): string {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `list of ${typeOf(schema.items)}`
  if (schema.format === 'date-time') return 'date and time'
  if (schema.format === 'date') return 'date'
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return schema.type ?? 'any'
}

function limitsOf(schema: Schema): string {
  const values = schema.enum ?? schema.items?.enum
  if (values) {
    const some = values.slice(0, listed).map((value) => JSON.stringify(value))
    const rest = values.length - some.length
    return `One of ${some.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
  }
  const { minLength, maxLength, minimum, maximum } = schema
  if (maxLength !== undefined)
    return `${minLength ? `${minLength} to ` : 'At most '}${maxLength.toLocaleString('en')} characters.`
  const least = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `At least ${minimum}.` : ''
  const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `At most ${maximum}.` : ''
  return `${least} ${most}`.trim()
}
