import type { Output } from './contract.ts'
import type { FieldProblem } from './errors.ts'
import type { Values } from '../domain/registration/registration.ts'

/** What became of a form that was sent to a page's own address, for the page that answers it. */
export type Posted = {
  /** The path it was sent to; on another page it means nothing. */
  at: string
  /** What was filled in, so that nothing typed is lost. */
  values: Values
  errors: readonly FieldProblem[]
  /** The same of a form whose fields are no registration's. */
  sent?: Readonly<Record<string, string>>
  /** What is wrong with the whole of it, where the fields do not say it. */
  message?: string
  /** The page was too old to be believed; nothing was done. */
  stale?: true
  /** The address an activation mail went to. */
  sentTo?: string
  /** What became of the order asked about. */
  order?: Output<'GET /api/v1/orders/{id}'>['state']
}
