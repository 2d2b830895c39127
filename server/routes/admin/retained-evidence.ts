import { csvLine } from '../../../domain/csv.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import { retainedRecords, type RetainedRecord } from '../../store/subscribers/sealed-records.ts'
import type { ExportFile } from './export-file.ts'

const head = csvLine(
  'Erased at,Kept until,Kind,Person id,Name,Email,Company,Country,State,Billing customer,Record (JSON)'.split(','),
)

/** The evidence that is retained of erased people, opened for an auditor. */
export function retainedEvidenceHandlers(
  { db, now, sealing }: Pick<AppContext, 'db' | 'now' | 'sealing'>,
  exportFile: ExportFile,
) {
  async function* lines(moment: Date) {
    for await (const records of retainedRecords(db, moment, sealing)) yield records.map(lineOf).join('')
  }

  return {
    'GET /api/v1/export/retained-evidence': (_input, call) => exportFile(call, 'retained-evidence', head, lines(now())),
  } satisfies Partial<Handlers>
}

function lineOf({ kind, sealedAt, keepUntil, person, record }: RetainedRecord): string {
  const { id, firstName, lastName, email, company, country, state, customer } = person
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const about = [sealedAt.toISOString(), keepUntil.toISOString(), kind]
  const cells = [...about, id, name, email, company, country, state, customer, JSON.stringify(record)]
  return csvLine(cells.map((cell) => cell ?? ''))
}
