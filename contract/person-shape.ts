import { z } from 'zod'
import {
  correctableFields,
  rowOf,
  shownNames,
  shownParts,
  type CorrectableField,
  type PersonView,
  type ShownName,
} from '../domain/person/fields.ts'

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

type Corrected = Exclude<CorrectableField, 'region'>
/** Details that await review. */
export const waitingDetails = z.object(
  shapeOf(correctableFields.filter((name): name is Corrected => name !== 'region')),
)
