import { z } from 'zod'
import { pageParams } from './input.ts'
import { row } from './row.ts'

export const auditRows = {
  'GET /api/v1/audit': row({
    who: 'support',
    summary: 'What administrators did, newest first; the next page is in the Link header',
    query: z.strictObject(pageParams),
    output: z.array(
      z.object({
        at: z.iso.datetime(),
        by: z.string(),
        act: z.string(),
        subscriberId: z.string().nullable(),
        subscriptionId: z.string().nullable(),
        /** Whose account at the built-in provider it is about, where a role was given or taken. */
        account: z.string().nullable(),
      }),
    ),
  }),
} as const
