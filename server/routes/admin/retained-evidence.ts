import { exported } from '../../../domain/audit.ts'
import { csvLine } from '../../../domain/csv.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { retainedRecords, type RetainedRecord } from '../../store/subscribers/sealed-records.ts'
import { administratorOf } from '../caller.ts'
import type { Download } from '../../http/csv-download.ts'
import { isoDay } from '../../../domain/calendar.ts'

const head = csvLine(
  'Erased at,Kept until,Kind,Person id,Name,Email,Company,Country,State,Billing customer,Record (JSON)'.split(','),
)

/** The evidence that is retained of erased people, opened for an auditor. */
export function retainedEvidenceHandlers(
  { db, now, sealing }: Pick<AppContext, 'db' | 'now' | 'sealing'>,
  download: Download,
): Handlers<'GET /api/v1/export/retained-evidence'> {
  async function* lines(moment: Date) {
    for await (const records of retainedRecords(db, moment, sealing)) yield records.map(lineOf).join('')
  }

  return {
    async 'GET /api/v1/export/retained-evidence'(_input, call) {
      const by = administratorOf(call)
      const moment = now()
      const name = `retained-evidence-${isoDay(moment)}.csv`
      await download(call.request, call.reply, name, head, lines(moment), () =>
        recordAct(
          db,
          { by, act: 'export', subscriberId: null, subscriptionId: null, changes: [exported('retained-evidence')] },
          moment,
        ),
      )
      return undefined
    },
  }
}

function lineOf({ kind, sealedAt, keepUntil, person, record }: RetainedRecord): string {
  const { id, firstName, lastName, email, company, country, state, customer } = person
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const about = [sealedAt.toISOString(), keepUntil.toISOString(), kind]
  const cells = [...about, id, name, email, company, country, state, customer, JSON.stringify(record)]
  return csvLine(cells.map((cell) => cell ?? ''))
}
