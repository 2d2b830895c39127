import { confirmations } from '../domain/account/authentication.ts'
import { z } from 'zod'
import { reportFault, slug, text } from './rows/input.ts'
import { dplStatus } from './rows/response-schemas.ts'
import { row, type BodyRules } from './rows/row.ts'
import { adminAreaRoles } from '../domain/account/role.ts'
import { countryCodes } from '../domain/lists/countries.ts'
import { otherIndustry } from '../domain/lists/industries.ts'
import { statesOf } from '../domain/lists/states.ts'
import type { Plan, SubscriptionType } from '../domain/catalogue/plan.ts'
import { keywordsOf } from './shapes/person-schemas.ts'
import {
  correctableFields,
  personFieldNames,
  rowOf,
  type CorrectableField,
  type RequiredField,
  type PersonField,
} from '../domain/person/fields.ts'
import {
  fieldFault,
  fromPayload,
  registrationForm,
  tickNames,
  wrongFields,
  type RegistrationPayload,
  type Tick,
} from '../domain/registration/registration.ts'

/** The rows of users: the signed-in person, and registration. */
const user = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(adminAreaRoles).nullable(),
  deniedCountry: z.boolean(),
  dplStatus: dplStatus.nullable(),
  /**
   * For an administrator who needs a second factor: `missing` (none was used, so they have no role), `old` or `recent`.
   */
  confirmation: z.enum(confirmations).optional(),
})

const stringOf = (field: PersonField) => {
  const keywords = keywordsOf(field)
  // The rules of the form validate it and name its faults.
  return keywords ? z.string().meta(keywords) : text
}

/** Returns fields as a call accepts them: those with a dot in their names as parts of an object. */
function taken(fields: readonly PersonField[], of: (field: PersonField) => z.ZodType): z.core.$ZodLooseShape {
  const shape: Record<string, z.ZodType> = {}
  for (const field of fields) {
    const [name = field, part] = field.split('.')
    if (part === undefined) shape[name] = of(field)
    else if (!(name in shape)) {
      const parts = fields.filter((one) => one.startsWith(`${name}.`))
      shape[name] = z.strictObject(Object.fromEntries(parts.map((one) => [one.slice(name.length + 1), of(one)])))
    }
  }
  return shape
}

type Optional<Payload> = {
  [Name in keyof Payload]-?: z.ZodExactOptional<z.ZodType<NonNullable<Payload[Name]>, NonNullable<Payload[Name]>>>
}
const optional = <Name extends keyof RegistrationPayload>(
  fields: readonly PersonField[],
  of: (field: PersonField) => z.ZodType,
) =>
  Object.fromEntries(
    Object.entries(taken(fields, of)).map(([name, shape]) => [name, (shape as z.ZodType).exactOptional()]),
  ) as unknown as Optional<Pick<RegistrationPayload, Name>>

const box = z.boolean()
const ticks = Object.fromEntries(tickNames.map((name) => [name, box.exactOptional()])) as unknown as Optional<
  Record<Tick, boolean>
>

/** All fields that a form may contain, whichever it requests; the address is validated elsewhere. */
export const profile = {
  ...optional<Exclude<keyof RegistrationPayload, Tick | 'email'>>(
    personFieldNames.filter((name) => name !== 'email'),
    (field) => (field.includes('.') ? text.exactOptional() : text),
  ),
  ...ticks,
}

const ticked = z.boolean().meta({ const: true })
const countriesWithStates = countryCodes.filter((code) => statesOf(code).length > 0)

/** The details that a correction can change. */
export const correctedDetails = optional<CorrectableField>(correctableFields, stringOf)

/** A new email address. */
export const newEmail = stringOf('email')
  .superRefine((value, context) => reportFault(fieldFault('email', { email: value }), context))
  .transform((value) => value.trim())

/** The current password. */
export const presentPassword = z.string({ error: 'required' }).min(1, 'required').max(1000, 'invalidValue')

/** The fields that a registration for any plan requires. Others depend on the values of these. */
const required = (type: SubscriptionType) =>
  taken(
    personFieldNames.filter((name) => rowOf(name).forms.includes(type) && !rowOf(name).rule.visible),
    stringOf,
  )

