import type { FastifyInstance } from 'fastify'
import type { Payments } from '../adapters/payments/port.ts'
import type { AppContext } from '../context.ts'
import type { Metrics } from '../metrics.ts'
import { storeEvent } from '../store/jobs/jobs.ts'

export type WebhookParts = {
  context: Pick<AppContext, 'transact' | 'now'>
  payments: Payments
  metrics: Pick<Metrics, 'webhookLag'>
}

/**
 * Handles the payment provider's reports: verified, stored under its own id, acknowledged immediately, and processed
 * afterwards.
 */
export async function addWebhookRoute(
  app: FastifyInstance,
  { context, payments, metrics }: WebhookParts,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 512 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/webhooks/stripe', async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const signature = request.headers['stripe-signature']
      const event =
        Buffer.isBuffer(request.body) && typeof signature === 'string'
          ? payments.readEvent(request.body, signature, context.now())
          : null
      if (!event) {
        request.log.warn('a report that is not the payment provider’s was refused')
        return reply.code(400).send({ message: 'Invalid signature.' })
      }
      await context.transact((db) => storeEvent(db, event, context.now()))
      metrics.webhookLag.observe(Math.max(0, context.now().getTime() - event.createdAt.getTime()) / 1000)
      return reply.code(200).send({ received: true })
    })
  })
}
