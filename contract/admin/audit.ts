import { z } from 'zod'
import { pageParams } from '../input.ts'
import { row, text, trimmedText } from '../row.ts'

/** `search`: any part of the administrator's address, of the network address, of the person's or of the reason, in any case. */
const filterParams = { search: trimmedText.max(255).optional(), act: text.max(40).optional() }

export const auditRows = {
  'GET /api/v1/audit': row({
    who: 'support',
    summary: 'What administrators did, newest first; the next page is in the Link header',
    query: z.strictObject({ ...pageParams, ...filterParams }),
    output: z.array(
      z.object({
        at: z.iso.datetime(),
        by: z.string(),
        /** The network address they came from; null for the command line, the system, and acts longer ago than activity is kept. */
        address: z.string().nullable(),
        act: z.string(),
        subscriberId: z.string().nullable(),
        /** Of the person it is about; null for nobody, and for a person who was erased. */
        email: z.string().nullable(),
        subscriptionId: z.string().nullable(),
        /** Whose account at the built-in provider it is about, where a role was given or taken. */
        account: z.string().nullable(),
        /** The reason, where neither an event nor a decision holds it. */
        comment: z.string().nullable(),
      }),
    ),
  }),
  'GET /api/v1/export/audit': row({
    who: 'administrator',
    summary: 'All lines of the audit under the same search: CSV with a byte order mark',
    query: z.strictObject(filterParams),
    output: null,
    navigation: true,
    confirmed: true,
  }),
} as const
