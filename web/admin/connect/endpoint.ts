import type { Output } from '../../../contract/contract.ts'

export type Endpoint = Output<'GET /api/v1/webhooks'>[number]

/** The acts on an endpoint that ask for confirmation. */
export type EndpointAct = 'pause' | 'rotate' | 'remove' | 'replay'
