import { refuse } from '../../../contract/errors.ts'
import { lifetimes } from '../../../domain/limits.ts'
import { asksForBirthDate } from '../../../domain/screening/birth-date.ts'
import { randomToken, tokenHash } from '../../../platform/crypto/secrets.ts'
import { emailKey } from '../../../platform/email-key.ts'
import { birthDateMail } from '../../mails/accounts/review.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { queueSealedMail } from '../../store/jobs/jobs.ts'
import { birthDateRequestsOf, isInReview, putBirthDateRequest } from '../../store/screening/birth-dates.ts'
import { openReasonsOf } from '../../store/screening/open-reasons.ts'
import { asRecipient } from '../../store/subscribers/subscribers.ts'
import { lockForAct, refuseRepeated, type Administrator } from '../accounts/administrator.ts'

export const birthDatePath = '/birth-date'

/**
 * Emails a person in review a link to give their date of birth, replacing an earlier request. Refuses with 409 a person
 * who is not in review, whose matches have no date of birth, or who has given theirs, the same request within minutes,
 * and administrators' own.
 */
export async function askBirthDate(context: AppContext, id: string, by: Administrator): Promise<void> {
  const act = 'ask-birth-date'
  await context.transact(async (db) => {
    const subscriber = await lockForAct(db, id, by)
    if (!isInReview(subscriber)) refuse('NOTHING_TO_REVIEW')
    if (!asksForBirthDate((await openReasonsOf(db, [id])).get(id) ?? [])) refuse('NO_LISTED_BIRTH_DATE')
    if ((await birthDateRequestsOf(db, [id])).get(id)?.birth_date) refuse('BIRTH_DATE_GIVEN')
    const now = context.now()
    await refuseRepeated(db, act, id, now)
    if (!(await context.allow('mailsPerRecipient', emailKey(subscriber.email), db))) refuse('MAIL_LIMIT')
    const token = randomToken()
    await putBirthDateRequest(db, {
      subscriber_id: id,
      asked_by: by.email,
      asked_at: now,
      token_hash: tokenHash(token),
      expires_at: new Date(now.getTime() + lifetimes.birthDateLink),
    })
    await recordAct(db, { by, act, subscriberId: id }, now)
    const address = `${context.mailFrame.publicUrl}${birthDatePath}/${token}`
    const mail = birthDateMail(context.mailFrame, { ...asRecipient(subscriber), address })
    await queueSealedMail(db, context.sealing, id, mail, now)
  })
}
