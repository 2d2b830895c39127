import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { CallName, Output } from '../../contract/contract.ts'
import type { Need } from '../../contract/screens.ts'
import { ApiError, call } from '../client/api.ts'
import { refreshPage } from './admin-queries.tsx'

export type AdminSubscriber = Output<'GET /api/v1/subscribers/{id}'>

/** How long what the admin area shows counts as fresh, in ms: long enough to come with the page, too short to act upon later. */
const fresh = 5000

type CallInput<C extends CallName> = Extract<Need, { call: C }>['input']

/** A call that a part of the admin area shows: its skeleton, its error and its answer are told apart by what this answers. Asked again every so many ms. */
export function useAdminCall<C extends CallName>(
  name: C,
  input: CallInput<C> = {},
  every: number | false = false,
): UseQueryResult<Output<C>> {
  const queries = useQueryClient()
  return useQuery({ ...adminQuery(queries, name, input), refetchInterval: every })
}

export function adminQuery<C extends CallName>(queries: QueryClient, name: C, input: CallInput<C>) {
  const ask = () => call(name, input as object)
  return { queryKey: [name, input], queryFn: () => orLookAgainWhoItIs(queries, ask), staleTime: fresh }
}

/** Whoever is no administrator any more is led away by the page's guard, once the page knows. */
export async function orLookAgainWhoItIs<T>(queries: QueryClient, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403))
      refreshPage(queries, 'GET /api/v1/users/userinfo')
    throw error
  }
}

/** As useRefreshAdmin does. */
export function refreshAdmin(queries: QueryClient): Promise<void> {
  refreshPage(queries, 'GET /api/v1/subscriptions/user')
  return queries.invalidateQueries()
}

/** Requests again all that the admin area shows, after an act. Resolves when what is visible is current. */
export function useRefreshAdmin(): () => Promise<void> {
  const queries = useQueryClient()
  return () => refreshAdmin(queries)
}
