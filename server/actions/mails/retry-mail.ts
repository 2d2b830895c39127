import { refuse } from '../../../contract/errors.ts'
import type { AppContext } from '../../context.ts'
import { findSubscriber } from '../../store/subscribers/subscribers.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { refuseOneself, type Administrator } from '../accounts/administrator.ts'
import { isQueuedMail, retryGivenUp } from '../../store/jobs/undelivered-mails.ts'

/**
 * Retries an email that was given up. Refuses with 409 one that is scheduled already, and with 404 one that no longer
 * exists.
 */
export async function retryMail(context: AppContext, id: string, administrator: Administrator): Promise<void> {
  await context.transact(async (db) => {
    const now = context.now()
    const retried = await retryGivenUp(db, id, now)
    if (!retried) return refuse((await isQueuedMail(db, id)) ? 'MAIL_WAITS_ALREADY' : 'NOT_FOUND')
    const subscriber = retried.subscriberId === null ? undefined : await findSubscriber(db, retried.subscriberId)
    if (subscriber) refuseOneself(administrator, subscriber)
    await recordAct(db, { by: administrator, act: 'retry-mail', subscriberId: retried.subscriberId }, now)
  })
}
