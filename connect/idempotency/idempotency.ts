import type { BegunRequest, KeptResponse, KeyedRequest } from '../../domain/idempotency.ts'
import { lifetimes } from '../../domain/limits.ts'
import type { Sealing } from '../../platform/crypto/sealing.ts'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { ConnectDb } from '../database/tables.ts'
import { keyAfter } from '../rules/kept-response.ts'
import { claim, findClaim, keepResponse, release } from '../store/idempotency.ts'

/**
 * A claim whose process was killed, or whose request failed after a change, stays busy until it expires: its effect may
 * have happened, and must not happen twice.
 */
export async function begin(
  { db, sealing, now }: { db: ConnectDb; sealing: Sealing; now: Date },
  { caller: { kind, id: callerId }, key, call, body }: KeyedRequest,
): Promise<BegunRequest> {
  const caller = `${kind} ${callerId}`
  const id = { key_hash: tokenHash(key), caller }
  const about = `response ${id.key_hash} ${caller}`
  const wanted = { ...id, call, body_hash: tokenHash(body), status: null, response: null, at: now }
  if (await claim(db, wanted, new Date(now.getTime() - lifetimes.keptResponse))) {
    return {
      claim: {
        async end({ status, ...rest }, mayHaveChanged) {
          const after = keyAfter(status, kind, mayHaveChanged)
          if (after === 'kept')
            await keepResponse(db, id, { status, response: sealing.seal(about, JSON.stringify(rest)) })
          if (after === 'free') await release(db, id)
        },
      },
    }
  }
  const first = await findClaim(db, id.key_hash, caller)
  // It was released a moment ago: the next attempt can claim the key.
  if (!first) return 'busy'
  if (first.call !== call || first.body_hash !== wanted.body_hash) return 'other'
  const text = first.response === null ? undefined : sealing.open(about, first.response)
  if (first.status === null || text === undefined) return 'busy'
  return { kept: { status: first.status, ...(JSON.parse(text) as Omit<KeptResponse, 'status'>) } }
}
