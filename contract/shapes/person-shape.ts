import { z } from 'zod'
import {
  correctableFields,
  rowOf,
  shownNames,
  shownParts,
  type CorrectableField,
  type PersonView,
  type ShownName,
} from '../../domain/person/fields.ts'
import { moment, dplStatus } from '../rows/response-schemas.ts'

type ShapeOf<View> = {
  [Name in keyof View]: View[Name] extends string
    ? z.ZodString
    : Extract<View[Name], object> extends never
      ? z.ZodNullable<z.ZodString>
      : z.ZodNullable<z.ZodObject<{ [Part in keyof NonNullable<View[Name]>]: z.ZodString }>>
}

/** Returns the schema of these fields of a person, under these names. */
function shapeOf<Name extends ShownName>(names: readonly Name[]): ShapeOf<Pick<PersonView, Name>> {
  const shape = names.map((name) => {
    const parts = shownParts.filter((one) => one.name === name)
    const text = z.string()
    if (parts.some(({ part }) => part !== undefined))
      return [name, z.object(Object.fromEntries(parts.map(({ part = '' }) => [part, text]))).nullable()] as const
    return [name, parts.some(({ field }) => rowOf(field).nullable) ? text.nullable() : text] as const
  })
  return Object.fromEntries(shape) as ShapeOf<Pick<PersonView, Name>>
}

export const subscriberShape = z.object({ id: z.string(), ...shapeOf(shownNames) })

type CorrectedField = Exclude<CorrectableField, 'region'>
/** Details that await review. */
export const waitingDetails = z.object(
  shapeOf(correctableFields.filter((name): name is CorrectedField => name !== 'region')),
)

/** A subscriber as they see themselves. */
export const ownSubscriber = subscriberShape.extend({
  /** While a correction awaits review: the new details. */
  correction: waitingDetails.optional(),
})

/** A subscriber as administrators see them. */
export const adminSubscriber = subscriberShape.extend({
  /** A new address that awaits confirmation by its owner. */
  newEmail: z.string().nullable(),
  /** When they asked to be erased; null if they did not. */
  erasureRequested: moment,
  /** Details that await review. */
  correction: waitingDetails.optional(),
  registeredDate: z.iso.datetime(),
  emailVerified: z.boolean(),
  dplStatus,
  deniedCountry: z.boolean(),
  /**
   * Only in the response for one subscriber: who approved them last; null if no one did, or if a later decision
   * replaced the approval.
   */
  approved: z.object({ by: z.string(), at: z.iso.datetime() }).nullable().optional(),
})
