import { z } from 'zod'
import { row } from '../rows/row.ts'

export const retainedEvidenceRows = {
  'GET /api/v1/export/retained-evidence': row({
    who: 'administrator',
    operation: 'exportRetainedEvidence',
    summary: 'Export the retained evidence of erased people as CSV',
    description: 'For an auditor: what the law requires to be kept, one row a record, with a byte order mark.',
    errors: ['EXPORTS_BUSY'],
    query: z.strictObject({}),
    file: 'text/csv',
    output: null,
    navigation: true,
    confirmed: true,
  }),
} as const
