import { refuse } from '../../../contract/errors.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import type { Administrator } from '../accounts/administrator.ts'
import { acceptFault } from '../../store/screening/screening-lists.ts'

/**
 * Takes a list file that was refused for its length alone, or lets a list go whose file is gone: said for this very file,
 * by its hash, and done by whichever instance sees it next. A hash of nothing that waits is a 404.
 */
export async function acceptList(context: AppContext, hash: string, comment: string, by: Administrator): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    if (!(await acceptFault(db, hash, by.email, comment))) refuse('NOT_FOUND')
    await recordAct(db, { by, act: 'accept-list', subscriberId: null, subscriptionId: null, comment }, context.now())
  })
  context.lookAtLists()
}
