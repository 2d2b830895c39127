import type { Recipient } from '../../../domain/mail.ts'
import type { AppContext } from '../../context.ts'
import { recipientsAt } from '../../store/accounts/accounts.ts'

/**
 * Returns every administrator. Without any, as before the first one of another issuer signs in, it is the support
 * address.
 */
export async function alarmRecipients({
  db,
  idp,
  mailFrame,
}: Pick<AppContext, 'db' | 'idp' | 'mailFrame'>): Promise<Recipient[]> {
  const administrators = await recipientsAt(db, await idp.administratorEmails(db))
  return administrators.length > 0 ? administrators : [{ to: mailFrame.supportEmail, language: 'en' }]
}
