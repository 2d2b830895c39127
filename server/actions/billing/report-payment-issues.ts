import { dueNotices } from '../../../domain/billing/payments/payment-issues.ts'
import type { AppContext } from '../../context.ts'
import { paymentIssuesMail } from '../../mails/administrators/payment-issues.ts'
import { issuesToNotify, noteNotified } from '../../store/billing/payment-issues.ts'
import { recipientsAt } from '../../store/accounts/accounts.ts'
import { queueMail } from '../../store/jobs/jobs.ts'

/**
 * Emails every administrator about new payment issues, once a day at most for each kind. Without any administrator, as before
 * the first one of another issuer signs in, the email goes to the support address.
 */
export async function reportPaymentIssues(
  context: Pick<AppContext, 'db' | 'idp' | 'mailFrame' | 'now' | 'transact'>,
): Promise<void> {
  const now = context.now()
  const { open, lastSent } = await issuesToNotify(context.db)
  const due = dueNotices(open, lastSent, now)
  if (due.length === 0) return
  const administrators = await recipientsAt(context.db, await context.idp.administratorEmails(context.db))
  const support = { to: context.mailFrame.supportEmail, language: 'en' as const }
  const recipients = administrators.length > 0 ? administrators : [support]
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
