/** Converts a person's fields: as stored, as shown, and as a form's values. */
import type { FieldValues } from './field-rules.ts'
import {
  personFieldNames,
  type personFields,
  rowOf,
  shownParts,
  type PersonColumns,
  type PersonField,
  type PersonView,
} from './fields.ts'

type ColumnOf<Field extends PersonField> = (typeof personFields)[Field]['column']

/**
 * Returns the columns of some fields from entered values. A missing value gives null, or an empty text if the column is
 * not nullable.
 */
export function columnsOf<Field extends PersonField>(
  fields: readonly Field[],
  filled: FieldValues,
): Pick<PersonColumns, ColumnOf<Field>> {
  const columns: Record<string, string | null> = {}
  for (const field of fields) {
    const { column, nullable } = rowOf(field)
    const value = filled[field]
    const text = typeof value === 'string' && value !== '' ? value : null
    columns[column] = columns[column] || (text ?? (nullable ? null : ''))
  }
  return columns as Pick<PersonColumns, ColumnOf<Field>>
}

/** Returns a stored person as shown. */
export function viewPerson(stored: PersonColumns): PersonView {
  const view: Record<string, string | object | null> = {}
  for (const { name, part, column } of shownParts) {
    const value = stored[column]
    if (part === undefined) view[name] = value
    else if (!value || view[name] === null) view[name] = null
    else view[name] = Object.assign(view[name] ?? {}, { [part]: value })
  }
  return view as PersonView
}

/** Returns a shown person as the values of a form: each field that has a value and is visible for the country. */
export function valuesOf(view: Partial<PersonView>): { [Field in PersonField]?: string } {
  const known: Record<string, string> = {}
  for (const { field, name, part } of shownParts) {
    const shown = view[name]
    const value =
      typeof shown === 'object' && shown !== null ? Object.entries(shown).find(([key]) => key === part)?.[1] : shown
    if (typeof value === 'string' && value !== '') known[field] = value
  }
  const isAsked = (field: PersonField) => rowOf(field).rule.visible?.(known) ?? true
  return Object.fromEntries(
    personFieldNames.flatMap((field) => (known[field] !== undefined && isAsked(field) ? [[field, known[field]]] : [])),
  )
}
