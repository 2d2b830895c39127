import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/errors.ts'
import type { Language } from '../../../domain/language.ts'
import type { Mail } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/spoken.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import type { Administrator } from '../accounts/administrator.ts'

/** Sends a sample of an email to the administrator who asks for it. */
export async function sendTestMail(
  context: Pick<AppContext, 'transact' | 'allow' | 'now'>,
  { kind, subject, html, text }: Mail,
  language: Language,
  administrator: Administrator,
): Promise<void> {
  await context.transact(async (db) => {
    if (!(await context.allow('testMailsPerAccount', administrator.accountId, db))) refuse('MAIL_LIMIT')
    const now = context.now()
    const to = administrator.email
    // Without the link to unsubscribe: it is a sample's, and no mail program may offer it.
    const mail: Mail = { kind, to, subject: wordsIn(language).mail.test(subject), html, text }
    await queueMail(db, randomUUID(), null, mail, now)
    const changes = [{ field: 'mail', before: '', after: subject }] as const
    const act = 'send-test-mail'
    await recordAct(db, { by: administrator, act, subscriberId: null, subscriptionId: null, changes }, now)
  })
}
