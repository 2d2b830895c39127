import { isOldList, listAgeDays } from '../../../domain/screening/list-age.ts'
import type { AppContext } from '../../context.ts'
import { oldListsMail } from '../../mails/administrators.ts'
import { alarmRecipients } from '../accounts/alarm-recipients.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { listsInForce, recordAlarms } from '../../store/screening/screening-lists.ts'

/**
 * Emails every administrator, or else the support address, about lists that have become old: once for each list, until
 * it is current again.
 */
export async function reportOldLists(
  context: Pick<AppContext, 'db' | 'idp' | 'mailFrame' | 'now' | 'transact' | 'warn'>,
): Promise<void> {
  const now = context.now()
  const old = (await listsInForce(context.db)).filter((list) => isOldList(list, now))
  const recipients = old.length === 0 ? [] : await alarmRecipients(context)
  await context.transact(async (db) => {
    const recorded = await recordAlarms(
      db,
      old.map(({ name }) => name),
      now,
    )
    if (recorded.length === 0) return
    const lists = old
      .filter(({ name }) => recorded.includes(name))
      .map((list) => ({ name: list.name, age: listAgeDays(list, now) }))
    context.warn({ lists }, 'screening lists are out of date')
    for (const recipient of recipients)
      await queueMail(db, null, oldListsMail(context.mailFrame, { ...recipient, lists }), now)
  })
}
