import { refuse } from '../../../contract/errors.ts'
import { emailKey } from '../../../platform/email-key.ts'
import type { AppContext } from '../../context.ts'
import {
  isKnownAddress,
  lockSubscriberByEmail,
  updateSubscriber,
  type Subscriber,
} from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { screenAgain } from '../screening/screen-subscriber.ts'
import { screenFirst, type ScreenPerson } from '../screening/screen-first.ts'
import { lockForAct, recordOnPerson, type Administrator } from './administrator.ts'
import { inviteAgain } from './send-link.ts'

/**
 * Corrects the address of a person who has not confirmed it, and sends the activation email there. Links to the old address stop
 * working, and the person is screened again. Refuses with 409 a confirmed or refused person, and an address that is registered.
 */
export function correctUnconfirmedEmail(
  context: AppContext,
  id: string,
  { email, comment, by }: { email: string; comment: string; by: Administrator },
): Promise<Subscriber> {
  const correct = async (db: Trx, check: ScreenPerson) => {
    const before = await lockForAct(db, id, by)
    if (before.email_verified_at) refuse('CONFIRMED_ALREADY')
    if (before.dpl_status === 'FAIL') refuse('REFUSED_ALREADY')
    if (emailKey(email) === before.email_key) refuse('EMAIL_SAME')
    if ((await lockSubscriberByEmail(db, email)) || (await isKnownAddress(db, email))) refuse('EMAIL_TAKEN')
    const moved = { email, email_key: emailKey(email), earlier_emails: [...before.earlier_emails, before.email] }
    await updateSubscriber(db, id, moved)
    await context.idp.end(db, before.email, 'not-activated')
    const sent = await inviteAgain(db, context, { ...before, ...moved })
    if (sent === 'unsent') refuse('MAIL_LIMIT')
    if (sent === 'already-active') refuse('EMAIL_TAKEN')
    const changes = [{ field: 'email', before: before.email, after: email }] as const
    await recordOnPerson(db, id, { by, act: 'correct-email', comment, changes }, { email }, context.now())
    return screenAgain(db, context, { ...before, ...moved }, 'correction', check)
  }
  return screenFirst(context, 'refuse', (check) => context.transact((db) => correct(db, check)))
}
