import { dueNotices } from '../../../domain/billing/payments/payment-issues.ts'
import type { AppContext } from '../../context.ts'
import { paymentIssuesMail } from '../../mails/administrators.ts'
import { issuesToNotify, noteNotified } from '../../store/billing/payment-issues.ts'
import { alarmRecipients } from '../accounts/alarm-recipients.ts'
import { queueMail } from '../../store/jobs/jobs.ts'

/** Emails every administrator, or else the support address, about new payment issues: once a day at most for each kind. */
export async function reportPaymentIssues(
  context: Pick<AppContext, 'db' | 'idp' | 'mailFrame' | 'now' | 'transact'>,
): Promise<void> {
  const now = context.now()
  const { open, lastSent } = await issuesToNotify(context.db)
  const due = dueNotices(open, lastSent, now)
  if (due.length === 0) return
  const recipients = await alarmRecipients(context)
  await context.transact(async (db) => {
    const noted = await noteNotified(
      db,
      due.map(({ kind }) => kind),
      now,
    )
    const notices = due.filter(({ kind }) => noted.has(kind))
    if (notices.length === 0) return
    for (const recipient of recipients)
      await queueMail(db, null, paymentIssuesMail(context.mailFrame, { ...recipient, notices }), now)
  })
}
