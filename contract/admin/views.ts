import { z } from 'zod'
import { listLimits } from '../../domain/limits.ts'
import { byId } from '../input.ts'
import { row, trimmedText } from '../row.ts'

const name = trimmedText.min(1, { error: 'required' }).max(listLimits.viewName)
const view = z.object({ id: z.string(), name: z.string(), query: z.string() })

/** The rows of saved views: search, filters and order of the users list under a name. Each administrator has their own. */
export const viewRows = {
  'GET /api/v1/views': row({
    who: 'support',
    summary: 'The views of the users list that the caller saved, by name',
    output: z.array(view),
  }),
  'POST /api/v1/views': row({
    who: 'support',
    summary:
      'Save a view: `query` is what the address of the list has after the question mark; a name that exists is a 409',
    body: z.strictObject({
      name,
      query: z
        .string()
        .max(listLimits.viewQuery)
        .regex(/^[\x21-\x7e]*$/),
    }),
    output: view,
  }),
  'POST /api/v1/views/{id}': row({
    who: 'support',
    summary: 'Rename one of the caller’s views; a name that exists is a 409',
    path: byId,
    body: z.strictObject({ name }),
    output: view,
  }),
  'DELETE /api/v1/views/{id}': row({
    who: 'support',
    summary: 'Delete one of the caller’s views',
    path: byId,
    output: null,
  }),
} as const
