import { z } from 'zod'
import { listLimits, webhookLimits } from '../../domain/limits.ts'
import { messageTypes, testMessage } from '../../domain/messages/message-types.ts'
import { deliveryFaults, deliveryStates, endpointStates, offReasons } from '../../domain/messages/webhook.ts'
import { requiredError, upTo, empty, trimmedText } from '../rows/input.ts'
import { moment } from '../rows/response-schemas.ts'
import { row } from '../rows/row.ts'

const endpoint = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  types: z.array(z.enum(messageTypes)),
  /** `failing`: everything has failed for a day. `off`: nothing is sent, and messages are kept. */
  state: z.enum(endpointStates),
  /**
   * Paused by an administrator, or switched off by a response with status 410 or because everything failed for too
   * long.
   */
  offReason: z.enum(offReasons).nullable(),
  failingSince: moment,
  offSince: moment,
  /** Until when the secret before the last rotation also signs. */
  oldSecretUntil: moment,
  /** The administrator who added it; null once their account is gone. */
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSuccessAt: moment,
  waiting: z.int(),
  failed: z.int(),
})
/** The only responses that contain the secret. */
const shownOnce = z.object({ id: z.string(), secret: z.string() })
const queued = z.object({ queued: z.int() })

const endpointId = z.string().regex(/^we_[0-9a-f]{24}$/)
const messageId = z.string().regex(/^msg_[0-9a-f]{32}$/)
const byEndpoint = z.object({ id: endpointId })
const shared = { who: 'administrator', confirmed: true, scope: 'webhooks:write' } as const

/** Messages sent or to be sent to the endpoint, newest first. */
const delivery = z.object({
  message: z.string(),
  type: z.enum([...messageTypes, testMessage]),
  timestamp: z.iso.datetime(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  nextAt: moment,
  triedAt: moment,
  /** The status of the last attempt; null without a response, and then `fault` has the reason. */
  status: z.int().nullable(),
  fault: z.enum(deliveryFaults).nullable(),
  ms: z.int().nullable(),
  /** Its first 1,024 bytes. */
  response: z.string().nullable(),
  body: z.string(),
})

export const webhookRows = {
  'GET /api/v1/webhooks': row({
    ...shared,
    operation: 'listWebhooks',
    summary: 'List webhook endpoints',
    description: 'Oldest first, without their secrets.',
    errors: [],
    output: z.array(endpoint),
  }),
  'POST /api/v1/webhooks': row({
    ...shared,
    operation: 'createWebhook',
    summary: 'Add a webhook endpoint',
    description:
      'The response has the secret that signs its messages, which is shown once. The address must be public and use https, except in the sandbox.',
    errors: ['ADDRESS_NOT_PUBLIC', 'WEBHOOK_LIMIT'],
    body: z.strictObject({
      url: z
        .string({ error: requiredError })
        .trim()
        .max(webhookLimits.urlLength)
        .regex(/^https?:\/\/[!-~]+$/),
      types: z.array(z.enum(messageTypes)).min(1, { error: 'required' }).max(messageTypes.length),
      description: trimmedText.max(webhookLimits.descriptionLength).default(''),
    }),
    output: shownOnce,
    status: 201,
  }),
  'DELETE /api/v1/webhooks/{id}': row({
    ...shared,
    operation: 'removeWebhook',
    summary: 'Remove a webhook endpoint',
    description: 'Its deliveries are removed as well.',
    errors: [],
    path: byEndpoint,
    output: null,
  }),
  'POST /api/v1/webhooks/{id}/rotate': row({
    ...shared,
    operation: 'rotateWebhookSecret',
    summary: 'Replace the secret of an endpoint',
    description: 'The new secret is shown once. For 24 hours, messages are also signed with the old one.',
    errors: [],
    path: byEndpoint,
    body: empty,
    output: shownOnce,
    status: 201,
  }),
  'POST /api/v1/webhooks/{id}/pause': row({
    ...shared,
    operation: 'pauseWebhook',
    summary: 'Pause a webhook endpoint',
    description: 'Nothing is sent. What waits is kept; what happens from now on is not queued.',
    errors: ['WEBHOOK_OFF'],
    path: byEndpoint,
    body: empty,
    output: null,
  }),
  'POST /api/v1/webhooks/{id}/resume': row({
    ...shared,
    operation: 'resumeWebhook',
    summary: 'Switch a webhook endpoint on',
    description:
      'What waits is sent, 50 messages a second at most, with ten attempts each. Replay what happened while it was off. Nothing changes if it is on.',
    errors: [],
    path: byEndpoint,
    body: empty,
    output: null,
  }),
  'POST /api/v1/webhooks/{id}/test': row({
    ...shared,
    operation: 'testWebhook',
    summary: 'Send a test message',
    description: 'A sample of a type, with ids of nobody. It is in no feed.',
    errors: ['WEBHOOK_OFF'],
    path: byEndpoint,
    body: z.strictObject({ type: z.enum([...messageTypes, testMessage]).default(testMessage) }),
    output: queued,
    status: 202,
  }),
  'POST /api/v1/webhooks/{id}/replay': row({
    ...shared,
    operation: 'replayWebhook',
    summary: 'Send again what was not delivered',
    description:
      'Messages of a time that the endpoint has not received, also those of the time in which it was off, 50 a second at most.',
    errors: ['WEBHOOK_OFF'],
    path: byEndpoint,
    body: z.strictObject({
      since: z.iso.datetime({ error: requiredError }),
      until: z.iso.datetime().optional(),
    }),
    output: queued,
    status: 202,
  }),
  'GET /api/v1/webhooks/{id}/deliveries': row({
    ...shared,
    operation: 'listDeliveries',
    summary: 'List the deliveries of an endpoint',
    description: 'Newest message first. Continue with `after` set to `next`.',
    errors: [],
    path: byEndpoint,
    query: z.strictObject({
      state: z.enum(deliveryStates).optional(),
      after: messageId.optional(),
      limit: upTo(listLimits.pageMax).default(50),
    }),
    output: z.object({ deliveries: z.array(delivery), next: z.string().nullable() }),
  }),
  'POST /api/v1/webhooks/{id}/deliveries/{message}/send-again': row({
    ...shared,
    operation: 'sendDeliveryAgain',
    summary: 'Send a message again',
    description: 'With the same id and body, whatever came of it before.',
    errors: ['WEBHOOK_OFF'],
    path: z.object({ id: endpointId, message: messageId }),
    body: empty,
    output: queued,
    status: 202,
  }),
} as const
