import type { Output } from './contract.ts'
import type { FieldProblem } from './errors.ts'
import type { Values } from '../domain/registration/registration.ts'

/** The result of a form that was sent to a page's own address, for the page in the response. */
export type PostedForm = {
  /** The path to which it was sent; the result is ignored on another page. */
  at: string
  /** The input, so that it is not lost. */
  values: Values
  errors: readonly FieldProblem[]
  /** The input of a form that is not a registration. */
  sent?: Readonly<Record<string, string>>
  /** The fault of the whole form, if no field has one. */
  message?: string
  /** True if the page was too old and the form had no effect. */
  stale?: true
  /** The address to which an activation email was sent. */
  sentTo?: string
  /** The requested order. */
  order?: Output<'GET /api/v1/orders/{id}'>
}
