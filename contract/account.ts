import { z } from 'zod'
import { byId } from './input.ts'
import { correctedDetails } from './users.ts'
import { empty, invoices, ownSubscriber, row } from './row.ts'

/** The rows of one's own account. */
export const accountRows = {
  'GET /api/v1/account/invoices': row({
    who: 'signed-in',
    summary: 'One’s own invoices, newest first; 503 while the billing provider cannot be reached',
    output: invoices,
  }),
  'POST /api/v1/account/details': row({
    who: 'signed-in',
    summary:
      'Correct one’s own name, company or country, which invoices name; while the account is not cleared, the correction waits for review',
    body: z.strictObject(correctedDetails),
    output: ownSubscriber,
  }),
  'GET /api/v1/account/export': row({
    who: 'signed-in',
    summary: 'Everything the shop keeps about the signed-in person, as a file',
    output: z.record(z.string(), z.unknown()),
    navigation: true,
  }),
  'POST /api/v1/account/sign-out-everywhere': row({
    who: 'signed-in',
    summary: 'End all sessions of the signed-in person',
    body: empty,
    output: null,
  }),
  'GET /api/v1/orders/{id}': row({
    who: 'signed-in',
    summary: 'What became of a purchase; asks the payment provider when it is not known yet',
    path: byId,
    output: z.object({ state: z.enum(['waiting', 'done', 'closed']) }),
  }),
} as const
