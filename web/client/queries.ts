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
import { useCallback, useState } from 'react'
import type { CallName, Output, CallInput } from '../../contract/contract.ts'
import type { CallResponse } from '../../contract/page-data.ts'
import { ApiError, call } from './api.ts'

export const userInfoCall = 'GET /api/v1/users/userinfo'

/**
 * Creates the cache of a page with the responses that come with the page. A response counts as fresh for a minute.
 * Requests are made even if the browser reports no connection, so that an empty page states what is wrong.
 */
export function createQueries(answers: readonly CallResponse[]): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        // A refusal of this call would otherwise repeat it for ever.
        if (queryKey[0] !== userInfoCall) recheckUser(queries, error)
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

type CallKey<C extends CallName> = readonly [call: C, input: CallInput<C>]

/** Returns the query of a call, under the call's name and input. */
export function callQuery<C extends CallName>(name: C, input: CallInput<C> = {}) {
  return queryOptions<Output<C>, Error, Output<C>, CallKey<C>>({
    queryKey: [name, input],
    queryFn: () => call(name, input),
  })
}

type CallOptions<C extends CallName> = Pick<
  UseQueryOptions<Output<C>, Error, Output<C>, CallKey<C>>,
  'enabled' | 'staleTime' | 'refetchInterval'
>

/** Returns the response of a call with its state, for parts that show their own skeleton and error. */
export function useCall<C extends CallName>(
  name: C,
  input: CallInput<C> = {},
  options: CallOptions<C> = {},
): UseQueryResult<Output<C>> {
  return useQuery({ ...callQuery(name, input), ...options })
}

/**
 * Returns why a query has no data. The error stays while the query, which forgets it, is requested again, so that the
 * message and the focused button beside it do not disappear.
 */
export function useFailure({ data, error }: { data: unknown; error: Error | null }): Error | null {
  const [before, setBefore] = useState(error)
  const failure = error ?? (data === undefined ? before : null)
  if (failure !== before) setBefore(failure)
  return failure
}

/**
 * Returns the response of a call without which nothing is rendered: suspends until it arrives. A refusal goes to the
 * nearest error boundary.
 */
export function useSuspenseCall<C extends CallName>(name: C, input: CallInput<C> = {}): Output<C> {
  return useSuspenseQuery(callQuery(name, input)).data
}

/**
 * Requests again the data on the page that a call, or any call, provides, and marks the rest to be requested when it is
 * next shown. Without a connection, the requests wait for it. Resolves to whether everything on the page is current.
 */
export async function refresh(queries: QueryClient, name?: CallName): Promise<boolean> {
  const filters = name === undefined ? {} : { queryKey: [name] }
  if (!onlineManager.isOnline()) {
    await queries.invalidateQueries({ ...filters, refetchType: 'none' })
    return false
  }
  // TanStack Query would join a first request under way, which the server may have answered before the change.
  await queries.cancelQueries({ ...filters, predicate: ({ state }) => state.data === undefined })
  await queries.invalidateQueries(filters)
  return queries
    .getQueryCache()
    .findAll({ ...filters, type: 'active' })
    .every(({ state }) => !state.isInvalidated)
}

/** Returns refresh for the cache of this page. */
export function useRefresh(): (name?: CallName) => Promise<boolean> {
  const queries = useQueryClient()
  return useCallback((name) => refresh(queries, name), [queries])
}

/** Requests again who the visitor is, after a refused call: the guard redirects people who have lost their role. */
export function recheckUser(queries: QueryClient, error: unknown): void {
  const refused = error instanceof ApiError && (error.status === 401 || error.status === 403)
  if (refused && !error.signedOut) void refresh(queries, userInfoCall)
}

/** Makes the next page that needs a failed call request it again. */
export function removeFailures(queries: QueryClient): void {
  queries.removeQueries({
    type: 'inactive',
    predicate: ({ state }) => state.status === 'error' && state.data === undefined,
  })
}