/** The fields that are required depending on others. */
const alsoForATrial = {
  allOf: [
    {
      if: { properties: { country: { enum: countriesWithStates } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ['state'], properties: { state: { type: 'string' } } },
    },
    {
      if: { properties: { industry: { const: otherIndustry } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ['otherIndustry'], properties: { otherIndustry: { const: true } } },
    },
  ],
}

type Kind = Pick<Plan, 'type' | 'requiresAffirmation'>

/**
 * The rules of the form report its faults in the form's order, including missing fields, which the schema would report
 * first. Values of the wrong type and unknown fields are reported separately.
 */
function ruledBy<Shape extends z.ZodType>(kind: Kind, shape: Shape): Shape {
  const form = registrationForm(kind)
  const rules = z.core._check<z.output<Shape>>(
    (payload) => {
      payload.issues = payload.issues.filter((issue) => !isMissing(issue))
      if (payload.issues.length > 0) return
      const addIssue = (path: string[]) => (issue: { code: 'custom'; message: string }) =>
        void payload.issues.push({ ...issue, input: payload.value, path, continue: true })
      for (const { field, fault } of wrongFields(form, fromPayload(payload.value as RegistrationPayload)))
        reportFault(fault, { addIssue: addIssue(field.split('.')) })
    },
    { when: () => true },
  )
  return shape.check(rules)
}

const isMissing = (issue: z.core.$ZodRawIssue) => issue.code === 'invalid_type' && issue.input === undefined

/** A registration that a plan's form accepts. */
type Complete = RegistrationPayload & { [Field in RequiredField]: string } & { termsAndConditions: boolean }

function bodyOf(type: SubscriptionType, boxes: z.core.$ZodLooseShape = {}): z.ZodType<Complete, Complete> {
  const shape = z.strictObject({ ...profile, ...required(type), termsAndConditions: ticked, ...boxes })
  return (type === 'trial' ? shape.meta(alsoForATrial) : shape) as unknown as z.ZodType<Complete, Complete>
}

const shapes = {
  subscription: ruledBy({ type: 'subscription', requiresAffirmation: false }, bodyOf('subscription')),
  trial: ruledBy({ type: 'trial', requiresAffirmation: false }, bodyOf('trial')),
  affirmedTrial: ruledBy({ type: 'trial', requiresAffirmation: true }, bodyOf('trial', { affirmation: ticked })),
}

const shapeOf = ({ type, requiresAffirmation }: Kind) =>
  type === 'subscription' ? shapes.subscription : requiresAffirmation ? shapes.affirmedTrial : shapes.trial

/** The plan determines the required fields: fewest for a purchase, most for a trial that requires an affirmation. */
const registration: BodyRules<(typeof shapes)[keyof typeof shapes]> = {
  shapes: Object.values(shapes),
  shapeFor: ({ plan, headers }) => shapeOf(plan((headers as { 'x-selected-product'?: string })['x-selected-product'])),
}

export const userRows = {
  'GET /api/v1/users/userinfo': row({
    who: 'anyone',
    operation: 'getUserInfo',
    summary: 'Get the signed-in user',
    description: 'Without a session, `user` is `anonymousUser`.',
    errors: [],
    output: z.object({ user: z.union([z.literal('anonymousUser'), user]) }),
  }),
  'GET /api/v1/users/search/{email}': row({
    who: 'anyone',
    operation: 'findAccount',
    summary: 'Check whether an email address has an account',
    description: 'Status 200 means that it has one.',
    errors: ['TOO_MANY_REQUESTS'],
    path: z.object({ email: text.max(400) }),
    output: z.object({ email: z.string() }),
  }),
  'POST /api/v1/users': row({
    who: 'anyone',
    operation: 'register',
    summary: 'Register',
    description: 'The header `X-SELECTED-PRODUCT` names the plan; without it, the first trial.',
    errors: ['TOO_MANY_REQUESTS', 'UNKNOWN_PLAN'],
    headers: z.object({ 'x-selected-product': slug.optional() }),
    body: registration,
    output: z.object({ email: z.string(), trialToken: z.string() }),
    status: 201,
  }),
} as const
