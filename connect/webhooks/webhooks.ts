import type { EndpointChange, Webhooks } from '../../domain/messages/webhook.ts'
import type { ConnectContext } from '../context.ts'
import type { ConnectTrx, EndpointRow } from '../database/tables.ts'
import { numberAll } from '../feed/feed.ts'
import { queueAgain, sendAgain } from '../store/deliveries.ts'
import { deliveryCounts, type DeliveryCounts } from '../store/delivery-list.ts'
import { allEndpoints, endpointById, lockEndpoint, removeEndpoint } from '../store/endpoints.ts'
import { createEndpoint, pauseEndpoint, resumeEndpoint, rotateSecret, testEndpoint } from './endpoints.ts'
import { listDeliveries, viewEndpoint } from './views.ts'

export type CountedWebhooks<Trx> = Webhooks<Trx> & { counts(): Promise<DeliveryCounts> }

export function createWebhooks(context: ConnectContext): CountedWebhooks<ConnectTrx> {
  const { db, now } = context
  /** Runs an action on an endpoint that exists and is on or off, if that is `required`. Returns it as it was before. */
  async function withEndpoint(
    trx: ConnectTrx,
    id: string,
    required: 'on' | 'off' | null,
    work: (endpoint: EndpointRow) => Promise<unknown>,
  ): Promise<EndpointChange> {
    const endpoint = await lockEndpoint(trx, id)
    if (!endpoint) return 'missing'
    const state = endpoint.state === 'off' ? 'off' : 'on'
    if (required !== null && state !== required) return state
    return (await work(endpoint)) === false ? 'missing' : viewEndpoint({ ...endpoint, waiting: 0, failed: 0 }, now())
  }
  return {
    async faultOf(url) {
      const target = await context.checkTarget(url)
      return typeof target === 'string' ? target : null
    },
    list: async () => (await allEndpoints(db)).map((row) => viewEndpoint(row, now())),
    async find(id) {
      const row = await endpointById(db, id)
      return row && viewEndpoint(row, now())
    },
    queueWritten: () => numberAll(db, now()),
    create: (trx, endpoint) => createEndpoint(trx, context, endpoint),
    async rotate(trx, id) {
      const endpoint = await lockEndpoint(trx, id)
      return endpoint ? rotateSecret(trx, context, endpoint) : 'missing'
    },
    pause: (trx, id) => withEndpoint(trx, id, 'on', (endpoint) => pauseEndpoint(trx, context, endpoint)),
    resume: (trx, id) => withEndpoint(trx, id, 'off', (endpoint) => resumeEndpoint(trx, context, endpoint)),
    remove: (trx, id) => withEndpoint(trx, id, null, () => removeEndpoint(trx, id)),
    test: (trx, id, type) => withEndpoint(trx, id, 'on', (endpoint) => testEndpoint(trx, context, endpoint, type)),
    async replay(trx, id, between) {
      const endpoint = await lockEndpoint(trx, id)
      if (!endpoint) return 'missing'
      return endpoint.state === 'off' ? 'off' : queueAgain(trx, endpoint, between, now())
    },
    sendAgain: (trx, id, message) => withEndpoint(trx, id, 'on', () => sendAgain(trx, id, message, now())),
    deliveries: (id, page) => listDeliveries(context, id, page),
    counts: () => deliveryCounts(db, now()),
  }
}
