import type { Releaser } from '../../domain/account/device.ts'
import type { Kysely, Transaction } from 'kysely'
import type { LicenceAlgorithm } from '../../domain/catalogue/licence-terms.ts'

export const signingKeyStates = ['next', 'current', 'retired', 'revoked'] as const
export type SigningKeyState = (typeof signingKeyStates)[number]

/** The tables of licences (server/store/migrations/init/licence.ts); no other code reads or writes them. */
export type LicenceTables = {
  licence_keys: {
    kid: string
    algorithm: LicenceAlgorithm
    state: SigningKeyState
    sealed: string
    sealed_under: string
    created_at: Date
    promoted_at: Date | null
    retired_at: Date | null
  }
  devices: {
    id: string
    subscriber_id: string
    product: string
    name: string
    system: string
    version: string
    jkt: string
    seq: number
    used_hash: string | null
    issued_hash: string | null
    used_proofs: readonly string[]
    lease_until: Date | null
    file_until: Date | null
    approved_at: Date
    seen_at: Date
    released_at: Date | null
    released_by: Releaser | null
  }
  device_grants: {
    code_hash: string
    kind: 'code' | 'device'
    user_code_hash: string | null
    product: string
    redirect_uri: string | null
    client_state: string | null
    challenge: string | null
    jkt: string
    name: string
    system: string
    version: string
    network: string
    subscriber_id: string | null
    device_id: string | null
    state: 'pending' | 'approved' | 'refused' | 'used'
    requested_at: Date
    expires_at: Date
    polled_at: Date | null
  }
  client_checks: { id: string; version: string; answered_at: Date }
}

export type LicenceDb = Kysely<LicenceTables>
export type LicenceTrx = Transaction<LicenceTables>
export type Device = LicenceTables['devices']
export type DeviceGrant = LicenceTables['device_grants']
