import { sealMail } from '../../mails/sealed-mail.ts'
import type { AppContext } from '../../context.ts'
import { mailsInClear, recordsInClear, replaceMail, replaceRecord } from '../../store/subscribers/earlier-rows.ts'
import { sealedContent } from '../../store/subscribers/sealed-records.ts'

const batch = 20

/** Seals what versions before 0.2 stored in clear. A migration has no `SECRET`, so each start does it. */
export async function sealEarlierRows({ db, sealing }: Pick<AppContext, 'db' | 'sealing'>): Promise<void> {
  for (const { id, payload } of await mailsInClear(db)) await replaceMail(db, id, sealMail(sealing, id, payload))
  for (let rows = await recordsInClear(db, batch); rows.length > 0; rows = await recordsInClear(db, batch))
    for (const { id, content } of rows) await replaceRecord(db, id, sealedContent(sealing, id, content))
}
