import {
  onlineManager,
  QueryCache,
  QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CallName, Output, Sent } from '../../contract/contract.ts'
import { ApiError, call } from './api.ts'

/** The response of a call that comes with a page: name, input, output. */
export type Answer = readonly [call: string, input: unknown, output: unknown]

export const whoIsHere = 'GET /api/v1/users/userinfo'

/**
 * The cache of a page, which has the responses that come with it. A response counts as fresh for a minute. A request is
 * made even when the browser reports no connection, so that a page that has nothing to show states what is wrong.
 */
export function createQueries(answers: readonly Answer[]): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        // A refusal of this call itself would repeat it for ever.
        if (queryKey[0] !== whoIsHere) recheckUser(queries, error)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  })
  for (const [name, input, output] of answers) queries.setQueryData([name, input], output)
  return queries
}

type CallKey<C extends CallName> = readonly [call: C, input: Sent<C>]

/** The query of a call, under the call's name and input. */
export function callQuery<C extends CallName>(name: C, input: Sent<C> = {}) {
  return queryOptions<Output<C>, Error, Output<C>, CallKey<C>>({
    queryKey: [name, input],
    queryFn: () => call(name, input),
  })
}

type CallOptions<C extends CallName> = Pick<
  UseQueryOptions<Output<C>, Error, Output<C>, CallKey<C>>,
  'staleTime' | 'refetchInterval'
>

/** The response of a call with its state, for parts that show their own skeleton and error. */
export function useCall<C extends CallName>(
  name: C,
  input: Sent<C> = {},
  options: CallOptions<C> = {},
): UseQueryResult<Output<C>> {
  return useQuery({ ...callQuery(name, input), ...options })
}

/** The response of a call without which nothing shows: suspends until it is there. A refusal goes to the nearest error boundary. */
export function useSuspenseCall<C extends CallName>(name: C, input: Sent<C> = {}): Output<C> {
  return useSuspenseQuery(callQuery(name, input)).data
}

/**
 * Requests again what shows a call, or any call, and has the rest requested when it next shows. Without a connection it
 * is requested when the connection is back. Resolves to whether everything that shows is current.
 */
export async function refresh(queries: QueryClient, name?: CallName): Promise<boolean> {
  const filters = name === undefined ? {} : { queryKey: [name] }
  if (!onlineManager.isOnline()) {
    await queries.invalidateQueries({ ...filters, refetchType: 'none' })
    return false
  }
  // TanStack Query joins a first request under way, which the server may have answered before the change.
  await queries.cancelQueries({ ...filters, predicate: ({ state }) => state.data === undefined })
  await queries.invalidateQueries(filters)
  return queries
    .getQueryCache()
    .findAll({ ...filters, type: 'active' })
    .every(({ state }) => !state.isInvalidated)
}

/** As refresh does, for the cache of this page. */
export function useRefresh(): (name?: CallName) => Promise<boolean> {
  const queries = useQueryClient()
  return useCallback((name) => refresh(queries, name), [queries])
}

/** Requests again who the visitor is, after a refused call: the guard redirects those who have lost their role. */
export function recheckUser(queries: QueryClient, error: unknown): void {
  const refused = error instanceof ApiError && (error.status === 401 || error.status === 403)
  if (refused && !error.signedOut) void refresh(queries, whoIsHere)
}

/** Has a call that failed requested again by the next page that shows it. */
export function removeFailures(queries: QueryClient): void {
  queries.removeQueries({
    type: 'inactive',
    predicate: ({ state }) => state.status === 'error' && state.data === undefined,
  })
}
