import { useState } from 'react'

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
