import assert from 'node:assert/strict'
import { createSealing } from '../../../platform/crypto/sealing.ts'
import { deriveKeys } from '../../../platform/crypto/secrets.ts'
import { aboutSession } from '../../../server/store/accounts/sessions.ts'
import { secret } from '../given.ts'

export type SealedIdToken = { id: string; id_token: string }

/** Returns the ID token of a row of `sessions`, which only holders of the secret can decrypt. */
export function idTokenOf(session: SealedIdToken | undefined): string {
  assert.ok(session)
  const sealing = createSealing(deriveKeys([secret], 'sealed'))
  return sealing.open(aboutSession(session.id), session.id_token) ?? assert.fail('another secret')
}
