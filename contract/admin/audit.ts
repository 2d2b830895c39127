import { z } from 'zod'
import { auditedFields } from '../../domain/audit.ts'
import { id, pageParams, text, trimmedText } from '../rows/input.ts'
import { erasureCounts } from './subscribers.ts'
import { refundOutcomes } from '../../domain/billing/refunds/refund-outcome.ts'
import { row } from '../rows/row.ts'

/**
 * `search`: any part of the addresses of the administrator, the network or the person, of the reason, or of what
 * changed, in any case.
 */
/** `from` and `to`: the first and the last day, in UTC. */
const filterParams = {
  search: trimmedText.max(255).optional(),
  act: text.max(40).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
}

const erasure = z.object({
  /** The number on its receipt. */
  number: z.string(),
  ...erasureCounts,
})

export const auditRows = {
  'GET /api/v1/audit': row({
    who: 'support',
    operation: 'listAudit',
    summary: 'List what administrators did',
    description: 'Newest first. The `Link` header has the next page.',
    errors: [],
    query: z.strictObject({ ...pageParams, ...filterParams }),
    compressed: true,
    output: z.array(
      z.object({
        at: z.iso.datetime(),
        by: z.string(),
        /**
         * The network address used; null for the command line, the system, and acts older than the retention of
         * activity.
         */
        address: z.string().nullable(),
        act: z.string(),
        subscriberId: z.string().nullable(),
        /** The person whom it is about; null if there is none, or if their data was erased. */
        email: z.string().nullable(),
        subscriptionId: z.string().nullable(),
        /** The account at the built-in provider whose role was granted or revoked. */
        account: z.string().nullable(),
        /** The email address of that account. */
        accountEmail: z.string().nullable(),
        /** The reason, if the act requires one; null once the person is erased. */
        comment: z.string().nullable(),
        /** For a refund: `amount` in major units, the chosen invoice, and the decision about the subscription. */
        refund: z
          .object({
            amount: z.number(),
            currency: z.string(),
            invoice: z.string().nullable(),
            outcome: z.enum(refundOutcomes).nullable(),
          })
          .nullable(),
        /** What changed. `charged` is an amount in minor units with its currency; '' stands for no value. */
        changes: z.array(z.object({ field: z.enum(auditedFields), before: z.string(), after: z.string() })),
        /** For an erasure: what was removed and kept. */
        erasure: erasure.nullable(),
      }),
    ),
  }),
  'GET /api/v1/erasures/{id}': row({
    who: 'administrator',
    operation: 'getErasureReceipt',
    summary: 'Get the receipt of an erasure',
    description:
      'When it was done and by whom, and what is kept until when. It does not name the person. The response of the erasure leads here with `Location`.',
    errors: [],
    path: z.strictObject({ id }),
    output: erasure.extend({ at: z.iso.datetime(), by: z.string() }),
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
