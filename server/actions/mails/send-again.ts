import { refuse } from '../../../contract/errors.ts'
import type { Mail } from '../../../domain/mail.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { isQueuedMail, retryGivenUp } from '../../store/jobs/undelivered-mails.ts'
import { findMail } from '../../store/subscribers/activity.ts'
import { findSubscriber } from '../../store/subscribers/subscribers.ts'
import { lockForAct, recordOnPerson, refuseOneself, type Administrator } from '../accounts/administrator.ts'

/**
 * Sends a stored email again, to the person's present address. Refuses with 409 one with a personal link, one still
 * being sent and a reminder to a person who has unsubscribed, and with 404 one that is not stored.
 */
export async function sendMailAgain(context: AppContext, id: string, administrator: Administrator): Promise<void> {
  await context.transact(async (db) => {
    const found = (await findMail(db, id)) ?? refuse('NOT_FOUND')
    const subscriber = await lockForAct(db, found.subscriberId, administrator)
    const { html, text, kind, subject, stop } = found.mail
    if (html === undefined || text === undefined) refuse('MAIL_PERSONAL')
    if (found.state === 'waiting') refuse('MAIL_WAITS_ALREADY')
    if (stop !== undefined && subscriber.reminders_stopped_at) refuse('REMINDERS_STOPPED')
    if (!(await context.allow('mailsPerRecipient', subscriber.email_key, db))) refuse('MAIL_LIMIT')
    const now = context.now()
    const mail: Mail = { kind, to: subscriber.email, subject, html, text, ...(stop === undefined ? {} : { stop }) }
    await queueMail(db, subscriber.id, mail, now)
    const changes = [{ field: 'mail', before: '', after: subject }] as const
    await recordOnPerson(db, subscriber.id, { by: administrator, act: 'send-mail-again', changes }, { subject }, now)
  })
}

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
