import { dialCodes, isCountryCode } from '../lists/countries.ts'
import { industries, otherIndustry } from '../lists/industries.ts'
import { jobRoles } from '../lists/job-roles.ts'
import { regionsOf } from '../lists/regions.ts'
import { statesOf } from '../lists/states.ts'
import { fieldLimits } from '../limits.ts'
import type { FieldFault, WrongField } from './field-faults.ts'
import { withPlainPhone } from './phone.ts'
import { unprintable } from './printable.ts'

/** The fields people fill in, under the names they bear in the payload. */
export type FieldName =
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'country'
  | 'state'
  | 'region'
  | 'phone.countryCode'
  | 'phone.phoneNumber'
  | 'jobFunction'
  | 'industry'
  | 'otherIndustry'
  | 'termsAndConditions'
  | 'affirmation'

export type Value = string | boolean
export type Values = Partial<Record<FieldName, Value>>
export type FieldFaults = Partial<Record<FieldName, FieldFault>>

/** A rule says what is wrong with a value that breaks it. It may look at the other values. */
type Rule = { broken: (value: string, values: Values) => boolean; fault: FieldFault }

/** Whether sanctions in a country depend on the region, so that forms ask for it. */
export const asksForRegion = (country: string): boolean => country === 'UA'

type Field = { kind: 'text' | 'tick'; rules: Rule[]; visible?: (values: Values) => boolean }

