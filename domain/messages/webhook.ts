/** Webhook endpoints as administrators see them, and the port that sends to them. */
import type { MessageType, testMessage } from './message-types.ts'

/** `failing`: everything has failed for a day. `off`: nothing is sent, and messages are kept. */
export const endpointStates = ['on', 'failing', 'off'] as const
export type EndpointState = (typeof endpointStates)[number]

/** Why an endpoint is off: an administrator paused it, it responded with 410, or everything failed for too long. */
export const offReasons = ['paused', 'gone', 'failed'] as const
export type OffReason = (typeof offReasons)[number]

export const deliveryStates = ['waiting', 'done', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why an attempt got no response. A response has a status. */
export const deliveryFaults = ['address', 'connection', 'certificate', 'timeout'] as const
export type DeliveryFault = (typeof deliveryFaults)[number]

export type EndpointView = {
  id: string
  url: string
  description: string
  types: readonly MessageType[]
  state: EndpointState
  offReason: OffReason | null
  /** Since when everything has failed; null after a success. */
  failingSince: Date | null
  offSince: Date | null
  /** Until when the secret before the last rotation also signs. */
  oldSecretUntil: Date | null
  ownerId: string | null
  createdAt: Date
  lastSuccessAt: Date | null
  waiting: number
  failed: number
}

export type DeliveryView = {
  message: string
  type: MessageType | typeof testMessage
  timestamp: Date
  state: DeliveryState
  attempts: number
  /** When the next attempt is made, if the delivery is waiting. */
  nextAt: Date | null
  triedAt: Date | null
  /** The status of the last attempt; `fault` if it got no response. */
  status: number | null
  fault: DeliveryFault | null
  ms: number | null
  response: string | null
  body: string
}

export type NewEndpoint = { url: string; types: readonly MessageType[]; description: string; ownerId: string | null }
export type EndpointSecret = { id: string; secret: string }
/** The endpoint before the change. `off`: it must be on. `on`: nothing is left to do. */
export type EndpointChange = 'missing' | 'off' | 'on' | EndpointView

/** Each change takes the transaction that also records who made it. */
export type Webhooks<Trx> = {
  /** Returns why nothing may be sent to a URL; null if it is allowed. */
  faultOf(url: string): Promise<string | null>
  list(): Promise<EndpointView[]>
  find(id: string): Promise<EndpointView | undefined>
  /**
   * Queues the messages written so far, so that an endpoint added later does not receive them. Needs a separate
   * connection.
   */
  queueWritten(): Promise<void>
  create(trx: Trx, endpoint: NewEndpoint): Promise<EndpointSecret | 'full'>
  rotate(trx: Trx, id: string): Promise<EndpointSecret | 'missing'>
  pause(trx: Trx, id: string): Promise<EndpointChange>
  resume(trx: Trx, id: string): Promise<EndpointChange>
  remove(trx: Trx, id: string): Promise<EndpointChange>
  test(trx: Trx, id: string, type: MessageType | typeof testMessage): Promise<EndpointChange>
  /** Queues messages of a period that were not delivered. Returns how many. */
  replay(trx: Trx, id: string, between: { since: Date; until: Date }): Promise<number | 'missing' | 'off'>
  sendAgain(trx: Trx, id: string, message: string): Promise<EndpointChange>
  deliveries(
    id: string,
    page: { state: DeliveryState | undefined; after: string | undefined; limit: number },
  ): Promise<{ deliveries: DeliveryView[]; next: string | null }>
}
