import { emailKey } from '../../../platform/email-key.ts'
import { refuse } from '../../../contract/errors.ts'
import type { AppContext } from '../../context.ts'
import { erasureRequestedMail } from '../../mails/accounts/erasure.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { addActivity } from '../../store/subscribers/activity.ts'
import { asRecipient, lockSubscriber, updateSubscriber } from '../../store/subscribers/subscribers.ts'

/**
 * Stores a person's request to be erased until an administrator erases them, and confirms it by email. Refuses with 409
 * a second request.
 */
export async function requestErasure(context: AppContext, id: string): Promise<void> {
  await context.transact(async (db) => {
    const subscriber = (await lockSubscriber(db, id)) ?? refuse('NOT_FOUND')
    if (subscriber.erasure_requested_at) refuse('ERASURE_REQUESTED')
    if (!(await context.allow('mailsPerRecipient', emailKey(subscriber.email), db))) refuse('MAIL_LIMIT')
    const now = context.now()
    await updateSubscriber(db, id, { erasure_requested_at: now })
    await addActivity(db, id, { kind: 'act', by: null, data: { act: 'request-erasure' } }, now)
    await queueMail(db, id, erasureRequestedMail(context.mailFrame, asRecipient(subscriber)), now)
  })
}

/** Withdraws the request. Refuses with 409 if there is none. */
export async function withdrawErasure(context: AppContext, id: string): Promise<void> {
  await context.transact(async (db) => {
    const subscriber = (await lockSubscriber(db, id)) ?? refuse('NOT_FOUND')
    if (!subscriber.erasure_requested_at) refuse('ERASURE_NOT_REQUESTED')
    await updateSubscriber(db, id, { erasure_requested_at: null })
    await addActivity(db, id, { kind: 'act', by: null, data: { act: 'withdraw-erasure' } }, context.now())
  })
}
