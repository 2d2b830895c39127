import type { JWK } from 'jose'
import type { Memory } from './files.ts'
import type { LoadedState } from './load-state.ts'
import type { DeviceKey, ServerResponse } from './requests.ts'
import { timesReceived, timesSeen } from './state.ts'
import { namedKeys, readLease, readRefusal } from './statements.ts'

/** How far, in seconds, a lease may be older than the newest one received. */
const clockSkew = 300

/**
 * Returns what a program stores after a response: only those parts that are signed for it. Null if there are none.
 * `system`: seconds since 1970.
 */
export async function memoryAfter(
  { memory, trust, lease: before }: LoadedState,
  key: DeviceKey,
  { body, request }: ServerResponse,
  system: number,
): Promise<Memory | null> {
  const text = (name: string) => (typeof body?.[name] === 'string' ? body[name] : '')
  const lease = await readLease(text('licence'), trust, key.jkt)
  if ('valid' in lease && text('refresh_token') !== '') {
    // A lease names no request, so an older one may be a replayed response. The clocks of two servers may differ a little.
    if (lease.valid.iat < memory.times.floor - clockSkew) return null
    // Two renewals within one second have the same `iat`.
    const isNewest = lease.valid.iat > memory.times.floor || lease.valid.seq > (before?.seq ?? 0)
    const offered = (body?.['licence_keys'] as { keys?: JWK[] } | undefined)?.keys ?? []
    const named = await namedKeys(lease.valid, offered, trust.keys)
    return {
      lease: text('licence'),
      refusal: null,
      refreshToken: text('refresh_token'),
      learnt: [...memory.learnt, ...named.map((found) => ({ key: found, lease: text('licence') }))],
      times: isNewest
        ? timesReceived(memory.times, lease.valid.iat, lease.valid, system)
        : timesSeen(memory.times, lease.valid, system),
    }
  }
  const refusal = await readRefusal(text('licence_refusal'), trust, key.jkt, request)
  if ('why' in refusal) return null
  const times = timesReceived(memory.times, refusal.valid.iat, null, system)
  return { ...memory, refusal: text('licence_refusal'), times }
}
