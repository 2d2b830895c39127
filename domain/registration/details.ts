import { asksForRegion } from '../person/field-rules.ts'
import { correctableFields, personFields, type CorrectableField } from '../person/fields.ts'
import type { Values } from './registration.ts'

/** The details on invoices of a subscriber, which screening compares. Pure. */

/** Details as stored; null for values that the country does not need. */
export type Details = {
  [F in CorrectableField]: (typeof personFields)[F]['nullable'] extends true ? string | null : string
}

/** A change of a correction. An empty text stands for a missing value. */
export type Change = { field: CorrectableField; before: string; after: string }

/** Returns visible, trimmed values as details. */
export function detailsOf(values: Values): Details {
  const text = (name: CorrectableField) => String(values[name] ?? '')
  const kept = (name: CorrectableField) => text(name) || (personFields[name].nullable ? null : '')
  return Object.fromEntries(correctableFields.map((name) => [name, kept(name)])) as Details
}

/** Returns a subscriber's details. A region is stored in the column of the state. */
export function detailsFrom(kept: Omit<Details, 'region'>): Details {
  const region = asksForRegion(kept.country)
  const details = Object.fromEntries(
    correctableFields.flatMap((name) => (name === 'region' ? [] : [[name, kept[name]]])),
  ) as Omit<Details, 'region'>
  return { ...details, state: region ? null : kept.state, region: region ? kept.state : null }
}

/** Returns details as a form's values. A region that was not given is absent, because it cannot be required later. */
export function valuesFrom({ region, ...rest }: Details): Record<Exclude<CorrectableField, 'region'>, string> & {
  region?: string
} {
  const values = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value ?? '']))
  return { ...(values as Record<keyof typeof rest, string>), ...(region === null ? {} : { region }) }
}

export function changesBetween(before: Details, after: Details): Change[] {
  return correctableFields.flatMap((field) => {
    const change = { field, before: before[field] ?? '', after: after[field] ?? '' }
    return change.before === change.after ? [] : [change]
  })
}
