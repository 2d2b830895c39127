import { z } from 'zod'
import { byId, slug } from './rows/input.ts'
import { ownedPlan, ownSubscription, subscriptionRow } from './shapes/subscription-shape.ts'
import { ownSubscriber } from './shapes/person-shape.ts'
import { row, type Row } from './rows/row.ts'
import { actRows } from './subscriptions/acts.ts'
import { listRows } from './subscriptions/list.ts'
import { moneyRows } from './subscriptions/money.ts'
import type { SubscriptionAct, Wire } from '../domain/subscription/acts.ts'

/** Ensures that each act has a call. */
type ActCall = `POST /api/v1/subscriptions/${Wire<SubscriptionAct>}/{id}`

/** The calls of subscriptions: the list of all, a person's own, and the acts on one. */
export const subscriptionRows = {
  ...listRows,
  'GET /api/v1/subscriptions/user': row({
    who: 'signed-in',
    operation: 'getOwnSubscriptions',
    summary: 'Get a subscriber and their subscriptions',
    description: 'Of the signed-in person; with `id`, of another person, for administrators only.',
    errors: ['NOT_FOUND'],
    query: z.strictObject({ id: slug.optional() }),
    output: z.object({
      subscriber: ownSubscriber.nullable(),
      subscriptions: z.array(z.object({ plan: ownedPlan, subscription: ownSubscription })),
      /** Purchases whose payment is being processed, which takes days for a bank debit; omitted if there are none. */
      orders: z.array(z.object({ id: z.string(), plan: ownedPlan, orderedAt: z.iso.datetime() })).optional(),
    }),
  }),
  'GET /api/v1/subscriptions/{id}': row({
    who: 'signed-in',
    operation: 'getSubscription',
    scope: 'subscriptions:read',
    summary: 'Get a subscription',
    description: 'The signed-in person’s own; administrators get any.',
    errors: [],
    path: byId,
    output: subscriptionRow.extend({ latestComment: z.string().nullable().optional() }),
  }),
  'GET /api/v1/subscriptions/events/{id}': row({
    who: 'support',
    operation: 'listSubscriptionEvents',
    scope: 'subscriptions:read',
    summary: 'List the events of a subscription',
    description: 'Oldest first.',
    errors: [],
    path: byId,
    output: z.array(
      z.object({
        type: z.string(),
        timestamp: z.iso.datetime(),
        addedBy: z.string(),
        data: z.object({ endDate: z.iso.datetime().optional(), comment: z.string().optional() }),
      }),
    ),
  }),
  ...actRows,
  ...moneyRows,
} as const satisfies Record<ActCall, Row> & Record<string, Row>
