import type { UseQueryResult } from '@tanstack/react-query'
import type { CallName, Output, CallInput } from '../../contract/contract.ts'
import { callQuery, useCall } from '../client/queries.ts'

export type AdminSubscriber = Output<'GET /api/v1/subscribers/{id}'>

/**
 * How long data in the admin area counts as fresh, in ms: long enough to arrive with the page, too short to be relied
 * on later.
 */
const staleTime = 5000

/** A call whose response a part of the admin area shows, repeated at this interval in ms. */
export function useAdminCall<C extends CallName>(
  name: C,
  input: CallInput<C> = {},
  every: number | false = false,
): UseQueryResult<Output<C>> {
  return useCall(name, input, { staleTime, refetchInterval: every })
}

export function adminQuery<C extends CallName>(name: C, input: CallInput<C>) {
  return { ...callQuery(name, input), staleTime }
}
