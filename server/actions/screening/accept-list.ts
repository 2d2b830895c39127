import { refuse } from '../../../contract/errors.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import type { Administrator } from '../accounts/administrator.ts'
import { acceptFault } from '../../store/screening/screening-lists.ts'

/**
 * Accepts a list file that was rejected only for its size, or retires a list whose file is gone. It applies to exactly
 * this file, by its hash, and the next instance that finds it acts on it. Refuses an unknown hash with 404.
 */
export async function acceptList(context: AppContext, hash: string, comment: string, by: Administrator): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    if (!(await acceptFault(db, hash, by.email, comment))) refuse('NOT_FOUND')
    await recordAct(db, { by, act: 'accept-list', comment }, context.now())
  })
  context.requestListScan()
}
