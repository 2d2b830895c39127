import { z } from 'zod'
import { listLimits } from '../../domain/limits.ts'
import { feedScopes, messageTypes } from '../../domain/messages/message-types.ts'
import { subscriptionStatuses } from '../../domain/subscription/subscription.ts'
import { upTo } from '../rows/input.ts'
import { row } from '../rows/row.ts'

/** The data of a message. It contains no personal data: the ids lead to what the key can read. */
const messageData = z.object({
  /** The person; null once they are erased, except in `subscriber.erased`. */
  subscriber: z.string().nullable(),
  subscription: z.string().optional(),
  product: z.string().optional(),
  plan: z.string().optional(),
  status: z.enum(subscriptionStatuses).optional(),
  /**
   * Counts the changes of the subscription, and is part of each message with a `status`. If you have processed a higher
   * number, `plan` and `status` are outdated: ignore them.
   */
  number: z.int().optional(),
  /** For a converted trial: the subscription that was bought. */
  convertedTo: z.string().optional(),
  /** The id of the payment at the billing provider, and the number of its invoice. */
  payment: z.string().optional(),
  invoice: z.string().optional(),
  device: z.string().optional(),
})

const typePattern = `(${messageTypes.map((type) => type.replace('.', '\\.')).join('|')})`

export const eventRows = {
  'GET /api/v1/events': row({
    who: 'administrator',
    operation: 'listEvents',
    summary: 'Read the event feed',
    description:
      'Oldest first. Continue with `after` set to `next`. Types that the scopes of the key do not cover are left out. Events stay for 90 days.',
    errors: ['CURSOR_GONE'],
    scope: feedScopes,
    query: z.strictObject({
      /**
       * `next` of an earlier response. The id of an event is accepted too, but cannot tell that a backup was restored.
       */
      after: z
        .string()
        .regex(/^msg_[0-9a-f]{32}(?:-\d{1,13})?$/)
        .optional(),
      limit: upTo(listLimits.eventsMax).default(listLimits.page),
      /** Types, separated by commas; all types if omitted. */
      types: z
        .string()
        .max(2000)
        .regex(new RegExp(`^${typePattern}(,${typePattern})*$`))
        .transform((types) => types.split(','))
        .pipe(z.array(z.enum(messageTypes)))
        .optional(),
    }),
    output: z.object({
      events: z.array(
        z.object({
          id: z.string(),
          type: z.enum(messageTypes),
          timestamp: z.iso.datetime(),
          data: messageData,
        }),
      ),
      next: z.string().nullable(),
    }),
  }),
} as const
