import { otherIndustry } from '../lists/industries.ts'
import { regionsOf } from '../lists/regions.ts'
import type { SubscriptionType } from '../catalogue/plan.ts'
import { asksForRegion, textOf, type FieldValues, type FieldRules, type Value } from '../person/field-rules.ts'
import { personFieldNames, personFields, rowOf, type PersonField } from '../person/fields.ts'
import type { FieldFault, WrongField } from './field-faults.ts'
import { withPlainPhone } from './phone.ts'

/** The boxes of the forms, which people confirm. */
const ticks = {
  otherIndustry: { visible: (filled) => textOf(filled, 'industry') === otherIndustry },
  termsAndConditions: {},
  affirmation: {},
} satisfies Record<string, Pick<FieldRules, 'visible'>>

export type Tick = keyof typeof ticks
export const tickNames = Object.keys(ticks) as Tick[]

/** The fields that people complete, by their names in the payload. */
export type FieldName = PersonField | Tick
export type Values = Partial<Record<FieldName, Value>>
export type FieldFaults = Partial<Record<FieldName, FieldFault>>

const isTick = (name: FieldName): name is Tick => name in ticks
export const isPersonField = (name: FieldName): name is PersonField => name in personFields

/** The fields of a form, in their order. */
export type Form = readonly FieldName[]

type Kind = { type: SubscriptionType; requiresAffirmation: boolean }

/**
 * Returns what a plan's page requests from a registrant: for a purchase less than for a trial, and the region only if
 * the country needs it.
 */
export function registrationForm({ type, requiresAffirmation }: Kind): Form {
  const asked = personFieldNames.filter((name) => rowOf(name).forms.includes(type))
  if (type === 'subscription') return [...asked, 'termsAndConditions']
  return [...asked, ...tickNames.filter((name) => name !== 'affirmation' || requiresAffirmation)]
}

/**
 * Returns what a checkout by a signed-in person requests: profile fields that are not `known` yet, and those of each
 * order.
 */
export function checkoutForm(plan: Kind, known: Values): Form {
  const missing = registrationForm(plan).filter((name) => isPersonField(name) && !known[name] && mayShow(name, known))
  const eachTime = personFieldNames.filter((name) => rowOf(name).eachCheckout)
  const boxes = tickNames.filter((name) => name !== 'affirmation' || plan.requiresAffirmation)
  return [...new Set([...missing, ...eachTime, ...boxes])]
}

/** A region is omitted if the country is known and needs none. */
const mayShow = (name: FieldName, known: Values) =>
  name !== 'region' || !known.country || asksForRegion(textOf(known, 'country'))

/** Returns the visible fields of a form, given the values so far. */
export function visibleFields(form: Form, values: Values): Form {
  return form.filter((name) => visibleIf(name)?.(values) ?? true)
}

const visibleIf = (name: FieldName): ((filled: FieldValues) => boolean) | undefined =>
  isTick(name) ? (ticks as Record<Tick, Pick<FieldRules, 'visible'>>)[name].visible : rowOf(name).rule.visible

/** Returns the fault of a value; undefined if it has none. */
export function fieldFault(name: FieldName, values: Values): FieldFault | undefined {
  if (isTick(name)) return values[name] === true ? undefined : { code: 'required' }
  const value = textOf(values, name)
  return value === '' ? { code: 'required' } : rowOf(name).rule.rules.find((rule) => rule.broken(value, values))?.fault
}

/** Returns the fault of each visible field of a form; an empty object if it can be sent. */
export function validate(form: Form, values: Values): FieldFaults {
  const wrong = visibleFields(form, values).map((name) => [name, fieldFault(name, values)] as const)
  return Object.fromEntries(wrong.filter(([, fault]) => fault !== undefined))
}

/**
 * Returns the faults as a list, in the form's order. Forms require a region; a call can omit it, which reviewers see.
 */
export function wrongFields(form: Form, values: Values): WrongField[] {
  return visibleFields(form, values).flatMap((field) => {
    if (field === 'region' && values.region === undefined) return []
    const fault = fieldFault(field, values) ?? (field === 'region' ? unknownRegion(values) : undefined)
    return fault ? [{ field, fault }] : []
  })
}

function unknownRegion(values: Values): FieldFault | undefined {
  const known = regionsOf(textOf(values, 'country')).some(({ code }) => code === textOf(values, 'region'))
  return known ? undefined : { code: 'invalidValue' }
}

/** Returns the values of the visible fields, trimmed, as they are sent and stored. */
export function visibleValues(form: Form, values: Values): Values {
  return Object.fromEntries(
    visibleFields(form, values)
      .filter((name) => name !== 'region' || values.region !== undefined)
      .map((name) => [name, isTick(name) ? values[name] === true : textOf(values, name)]),
  )
}

/**
 * Reads the form data of a browser without scripts as values: the ticked boxes, and the other fields that were sent.
 */
export function readForm(form: Form, sent: Readonly<Record<string, string>>): Values {
  const values: Values = {}
  for (const name of form) {
    const value = sent[name]
    if (isTick(name)) values[name] = value === 'on' || value === 'true'
    else if (value !== undefined) values[name] = value
  }
  return values
}

type Whole = Exclude<PersonField, `${string}.${string}`>
type Head<Name> = Name extends `${infer First}.${string}` ? First : never
type Parts<Name extends string> = {
  [Field in PersonField as Field extends `${Name}.${infer Part}` ? Part : never]?: string
}

/**
 * The API's input for a registration; every field may be missing until it is validated. A dot in a name makes it part
 * of an object.
 */
export type RegistrationPayload = { [Name in Whole]?: string } & { [Name in Head<PersonField>]?: Parts<Name> } & {
  [Name in Tick]?: boolean
}

/** The values of a form as a payload, with the phone number in plain digits. */
export function toPayload(values: Values): RegistrationPayload {
  const payload: Record<string, Value | Record<string, Value>> = {}
  for (const [name, value] of Object.entries(withPlainPhone(values))) {
    const [head = name, part] = name.split('.')
    if (part === undefined) payload[head] = value
    else if (value) payload[head] = { ...(payload[head] as object | undefined), [part]: value }
  }
  return payload
}

/** A payload as the values of a form. */
export function fromPayload(payload: RegistrationPayload): Values {
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]) =>
      typeof value === 'object'
        ? Object.entries(value).map(([part, text]) => [`${name}.${part}`, text] as const)
        : [[name, value] as const],
    ),
  )
}
