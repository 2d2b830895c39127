import type { Output } from './contract.ts'
import type { FieldProblem } from './errors.ts'
import type { Values } from '../domain/registration/registration.ts'

/** The result of a form that was sent to a page's own address, for the page that responds. */
export type Posted = {
  /** The path it was sent to; on another page it means nothing. */
  at: string
  /** What was filled in, so that nothing typed is lost. */
  values: Values
  errors: readonly FieldProblem[]
  /** The same of a form whose fields are no registration's. */
  sent?: Readonly<Record<string, string>>
  /** The fault of the whole form, if no field has one. */
  message?: string
  /** The page was too old to be believed; nothing was done. */
  stale?: true
  /** The address an activation mail went to. */
  sentTo?: string
  /** The state of the requested order. */
  order?: Output<'GET /api/v1/orders/{id}'>['state']
}
