import { cleared } from '../../../domain/subscription/subscription.ts'
import { accountApprovedMail } from '../../mails/accounts/review.ts'
import type { AppContext } from '../../context.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { asPerson, asRecipient, type Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'

/** Emails a person whose hold has ended. With an unconfirmed address, which may be another person's, none has. */
export async function mailApproval(db: Trx, context: AppContext, before: Subscriber, after: Subscriber): Promise<void> {
  if (cleared(asPerson(before)) || !cleared(asPerson(after))) return
  await queueMail(db, after.id, accountApprovedMail(context.mailFrame, asRecipient(after)), context.now())
}
