import { z } from 'zod'
import { listLimits } from '../../domain/limits.ts'
import { byId, trimmedText } from '../rows/input.ts'
import { row } from '../rows/row.ts'

const name = trimmedText.min(1, { error: 'required' }).max(listLimits.viewName)
const view = z.object({ id: z.string(), name: z.string(), query: z.string() })

/** The rows of saved views: search, filters and order of the users list under a name. Each administrator has their own. */
export const viewRows = {
  'GET /api/v1/views': row({
    who: 'support',
    operation: 'listViews',
    summary: 'List the saved views of the caller',
    description: 'Sorted by name.',
    errors: [],
    output: z.array(view),
  }),
  'POST /api/v1/views': row({
    who: 'support',
    operation: 'saveView',
    summary: 'Save a view of the users list',
    description: '`query` is the part of the list’s URL after the question mark. The status is 409 if the name exists.',
    errors: ['VIEW_EXISTS', 'VIEW_LIMIT'],
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
    operation: 'renameView',
    summary: 'Rename a view of the caller',
    description: 'The status is 409 if the name exists.',
    errors: ['VIEW_EXISTS'],
    path: byId,
    body: z.strictObject({ name }),
    output: view,
  }),
  'DELETE /api/v1/views/{id}': row({
    who: 'support',
    operation: 'deleteView',
    summary: 'Delete a view of the caller',
    errors: [],
    path: byId,
    output: null,
  }),
} as const
