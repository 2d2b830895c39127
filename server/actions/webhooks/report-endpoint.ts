import type { AppContext } from '../../context.ts'
import { endpointFailingMail } from '../../mails/administrators.ts'
import { recipientsAt } from '../../store/accounts/accounts.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import type { Trx } from '../../store/tables.ts'

/** Emails every administrator that a webhook endpoint fails, or was switched off. */
export async function reportEndpoint(
  db: Trx,
  { idp, mailFrame, now }: Pick<AppContext, 'idp' | 'mailFrame' | 'now'>,
  endpoint: { url: string; state: 'failing' | 'off' },
): Promise<void> {
  for (const recipient of await recipientsAt(db, await idp.administratorEmails(db)))
    await queueMail(db, null, endpointFailingMail(mailFrame, { ...recipient, ...endpoint }), now())
}
