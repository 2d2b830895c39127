import { refuse } from '../../../contract/errors.ts'
import { listLimits } from '../../../domain/limits.ts'
import type { Call, Handlers } from '../../http/calls/contract-routes.ts'
import type { AppContext } from '../../context.ts'
import { addView, deleteView, renameView, viewsOf } from '../../store/admin/views.ts'

/** Handles the caller's saved views of the users list. Refuses another administrator's with 404. */
export function viewHandlers({ db }: Pick<AppContext, 'db'>) {
  const accountOf = ({ visitor }: Call) => (visitor.signedIn ?? refuse('SIGN_IN_NEEDED')).accountId
  return {
    'GET /api/v1/views': (_, call) => viewsOf(db, accountOf(call)),

    async 'POST /api/v1/views'({ body }, call) {
      const added = await addView(db, accountOf(call), body, listLimits.views)
      if (added === 'exists') refuse('VIEW_EXISTS')
      return added === 'full' ? refuse('VIEW_LIMIT') : added
    },

    async 'POST /api/v1/views/{id}'({ path, body }, call) {
      const renamed = await renameView(db, accountOf(call), path.id, body.name)
      return renamed === undefined ? refuse('NOT_FOUND') : (renamed ?? refuse('VIEW_EXISTS'))
    },

    async 'DELETE /api/v1/views/{id}'({ path }, call) {
      if (!(await deleteView(db, accountOf(call), path.id))) refuse('NOT_FOUND')
    },
  } satisfies Partial<Handlers>
}
