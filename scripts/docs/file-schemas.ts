import { z } from 'zod'
import { brandShape } from '../../domain/catalogue/brand-shape.ts'
import { catalogueShape } from '../../server/catalogue-shape.ts'
import { ofBrand, ofCatalogue } from './describe-files.ts'
import { generatedNotice, table } from './markdown.ts'

type Schema = z.core.JSONSchema.BaseSchema
type Field = { path: string; schema: Schema; required: boolean }

/**
 * Returns a schema as JSON Schema, with the description of each field, and its fields by path. Throws if a field has no
 * description.
 */
function schemaOf(shape: z.ZodType, title: string, descriptions: Readonly<Record<string, string>>) {
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  schema.title = title
  const fields: Field[] = []
  const missing: string[] = []
  const walk = (node: Schema, path: string): void => {
    for (const [name, child] of Object.entries(node.properties ?? {})) {
      if (typeof child === 'boolean' || name === '$schema') continue
      const own = path === '' ? name : `${path}.${name}`
      const description = descriptions[own] ?? descriptions[own.replace(/\.\w+\.(\w+)$/, '.*.$1')]
      if (description === undefined) missing.push(own)
      else child.description = description
      fields.push({ path: own, schema: child, required: node.required?.includes(name) ?? false })
      const items = child.items
      const inner = items !== undefined && typeof items === 'object' && !Array.isArray(items) ? items : child
      // Texts per language are described as a whole.
      if (!/(?:translations|questions|announcements|reviewTimes|installer)$/.test(own))
        walk(inner, inner === child ? own : `${own}[]`)
    }
  }
  walk(schema, '')
  if (missing.length > 0) throw new Error(`scripts/docs/describe-files.ts: describe ${missing.join(', ')}`)
  return { schema, fields }
}

const catalogue = schemaOf(catalogueShape, 'Catalogue of a Tillhouse shop', ofCatalogue)
const brand = schemaOf(brandShape, 'Brand of a Tillhouse shop', ofBrand)

const text = ({ schema }: { schema: Schema }) => `${JSON.stringify(schema, null, 2)}\n`
export const catalogueSchema = () => text(catalogue)
export const brandSchema = () => text(brand)

/** What a value may be, however the alternatives are nested. */
function alternativesOf(schema: Schema): Schema[] {
  return schema.anyOf?.flatMap((one) => (typeof one === 'object' ? alternativesOf(one) : [])) ?? [schema]
}

/** The kind of value in words. */
function kindOf(schema: Schema): string {
  const alternatives = alternativesOf(schema)
  const choices = alternatives.flatMap((one) => one.enum ?? []).map((one) => `\`${String(one)}\``)
  const kinds = alternatives.flatMap((one) => (one.enum || one.type === 'null' ? [] : [one.type ?? 'text']))
  const kind = [...(choices.length > 0 ? [choices.join(', ')] : []), ...kinds].join(' or ')
  const { default: fallback } = schema
  const shown = fallback === undefined || fallback === null || typeof fallback === 'object'
  return shown ? kind : `${kind}; default ${JSON.stringify(fallback)}`
}

function page(title: string, lead: string, { fields }: { fields: readonly Field[] }): string {
  const rows = fields.map(({ path, schema, required }) => [
    `\`${path}\``,
    kindOf(schema),
    required ? 'yes' : '',
    schema.description ?? '',
  ])
  return `# ${title}

${generatedNotice}

${lead}

${table(['Field', 'Value', 'Required', 'Meaning'], rows)}
`
}

/** `docs/reference/catalogue-file.md`. */
export function cataloguePage(): string {
  return page(
    'The catalogue file',
    'The JSON file that `CATALOGUE` names. The server validates it at startup and names what is wrong. `"$schema": "./catalogue.schema.json"` lets an editor complete and check it; the schema is in `brand/`. [Sell your products under your brand](../how-to/brand-and-catalogue.md) explains how to use it.',
    catalogue,
  )
}

/** `docs/reference/brand-file.md`. */
export function brandPage(): string {
  return page(
    'The brand file',
    'The JSON file that `BRAND` names. The server validates it at startup and names what is wrong. `"$schema": "./brand.schema.json"` lets an editor complete and check it; the schema is in `brand/`. [Sell your products under your brand](../how-to/brand-and-catalogue.md) explains how to use it.',
    brand,
  )
}
