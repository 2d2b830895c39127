import { useState } from 'react'

/**
 * Returns the last error of a query. It stays while the query, which forgets its error, is requested again, so that the
 * message and the focused button beside it do not disappear.
 */
export function useFailure(error: Error | null): Error | null {
  const [failure, setFailure] = useState(error)
  if (error !== null && error !== failure) setFailure(error)
  return error ?? failure
}
