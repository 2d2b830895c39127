import { asksForRegion, type Values } from './registration.ts'

/** The details that name a subscriber on invoices, and that screening compares. Pure. */

/** The fields of a correction, in the order of its form. */
export const correctableFields = ['firstName', 'lastName', 'company', 'country', 'state', 'region'] as const
export type CorrectableField = (typeof correctableFields)[number]

/** Details as they are kept; `state` and `region` are null where a country has none. */
export type Details = { [F in CorrectableField]: F extends 'state' | 'region' ? string | null : string }

/** What a correction changes. Empty: there was nothing, or there is to be nothing. */
export type Change = { field: CorrectableField; before: string; after: string }

/** Visible, trimmed values as details. */
export function detailsOf(values: Values): Details {
  const text = (name: CorrectableField) => String(values[name] ?? '')
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    company: text('company'),
    country: text('country'),
    state: text('state') || null,
    region: text('region') || null,
  }
}

/** A subscriber's details: a region is kept where others have a state. */
export function detailsFrom(kept: Omit<Details, 'region'>): Details {
  const { firstName, lastName, company, country, state } = kept
  const region = asksForRegion(country)
  return { firstName, lastName, company, country, state: region ? null : state, region: region ? state : null }
}

/** Details as a form's values. A region that was not given is absent, because it cannot be required later. */
export function valuesFrom({ state, region, ...rest }: Details): Record<Exclude<CorrectableField, 'region'>, string> & {
  region?: string
} {
  return { ...rest, state: state ?? '', ...(region === null ? {} : { region }) }
}

export function changesBetween(before: Details, after: Details): Change[] {
  return correctableFields.flatMap((field) => {
    const change = { field, before: before[field] ?? '', after: after[field] ?? '' }
    return change.before === change.after ? [] : [change]
  })
}
