/** The rules of a person's fields. contract/shapes/person-schemas.ts states them in the API's schema. */
import { dialCodes, isCountryCode } from '../lists/countries.ts'
import { statesOf } from '../lists/states.ts'
import { fieldLimits } from '../limits.ts'
import type { FieldFault } from '../registration/field-faults.ts'
import { invisible, unprintable } from '../registration/printable.ts'

export type Value = string | boolean
/** The values entered so far, by field name. */
export type FieldValues = Readonly<Record<string, Value | null | undefined>>

/** A rule returns the fault of a value that violates it. It can read the other values. */
export type Rule = { broken: (value: string, filled: FieldValues) => boolean; fault: FieldFault }

export type FieldRules = {
  rules: readonly Rule[]
  /** When the field is shown; always if absent. */
  visible?: (filled: FieldValues) => boolean
  /** The allowed values. */
  choices?: readonly string[]
  /** Of a name: the number of code points that it must be shorter than. */
  shorterThan?: number
}

export function textOf(filled: FieldValues, name: string): string {
  const value = filled[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** Length in Unicode code points. */
export function lengthOf(value: string): number {
  return Array.from(value).length
}

/** Whether a text has fewer code points than `length`. */
export function isShorterThan(value: string, length: number): boolean {
  // A code point has at most two units, so that very long texts need no counting.
  return value.length < 2 * length && lengthOf(value) < length
}

/** Whether sanctions in a country depend on the region, so that forms request it. */
export const asksForRegion = (country: string): boolean => country === 'UA'

const invalidValue = { code: 'invalidValue' } as const
const shorterThan = (length: number): Rule => ({
  broken: (value) => !isShorterThan(value, length),
  fault: { code: 'tooLong', value: length },
})

/** The last ones turn the direction of writing: a name would be read otherwise than it is screened. */
export const forbiddenInNames = /[\\#$%?/"<>:;@{}[\]~_^`\u202A-\u202E\u2066-\u2069]/

/** The rules of a name, or of another text of one line, with a length of its own. */
export const nameShorterThan = (length: number) =>
  ({
    shorterThan: length,
    rules: [
      { broken: (value) => invisible.test(value), fault: { code: 'required' } },
      shorterThan(length),
      {
        // A full-width look-alike counts as the character it resembles.
        broken: (value) => unprintable.test(value) || forbiddenInNames.test(value.normalize('NFKC')),
        fault: { code: 'invalidCharacters' },
      },
    ],
  }) satisfies FieldRules
export const nameRules = nameShorterThan(fieldLimits.nameLength)

const localPart = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.]+$/
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u

/**
 * A basic address: no quoted local part, no address literal, and a domain of at least two labels whose last one is not
 * a number.
 */
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
  // wrongFields checks on the server whether such a region exists.
  rules: [{ broken: (value) => !/^\d\d$/.test(value), fault: invalidValue }],
} satisfies FieldRules

export const dialCodeRules = {
  rules: [{ broken: (value) => !dialCodes.has(value), fault: invalidValue }],
} satisfies FieldRules

export const phoneNumberPattern = `^[0-9]{${fieldLimits.phoneDigitsMin},${fieldLimits.phoneDigitsMax}}$`
export const phoneNumberRules = {
  rules: [{ broken: (value) => !new RegExp(phoneNumberPattern).test(value), fault: { code: 'phone' } }],
} satisfies FieldRules

/** Accepts one of these values. */
export const oneOf = (choices: readonly string[]) =>
  ({
    rules: [{ broken: (value) => !choices.includes(value), fault: invalidValue }],
    choices,
  }) satisfies FieldRules
