import type { MessageType, testMessage } from '../../domain/messages/message-types.ts'
import type { DeliveryState, DeliveryView, EndpointView } from '../../domain/messages/webhook.ts'
import type { ConnectContext } from '../context.ts'
import type { ConnectTrx, EndpointRow } from '../database/tables.ts'
import { numberAll } from '../feed/feed.ts'
import { queueAgain, sendAgain } from '../store/deliveries.ts'
import { deliveryCounts, type DeliveryCounts } from '../store/delivery-list.ts'
import { allEndpoints, endpointById, lockEndpoint, removeEndpoint } from '../store/endpoints.ts'
import {
  createEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
  type NewEndpoint,
  type WithSecret,
} from './endpoints.ts'
import type { TargetFault } from './targets.ts'
import { listDeliveries, viewEndpoint } from './views.ts'

type Page = { state: DeliveryState | undefined; after: string | undefined; limit: number }
type Change = 'missing' | 'off' | EndpointView

/** Webhook endpoints. Each change takes the transaction that also records who made it. */
export type Webhooks<Trx> = {
  /** Returns why nothing may be sent to a URL; null if it is allowed. */
  faultOf(url: string): Promise<TargetFault | null>
  list(): Promise<EndpointView[]>
  find(id: string): Promise<EndpointView | undefined>
  /**
   * Queues the messages written so far, so that an endpoint added later does not receive them. Needs a separate
   * connection.
   */
  queueWritten(): Promise<void>
  create(trx: Trx, endpoint: NewEndpoint): Promise<WithSecret | 'full'>
  rotate(trx: Trx, id: string): Promise<WithSecret | 'missing'>
  pause(trx: Trx, id: string): Promise<Change>
  resume(trx: Trx, id: string): Promise<Change>
  remove(trx: Trx, id: string): Promise<Change>
  test(trx: Trx, id: string, type: MessageType | typeof testMessage): Promise<Change>
  /** Queues messages of a period that were not delivered. Returns how many. */
  replay(trx: Trx, id: string, between: { since: Date; until: Date }): Promise<number | 'missing' | 'off'>
  sendAgain(trx: Trx, id: string, message: string): Promise<Change>
  deliveries(id: string, page: Page): Promise<{ deliveries: DeliveryView[]; next: string | null }>
  counts(): Promise<DeliveryCounts>
}

export function createWebhooks(context: ConnectContext): Webhooks<ConnectTrx> {
  const { db, now } = context
  /** Runs an action on an endpoint that exists and, with `isOn`, is not off. Returns the endpoint as it was before. */
  async function withEndpoint(
    trx: ConnectTrx,
    id: string,
    isOn: boolean,
    work: (endpoint: EndpointRow) => Promise<unknown>,
  ): Promise<Change> {
    const endpoint = await lockEndpoint(trx, id)
    if (!endpoint) return 'missing'
    if (isOn && endpoint.state === 'off') return 'off'
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
    pause: (trx, id) => withEndpoint(trx, id, true, (endpoint) => pauseEndpoint(trx, context, endpoint)),
    resume: (trx, id) => withEndpoint(trx, id, false, (endpoint) => resumeEndpoint(trx, context, endpoint)),
    remove: (trx, id) => withEndpoint(trx, id, false, () => removeEndpoint(trx, id)),
    test: (trx, id, type) => withEndpoint(trx, id, true, (endpoint) => testEndpoint(trx, context, endpoint, type)),
    async replay(trx, id, between) {
      const endpoint = await lockEndpoint(trx, id)
      if (!endpoint) return 'missing'
      return endpoint.state === 'off' ? 'off' : queueAgain(trx, endpoint, between, now())
    },
    sendAgain: (trx, id, message) => withEndpoint(trx, id, true, () => sendAgain(trx, id, message, now())),
    deliveries: (id, page) => listDeliveries(context, id, page),
    counts: () => deliveryCounts(db, now()),
  }
}
