/** The rules of a person's fields. contract/person-schemas.ts states them in the API's schema. */
import { dialCodes, isCountryCode } from '../lists/countries.ts'
import { statesOf } from '../lists/states.ts'
import { fieldLimits } from '../limits.ts'
import type { FieldFault } from '../registration/field-faults.ts'
import { unprintable } from '../registration/printable.ts'

export type Value = string | boolean
/** What is filled in so far, by the names of fields. */
export type Filled = Readonly<Record<string, Value | null | undefined>>

/** A rule returns the fault of a value that breaks it. It can read the other values. */
export type Rule = { broken: (value: string, filled: Filled) => boolean; fault: FieldFault }

export type FieldRules = {
  rules: readonly Rule[]
  /** Where the field is asked for; everywhere without it. */
  visible?: (filled: Filled) => boolean
  /** What may be chosen. */
  choices?: readonly string[]
}

export function textOf(filled: Filled, name: string): string {
  const value = filled[name]
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

/** Whether sanctions in a country depend on the region, so that forms ask for it. */
export const asksForRegion = (country: string): boolean => country === 'UA'

const invalidValue = { code: 'invalidValue' } as const
const shorterThan = (length: number): Rule => ({
  broken: (value) => !isShorterThan(value, length),
  fault: { code: 'tooLong', value: length },
})

const forbiddenInNames = /[\\#$%?/"<>:;@{}[\]~_^`]/

export const nameRules = {
  rules: [
    shorterThan(fieldLimits.nameLength),
    {
      // Full-width look-alikes count as what they look like.
      broken: (value) => unprintable.test(value) || forbiddenInNames.test(value.normalize('NFKC')),
      fault: { code: 'invalidCharacters' },
    },
  ],
} satisfies FieldRules

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

export const emailRules = {
  rules: [
    shorterThan(fieldLimits.emailLength),
    { broken: (value) => !isEmailAddress(value), fault: { code: 'email' } },
  ],
} satisfies FieldRules

export const countryRules = {
  rules: [{ broken: (value) => !isCountryCode(value), fault: invalidValue }],
} satisfies FieldRules

export const stateRules = {
  visible: (filled) => statesOf(textOf(filled, 'country')).length > 0,
  rules: [
    {
      broken: (value, filled) => !statesOf(textOf(filled, 'country')).some((state) => state.code === value),
      fault: invalidValue,
    },
  ],
} satisfies FieldRules

export const regionRules = {
  visible: (filled) => asksForRegion(textOf(filled, 'country')),
  // Whether there is such a region is asked where the form arrives: wrongFields.
  rules: [{ broken: (value) => !/^\d\d$/.test(value), fault: invalidValue }],
} satisfies FieldRules

export const dialCodeRules = {
  rules: [{ broken: (value) => !dialCodes.has(value), fault: invalidValue }],
} satisfies FieldRules

export const phoneNumberPattern = `^[0-9]{${fieldLimits.phoneDigitsMin},${fieldLimits.phoneDigitsMax}}$`
export const phoneNumberRules = {
  rules: [{ broken: (value) => !new RegExp(phoneNumberPattern).test(value), fault: { code: 'phone' } }],
} satisfies FieldRules

/** One of a list. */
export const oneOf = (choices: readonly string[]) =>
  ({
    rules: [{ broken: (value) => !choices.includes(value), fault: invalidValue }],
    choices,
  }) satisfies FieldRules
