import type { z } from 'zod'
import type { ErrorCode } from '../error-codes.ts'
import type { KeyScope } from '../../domain/api-key.ts'
import type { Plan } from '../../domain/catalogue/plan.ts'

/** `support`: everyone with a role in the admin area. */
export type Who = 'anyone' | 'signed-in' | 'support' | 'administrator'

/** How a response can be cached: plans for a minute with an ETag, everything else not at all. */
export type Caching = 'minute' | 'never'

export type Row = {
  who: Who
  /** The name in generated clients: the `operationId` of OpenAPI. */
  operation: string
  summary: string
  description?: string
  /** The codes that are specific to the call; row-errors.ts adds those that follow from the row. */
  errors: readonly ErrorCode[]
  path?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  /** `form` rows also take the body as a form with the hidden field `_csrf`. */
  body?: z.ZodType | BodyRules
  form?: true
  /** The JSON of the response; null for 204, or a file. */
  output: z.ZodType | null
  /** The media type of the file that is returned. */
  file?: string
  /** Further statuses without a body. */
  also?: readonly (204 | 302 | 303)[]
  status?: number
  caching?: Caching
  /**
   * Compressed for clients that accept it. Only for lists without a secret, which compression could reveal by the
   * length (decision 26).
   */
  compressed?: true
  /** How many bytes a request's body has at most, where it is not the number for all calls. */
  bodyBytes?: number
  /** Rows a browser may navigate to; the others refuse to be opened as a document. */
  navigation?: true
  /** Also accepts the anti-forgery token of a session that has ended. */
  afterSession?: true
  /** Requires a recent sign-in if roles need a second factor. */
  confirmed?: true
  /**
   * The scope, or one of several, with which an API key can make the call; without a scope the call accepts no keys.
   */
  scope?: KeyScope | readonly KeyScope[]
  /** Accepts an `Idempotency-Key` from a browser too. */
  idempotent?: true
}

export const idempotencyHeader = 'idempotency-key'

/** Whether a repeated call with the same `Idempotency-Key` is performed once. */
export const takesIdempotencyKey = ({ scope, idempotent }: Row, method: string): boolean =>
  method === 'POST' && (scope !== undefined || idempotent === true)

/** The scopes of which a key needs one. */
export const scopesOf = ({ scope = [] }: Row): readonly KeyScope[] => (typeof scope === 'string' ? [scope] : scope)

/** Whether an API key can make a call: one with its scope, or any key if every visitor can read it. */
export const takesKeys = ({ scope, who }: Row, method: string): boolean =>
  scope !== undefined || (who === 'anyone' && method === 'GET')

/** A body whose rules depend on the time, or on the plan of the call. `shapes` lists all possible shapes. */
export type BodyRules<Shape extends z.ZodType = z.ZodType> = {
  shapes: readonly Shape[]
  shapeFor: (circumstances: Circumstances) => Shape
}

export type Circumstances = {
  now: Date
  /** The plan that a registration is for: the named one, or the first trial. Refuses an unknown name. */
  plan: (name: string | undefined) => Pick<Plan, 'type' | 'requiresAffirmation'>
  headers: unknown
}

export const isBodyRules = (body: z.ZodType | BodyRules): body is BodyRules => 'shapeFor' in body

export const row = <const R extends Row>(definition: R): R => definition

/** Returns a body whose rules depend on the day, such as the latest end date. */
export const byTheDay = <Shape extends z.ZodType>(shapeOn: (now: Date) => Shape): BodyRules<Shape> => ({
  shapes: [shapeOn(new Date(0))],
  shapeFor: ({ now }) => shapeOn(now),
})
