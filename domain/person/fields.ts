/**
 * What the shop asks people about themselves: one row per field, in the order of the forms. The forms, the schemas of
 * the API, the columns, the known values at a checkout, the admin area, the CSV and the copy of a person's data derive
 * from it.
 */
import { subscriptionTypes, type SubscriptionType } from '../catalogue/plan.ts'
import { industries } from '../lists/industries.ts'
import { jobRoles } from '../lists/job-roles.ts'
import {
  countryRules,
  dialCodeRules,
  emailRules,
  nameRules,
  oneOf,
  phoneNumberRules,
  regionRules,
  stateRules,
  type FieldRules,
} from './field-rules.ts'

type FieldRow = {
  /** The column of `subscribers`. Two fields can share one if no country requires both. */
  column: string
  /** Whether the column can be null. If not, it contains a text that every form requires. */
  nullable: boolean
  /** The registrations that request it, by the type of the plan. A trial's checkout requests the missing ones. */
  forms: readonly SubscriptionType[]
  /** Requested at each checkout, even if it is known. */
  eachCheckout?: true
  /** People can correct it, and a correction is screened. */
  correctable?: true
  /** Its name when a person is shown: in responses of the API, in the admin area, in the copy of their data. */
  shown: string
  /** Shown after all others. */
  shownLast?: true
  /**
   * The CSV column that contains it, if any. `own`: a separate column, among the last ones if all columns are exported.
   */
  csv?: 'name' | 'email' | 'company' | 'industry' | 'country' | 'own'
  /** The HTML autofill token. */
  autofill?: string
  rule: FieldRules
}

const always = { nullable: false, forms: subscriptionTypes } as const
const trialOnly = { nullable: true, forms: ['trial'] } as const

/** The key is the field's name in forms and in API input; a dot makes it part of an object there. */
export const personFields = {
  email: { column: 'email', ...always, shown: 'email', csv: 'email', autofill: 'email', rule: emailRules },
  firstName: {
    column: 'first_name',
    ...always,
    correctable: true,
    shown: 'firstName',
    csv: 'name',
    autofill: 'given-name',
    rule: nameRules,
  },
  lastName: {
    column: 'last_name',
    ...always,
    correctable: true,
    shown: 'lastName',
    csv: 'name',
    autofill: 'family-name',
    rule: nameRules,
  },
  company: {
    column: 'company',
    ...always,
    correctable: true,
    shown: 'company',
    csv: 'company',
    autofill: 'organization',
    rule: nameRules,
  },
  country: {
    column: 'country',
    ...always,
    correctable: true,
    shown: 'country',
    csv: 'country',
    autofill: 'country',
    rule: countryRules,
  },
  state: {
    column: 'state',
    ...trialOnly,
    correctable: true,
    shown: 'state',
    autofill: 'address-level1',
    rule: stateRules,
  },
  region: {
    column: 'state',
    nullable: true,
    forms: subscriptionTypes,
    correctable: true,
    shown: 'state',
    autofill: 'address-level1',
    rule: regionRules,
  },
  'phone.countryCode': {
    column: 'phone_country_code',
    ...trialOnly,
    shown: 'phone.countryCode',
    autofill: 'tel-country-code',
    rule: dialCodeRules,
  },
  'phone.phoneNumber': {
    column: 'phone_number',
    ...trialOnly,
    shown: 'phone.phoneNumber',
    autofill: 'tel-national',
    rule: phoneNumberRules,
  },
  jobFunction: {
    column: 'job_title',
    ...trialOnly,
    shown: 'jobTitle',
    shownLast: true,
    autofill: 'organization-title',
    rule: oneOf(jobRoles),
  },
  industry: {
    column: 'industry',
    ...trialOnly,
    eachCheckout: true,
    shown: 'industry',
    csv: 'industry',
    rule: oneOf(industries),
  },
} as const satisfies Record<string, FieldRow>

type Rows = typeof personFields
export type PersonField = keyof Rows
export const personFieldNames = Object.keys(personFields) as PersonField[]

export const rowOf = (field: PersonField): FieldRow => personFields[field]

type Text<Field extends PersonField> = Rows[Field]['nullable'] extends true ? string | null : string
/** The fields whose row has exactly this value in a column. */
type FieldsWith<Column extends keyof FieldRow, Value> = {
  [Field in PersonField]: Rows[Field] extends { [C in Column]: Value } ? Field : never
}[PersonField]

/** The fields that every registration requires, those that people can correct, and those with a list of choices. */
export type RequiredField = FieldsWith<'nullable', false>
export type CorrectableField = FieldsWith<'correctable', true>
export type ChoiceField = FieldsWith<'rule', { choices: readonly string[] }>
const isCorrectable = (field: PersonField): field is CorrectableField => rowOf(field).correctable === true
/** In the order of their form. */
export const correctableFields: readonly CorrectableField[] = personFieldNames.filter(isCorrectable)
export const isChoice = (field: string): field is ChoiceField =>
  personFieldNames.some((name) => name === field && rowOf(name).rule.choices !== undefined)

/** A person's fields as `subscribers` stores them. */
export type PersonColumns = { [Field in PersonField as Rows[Field]['column']]: Text<Field> }
export const personColumns = [
  ...new Set(personFieldNames.map((field) => personFields[field].column)),
] as (keyof PersonColumns)[]

type Head<Name> = Name extends `${infer First}.${string}` ? First : Name
type Parts<Name extends string> = {
  [Field in PersonField as Rows[Field]['shown'] extends `${Name}.${infer Part}` ? Part : never]: string
}
type Whole<Name extends string> = {
  [Field in PersonField]: Rows[Field]['shown'] extends Name ? Text<Field> : never
}[PersonField]

/** A person as shown. An object of parts is null if one of them is missing. */
export type PersonView = {
  [Name in Head<Rows[PersonField]['shown']>]: [keyof Parts<Name>] extends [never] ? Whole<Name> : Parts<Name> | null
}
export type ShownName = keyof PersonView

/** The parts of a shown person, with their columns; `part` is undefined for a field without parts. */
export const shownParts = personFieldNames.map((field) => {
  const [name, part] = personFields[field].shown.split('.') as [ShownName, string | undefined]
  return { field, name, part, column: personFields[field].column, isLast: rowOf(field).shownLast === true }
})
/** The names in the order of display. */
export const shownNames: readonly ShownName[] = [
  ...new Set(shownParts.toSorted((one, other) => Number(one.isLast) - Number(other.isLast)).map(({ name }) => name)),
]

/** The CSV columns that belong to a single field. */
export const ownCsvColumns = personFieldNames.filter((field) => rowOf(field).csv === 'own')
