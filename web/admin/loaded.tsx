import type { ReactNode } from 'react'
import { useFailure } from '../client/queries.ts'
import { AdminError } from './admin-section.tsx'

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** Shown until the data arrives. */
  waiting: ReactNode
  /** Shown for a list without rows. */
  empty?: ReactNode
  /** Returns the sentence about an error, if the usual one does not suit. */
  message?: (error: Error) => string
  children: (data: Data) => ReactNode
}

/** Shows the data of a query, or why it could not be loaded, with a button that requests it again. */
export function Loaded<Data>({ query, waiting, empty, message, children }: LoadedProps<Data>) {
  const { data, isFetching, refetch } = query
  const failure = useFailure(query)
  if (empty && Array.isArray(data) && data.length === 0) return empty
  if (data !== undefined) return children(data)
  if (!failure) return waiting
  return (
    <AdminError
      error={failure}
      {...(message && { message: message(failure) })}
      retry={() => void refetch()}
      busy={isFetching}
    />
  )
}
