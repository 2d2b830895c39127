import { refuse } from '../../../contract/errors.ts'
import type { Language } from '../../../domain/language.ts'
import type { Mail } from '../../../domain/mail.ts'
import type { AppContext } from '../../context.ts'
import { testMail } from '../../mails/administrators.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import type { Administrator } from '../accounts/administrator.ts'

/** Sends a sample of an email to the administrator who requests it. */
export async function sendTestMail(
  context: Pick<AppContext, 'transact' | 'allow' | 'now'>,
  sample: Mail,
  language: Language,
  administrator: Administrator,
): Promise<void> {
  await context.transact(async (db) => {
    if (!(await context.allow('testMailsPerAccount', administrator.accountId, db))) refuse('MAIL_LIMIT')
    const now = context.now()
    await queueMail(db, null, testMail(sample, language), now)
    const changes = [{ field: 'mail', before: '', after: sample.subject }] as const
    await recordAct(db, { by: administrator, act: 'send-test-mail', changes }, now)
  })
}
