import { z } from 'zod'
import { report } from './input.ts'
import { dplStatus, row, slug, text, type BodyRules } from './row.ts'
import { fieldLimits } from '../domain/limits.ts'
import { adminAreaRoles } from '../domain/role.ts'
import { countryCodes, dialCodes } from '../domain/lists/countries.ts'
import { industries, otherIndustry } from '../domain/lists/industries.ts'
import { jobRoles } from '../domain/lists/job-roles.ts'
import { statesOf } from '../domain/lists/states.ts'
import type { Plan } from '../domain/catalogue/plan.ts'
import {
  fieldFault,
  fromPayload,
  registrationForm,
  wrongFields,
  type RegistrationPayload,
} from '../domain/registration/registration.ts'

/** The rows of users: who is signed in, and registering. */
const user = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(adminAreaRoles).nullable(),
  deniedCountry: z.boolean(),
  dplStatus: dplStatus.nullable(),
  /** Of an administrator who needs a second factor: none was shown, and they have no role; or it was long ago, or recently. */
  confirmation: z.enum(['missing', 'old', 'recent']).optional(),
})

/** The fields of a form as they may come, whichever of them it asks for. */
export const profile = {
  firstName: text.exactOptional(),
  lastName: text.exactOptional(),
  company: text.exactOptional(),
  country: text.exactOptional(),
  state: text.exactOptional(),
  /** Of a country where sanctions depend on it: its ISO 3166-2 code without the country. */
  region: text.exactOptional(),
  phone: z.strictObject({ countryCode: text.exactOptional(), phoneNumber: text.exactOptional() }).exactOptional(),
  jobFunction: text.exactOptional(),
  industry: text.exactOptional(),
  otherIndustry: z.boolean().exactOptional(),
  termsAndConditions: z.boolean().exactOptional(),
  affirmation: z.boolean().exactOptional(),
}

/** The rules of the form decide about it, and say what is wrong. */
const ruled = z.string().max(10_000)
const name = ruled.meta({
  minLength: 1,
  maxLength: fieldLimits.nameLength - 1,
  pattern: '^(?=[\\s\\S]*\\S)[^\\p{Cc}\\p{Cs}\\uFFFD\\\\#$%?/"<>:;@{}[\\]~_^`]+$',
})
const ticked = z.boolean().meta({ const: true })
const oneOf = (values: readonly string[]) => ruled.meta({ enum: [...values] })

const country = oneOf([...countryCodes])
const countriesWithStates = countryCodes.filter((code) => statesOf(code).length > 0)

/** The details that a correction can change. */
export const correctedDetails = {
  firstName: name.exactOptional(),
  lastName: name.exactOptional(),
  company: name.exactOptional(),
  country: country.exactOptional(),
  state: text.exactOptional(),
  region: text.exactOptional(),
}

const email = ruled.meta({ minLength: 1, maxLength: fieldLimits.emailLength - 1, format: 'email' })
/** A new email address. */
export const newEmail = email
  .superRefine((value, context) => report(fieldFault('email', { email: value }), context))
  .transform((value) => value.trim())

/** The current password. */
export const presentPassword = z.string({ error: 'required' }).min(1, 'required').max(1000, 'invalidValue')

/** What every registration asks for. */
const always = {
  email,
  firstName: name,
  lastName: name,
  company: name,
  country,
  termsAndConditions: ticked,
}

/** What a trial asks for besides. */
const forATrial = {
  phone: z.strictObject({
    countryCode: oneOf([...dialCodes]),
    phoneNumber: ruled.meta({ pattern: `^[0-9]{${fieldLimits.phoneDigitsMin},${fieldLimits.phoneDigitsMax}}$` }),
  }),
  jobFunction: oneOf(jobRoles),
  industry: oneOf(industries),
}

/** Some fields are asked for where others say so. */
const alsoForATrial = {
  allOf: [
    {
      if: { properties: { country: { enum: countriesWithStates } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ['state'] },
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
 * The rules of the form decide, and say in the form's order what is wrong: also of what is missing, which the shape would
 * report before all else. What is of another type than it should be, or unknown, is reported alone.
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
        report(fault, { addIssue: addIssue(field.split('.')) })
    },
    { when: () => true },
  )
  return shape.check(rules)
}

const isMissing = (issue: z.core.$ZodRawIssue) => issue.code === 'invalid_type' && issue.input === undefined

const shapes = {
  subscription: ruledBy(
    { type: 'subscription', requiresAffirmation: false },
    z.strictObject({ ...profile, ...always }),
  ),
  trial: ruledBy(
    { type: 'trial', requiresAffirmation: false },
    z.strictObject({ ...profile, ...always, ...forATrial }).meta(alsoForATrial),
  ),
  affirmedTrial: ruledBy(
    { type: 'trial', requiresAffirmation: true },
    z.strictObject({ ...profile, ...always, ...forATrial, affirmation: ticked }).meta(alsoForATrial),
  ),
}

const shapeOf = ({ type, requiresAffirmation }: Kind) =>
  type === 'subscription' ? shapes.subscription : requiresAffirmation ? shapes.affirmedTrial : shapes.trial

/** Which fields are required, the plan says: fewest for a purchase, most for a trial that asks for an affirmation. */
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
