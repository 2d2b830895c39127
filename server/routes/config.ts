import type { Handlers } from '../http/calls/contract-routes.ts'

export function configHandlers(tssUrl: string): Handlers<'GET /api/v1/config/tss'> {
  return { 'GET /api/v1/config/tss': () => ({ tssUrl }) }
}
