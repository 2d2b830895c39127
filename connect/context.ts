import type { Sealing } from '../platform/crypto/sealing.ts'
import type { EndpointState } from '../domain/messages/webhook.ts'
import type { ConnectDb, ConnectTrx, EndpointRow } from './database/tables.ts'
import type { CheckTarget } from './webhooks/targets.ts'

/** The dependencies that the parts of connect share. */
export type ConnectContext = {
  db: ConnectDb
  now: () => Date
  /** Returns the machine's time, because receivers compare timestamps with their own clock. */
  machineTime: () => Date
  sealing: Sealing
  checkTarget: CheckTarget
  /** Notifies administrators, in the same transaction, that an endpoint is failing or was switched off. */
  endpointChanged: (trx: ConnectTrx, endpoint: EndpointRow, state: Exclude<EndpointState, 'on'>) => Promise<void>
  warn: (entry: object, message: string) => void
}
