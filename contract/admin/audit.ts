import { z } from 'zod'
import { pageParams } from '../input.ts'
import { refundOutcomes } from '../../domain/billing/refund-outcome.ts'
import { row, text, trimmedText } from '../row.ts'

/** `search`: any part of the administrator's address, of the network address, of the person's or of the reason, in any case. */
const filterParams = { search: trimmedText.max(255).optional(), act: text.max(40).optional() }

export const auditRows = {
  'GET /api/v1/audit': row({
    who: 'support',
    operation: 'listAudit',
    summary: 'List what administrators did',
    description: 'Newest first. The `Link` header has the next page.',
    errors: [],
    query: z.strictObject({ ...pageParams, ...filterParams }),
    output: z.array(
      z.object({
        at: z.iso.datetime(),
        by: z.string(),
        /** The network address they came from; null for the command line, the system, and acts longer ago than activity is kept. */
        address: z.string().nullable(),
        act: z.string(),
        subscriberId: z.string().nullable(),
        /** The person it is about; null if there is none, or if their data was erased. */
        email: z.string().nullable(),
        subscriptionId: z.string().nullable(),
        /** Whose account at the built-in provider it is about, where a role was given or taken. */
        account: z.string().nullable(),
        /** The reason, where neither an event nor a decision holds it. */
        comment: z.string().nullable(),
        /** Of a refund: `amount` in major units, the invoice that was chosen, and what was decided about the subscription. */
        refund: z
          .object({
            amount: z.number(),
            currency: z.string(),
            invoice: z.string().nullable(),
            outcome: z.enum(refundOutcomes).nullable(),
          })
          .nullable(),
      }),
    ),
  }),
  'GET /api/v1/export/audit': row({
    who: 'administrator',
    operation: 'exportAudit',
    summary: 'Export the audit as CSV',
    description: 'All rows of the same search, with a byte order mark.',
    errors: ['EXPORTS_BUSY'],
    query: z.strictObject(filterParams),
    file: 'text/csv',
    output: null,
    navigation: true,
    confirmed: true,
  }),
} as const