const text = (values: Values, name: FieldName) => {
  const value = values[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** Length in Unicode code points. */
export function lengthOf(value: string): number {
  return Array.from(value).length
}

/** Whether a text has fewer code points than that. */
export function isShorterThan(value: string, length: number): boolean {
  // A code point is at most two units: the endless ones need no counting.
  return value.length < 2 * length && lengthOf(value) < length
}

const shorterThan = (length: number): Rule => ({
  broken: (value) => !isShorterThan(value, length),
  fault: { code: 'tooLong', value: length },
})

const forbiddenInNames = /[\\#$%?/"<>:;@{}[\]~_^`]/

/** Full-width look-alikes count as what they look like. */
const plainText: Rule = {
  broken: (value) => unprintable.test(value) || forbiddenInNames.test(value.normalize('NFKC')),
  fault: { code: 'invalidCharacters' },
}

const nameRules = [shorterThan(fieldLimits.nameLength), plainText]

const localPart = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.]+$/
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u

/** A basic address: no quoted local part, no address literal, a domain of at least two labels of which the last is no number. */
export function isEmailAddress(value: string): boolean {
  const [local = '', domain = '', ...more] = value.split('@')
  if (more.length > 0 || !localPart.test(local) || lengthOf(local) >= fieldLimits.emailLocalLength) return false
  if (local.startsWith('.') || local.endsWith('.') || value.includes('..')) return false
  const labels = domain.split('.')
  const top = labels.at(-1) ?? ''
  return (
    labels.length > 1 &&
    lengthOf(top) > 1 &&
    !/\p{N}/u.test(top.slice(0, 1)) &&
    labels.every((label) => label.length < 64 && domainLabel.test(label))
  )
}

export const emailRules: readonly Rule[] = [
  shorterThan(fieldLimits.emailLength),
  { broken: (value) => !isEmailAddress(value), fault: { code: 'email' } },
]

const oneOf = (list: readonly string[]): Rule => ({
  broken: (value) => !list.includes(value),
  fault: { code: 'invalidValue' },
})

const phoneNumber = new RegExp(`^[0-9]{${fieldLimits.phoneDigitsMin},${fieldLimits.phoneDigitsMax}}$`)

const fields: Record<FieldName, Field> = {
  email: { kind: 'text', rules: [...emailRules] },
  firstName: { kind: 'text', rules: nameRules },
  lastName: { kind: 'text', rules: nameRules },
  company: { kind: 'text', rules: nameRules },
  country: { kind: 'text', rules: [{ broken: (value) => !isCountryCode(value), fault: { code: 'invalidValue' } }] },
  state: {
    kind: 'text',
    visible: (values) => statesOf(text(values, 'country')).length > 0,
    rules: [
      {
        broken: (value, values) => !statesOf(text(values, 'country')).some((state) => state.code === value),
        fault: { code: 'invalidValue' },
      },
    ],
  },
  region: {
    kind: 'text',
    visible: (values) => asksForRegion(text(values, 'country')),
    // Whether there is such a region is asked where the form arrives: wrongFields.
    rules: [{ broken: (value) => !/^\d\d$/.test(value), fault: { code: 'invalidValue' } }],
  },
  'phone.countryCode': {
    kind: 'text',
    rules: [{ broken: (value) => !dialCodes.has(value), fault: { code: 'invalidValue' } }],
  },
  'phone.phoneNumber': {
    kind: 'text',
    rules: [{ broken: (value) => !phoneNumber.test(value), fault: { code: 'phone' } }],
  },
  jobFunction: { kind: 'text', rules: [oneOf(jobRoles)] },
  industry: { kind: 'text', rules: [oneOf(industries)] },
  otherIndustry: { kind: 'tick', visible: (values) => text(values, 'industry') === otherIndustry, rules: [] },
  termsAndConditions: { kind: 'tick', rules: [] },
  affirmation: { kind: 'tick', rules: [] },
}

/** A form is the fields it has, in the order they stand in. */
export type Form = readonly FieldName[]

/** What a plan's page asks of a registrant: all of it for a trial, six fields for a purchase, and the region where a country needs it. */
export function registrationForm(plan: { type: 'trial' | 'subscription'; requiresAffirmation: boolean }): Form {
  if (plan.type === 'subscription')
    return ['email', 'firstName', 'lastName', 'company', 'country', 'region', 'termsAndConditions']
  const all = Object.keys(fields) as FieldName[]
  return plan.requiresAffirmation ? all : all.filter((name) => name !== 'affirmation')
}

/** What a checkout by a signed-in person asks for: the fields of the profile not `known` yet, and what each order asks. */
export function checkoutForm(plan: Parameters<typeof registrationForm>[0], known: Values): Form {
  const form: FieldName[] = [
    ...registrationForm(plan).filter((name) => fields[name].kind === 'text' && !known[name] && mayShow(name, known)),
    'industry',
    'otherIndustry',
    'termsAndConditions',
  ]
  if (plan.requiresAffirmation) form.push('affirmation')
  return [...new Set(form)]
}

/** A region is left out where the country is known and needs none. */
const mayShow = (name: FieldName, known: Values) =>
  name !== 'region' || !known.country || asksForRegion(text(known, 'country'))

/** The fields of a form that show, given what is filled in so far. */
export function visibleFields(form: Form, values: Values): Form {
  return form.filter((name) => fields[name].visible?.(values) ?? true)
}

/** The first rule that a value breaks; undefined when it breaks none. */
export function fieldFault(name: FieldName, values: Values): FieldFault | undefined {
  const field = fields[name]
  if (field.kind === 'tick') return values[name] === true ? undefined : { code: 'required' }
  const value = text(values, name)
  return value === '' ? { code: 'required' } : field.rules.find((rule) => rule.broken(value, values))?.fault
}

/** What is wrong with each visible field of a form; an empty object when it may be sent. */
export function validate(form: Form, values: Values): FieldFaults {
  const wrong = visibleFields(form, values).map((name) => [name, fieldFault(name, values)] as const)
  return Object.fromEntries(wrong.filter(([, fault]) => fault !== undefined))
}

/** The same as a list, in the form's order. Forms ask for a region; a call may leave it out, and reviewers see that. */
export function wrongFields(form: Form, values: Values): WrongField[] {
  return visibleFields(form, values).flatMap((field) => {
    if (field === 'region' && values.region === undefined) return []
    const fault = fieldFault(field, values) ?? (field === 'region' ? unknownRegion(values) : undefined)
    return fault ? [{ field, fault }] : []
  })
}

function unknownRegion(values: Values): FieldFault | undefined {
  const known = regionsOf(text(values, 'country')).some(({ code }) => code === text(values, 'region'))
  return known ? undefined : { code: 'invalidValue' }
}

/** The values of the visible fields alone, texts trimmed: what is sent, and what is kept. */
export function visibleValues(form: Form, values: Values): Values {
  return Object.fromEntries(
    visibleFields(form, values)
      .filter((name) => name !== 'region' || values.region !== undefined)
      .map((name) => [name, fields[name].kind === 'tick' ? values[name] === true : text(values, name)]),
  )
}

/** What a browser sends of a form without scripts, as values: of the boxes those that were ticked, of the rest what there is. */
export function readForm(form: Form, sent: Readonly<Record<string, string>>): Values {
  const values: Values = {}
  for (const name of form) {
    const value = sent[name]
    if (fields[name].kind === 'tick') values[name] = value === 'on' || value === 'true'
    else if (value !== undefined) values[name] = value
  }
  return values
}

/** A payload as the API takes it; every field may be missing until it is validated. */
export type RegistrationPayload = {
  [K in Exclude<FieldName, `phone.${string}`>]?: K extends 'otherIndustry' | 'termsAndConditions' | 'affirmation'
    ? boolean
    : string
} & { phone?: { countryCode?: string; phoneNumber?: string } }

/** The values of a form as a payload: `phone.…` become an object, the number plain digits. */
export function toPayload(values: Values): RegistrationPayload {
  const { 'phone.countryCode': countryCode, 'phone.phoneNumber': number, ...rest } = withPlainPhone(values)
  const phone = { ...(countryCode ? { countryCode } : {}), ...(number ? { phoneNumber: number } : {}) }
  return { ...rest, ...(Object.keys(phone).length > 0 ? { phone } : {}) } as RegistrationPayload
}

/** A payload as the values of a form. */
export function fromPayload({ phone, ...rest }: RegistrationPayload): Values {
  return {
    ...rest,
    ...(phone?.countryCode === undefined ? {} : { 'phone.countryCode': phone.countryCode }),
    ...(phone?.phoneNumber === undefined ? {} : { 'phone.phoneNumber': phone.phoneNumber }),
  }
}
