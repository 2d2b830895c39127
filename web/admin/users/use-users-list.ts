import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { listLimits } from '../../../domain/limits.ts'
import { ApiError } from '../../client/api.ts'
import { useLocation } from '../../client/location.tsx'
import { callQuery } from '../../client/queries.ts'
import { pageQuery } from '../lists/use-list-pages.ts'
import { isKind, type Facets } from './filters/users-filters.tsx'
import {
  criteriaQuery,
  readUsersPlace,
  top,
  usersAddress,
  type ChangeCriteria,
  type Criteria,
  type Position,
} from './users-place.ts'

/** Requests the first rows for the criteria. The former rows stay until these have arrived. */
export function useFirstRows(wanted: Criteria, position: Position) {
  const key = usersAddress('', wanted)
  // Only the first request can start within the list; later ones start at its top.
  const [begun, setBegun] = useState({ key, position })
  const start = begun.key === key ? begun.position : top
  const arriving = useQuery(pageQuery(wanted, start.page))
  // A cursor that the server does not know is dropped.
  const astray = arriving.error instanceof ApiError ? arriving.error.status === 400 : arriving.data?.items.length === 0
  if (begun.position !== top && (start === top || astray)) setBegun({ key, position: top })

  const [shown, setShown] = useState<Criteria | null>(null)
  if (arriving.isSuccess && (shown === null || usersAddress('', shown) !== key)) setShown(wanted)

  return {
    arriving,
    start,
    /** The criteria of the rows that are shown; null before the first have arrived. */
    shown,
    isFormer: shown !== null && usersAddress('', shown) !== key,
  }
}

/**
 * Returns a function that changes some of the criteria. It begins from those in the address, which already has a choice
 * that is not shown yet.
 */
export function useCriteriaChange(): ChangeCriteria {
  const { pathname, go } = useLocation()
  return useCallback(
    (change) => {
      const { criteria } = readUsersPlace(window.location.search)
      go(usersAddress(pathname, { ...criteria, ...change(criteria) }), { replace: true })
    },
    [go, pathname],
  )
}

/** Returns how many rows of each kind there are: first an upper bound, then the exact numbers if they exceed it. */
export function useFacets(criteria: Criteria): Facets | undefined {
  const name = 'GET /api/v1/subscriptions/facets'
  const filters = criteria.filters.filter((one) => !isKind(one))
  const { limit: _, ...query } = { limit: '', ...criteriaQuery({ ...criteria, filters, sort: null }) }
  const input = { query: { ...query, limit: String(listLimits.countMax) } }
  const bound = useQuery({
    ...callQuery(name, input),
    placeholderData: keepPreviousData,
  })
  const whole = useQuery({
    ...callQuery(name, { query }),
    enabled: bound.data?.exact === false && !bound.isPlaceholderData,
  })
  return whole.data ?? bound.data
}
