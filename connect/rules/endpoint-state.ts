import { webhookLimits } from '../../domain/limits.ts'
import type { EndpointState, OffReason } from '../../domain/messages/webhook.ts'

export type EndpointHealth = { state: EndpointState; failingSince: Date | null; offReason: OffReason | null }

/** The state of an endpoint after a failed attempt. 410 means that the receiver is gone permanently. */
export function afterFailure(
  { state, failingSince }: EndpointHealth,
  status: number | null,
  now: Date,
): EndpointHealth {
  const since = failingSince ?? now
  const hours = now.getTime() - since.getTime()
  if (state === 'off') return { state, failingSince: since, offReason: null }
  if (status === 410) return { state: 'off', failingSince: since, offReason: 'gone' }
  if (state === 'failing' && hours >= webhookLimits.failingAfter + webhookLimits.offAfter)
    return { state: 'off', failingSince: since, offReason: 'failed' }
  return { state: hours >= webhookLimits.failingAfter ? 'failing' : state, failingSince: since, offReason: null }
}
