import { z } from 'zod'
import { row } from '../row.ts'

export const retainedEvidenceRows = {
  'GET /api/v1/export/retained-evidence': row({
    who: 'administrator',
    summary:
      'What the law requires to be kept of erased people, of every kind, for an auditor: CSV with a byte order mark, one line for each record',
    query: z.strictObject({}),
    output: null,
    navigation: true,
    confirmed: true,
  }),
} as const
