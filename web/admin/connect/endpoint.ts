import type { Output } from '../../../contract/contract.ts'

export type Endpoint = Output<'GET /api/v1/webhooks'>[number]

/** What is done to an endpoint once it was asked for. */
export type EndpointAct = 'pause' | 'rotate' | 'remove' | 'replay'
