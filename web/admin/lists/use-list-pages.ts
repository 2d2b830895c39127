import { hashKey, queryOptions, useQueries, useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listLimits } from '../../../domain/limits.ts'
import { callPage } from '../../client/api.ts'
import type { AdminPage, AdminRow } from '../acts/rows.ts'
import { learned, opened, originFor, pageOf, pagesFor, rowsKnown, type KnownPages } from './list-pages.ts'
import {
  usersAddress,
  criteriaQuery,
  top,
  type Criteria,
  type PlaceOfPage,
  type Position,
} from '../users/users-place.ts'

const list = 'GET /api/v1/subscriptions'
/** Pages further than this from the visible rows are dropped. */
const keptAround = 5

/** One page of the list, cached under the call's own name. */
export function pageQuery(criteria: Criteria, place: PlaceOfPage) {
  const input = { query: { ...criteriaQuery(criteria), limit: String(listLimits.page), ...place } }
  return queryOptions<AdminPage>({
    queryKey: [list, input],
    queryFn: () => callPage(list, input),
  })
}

export type ListPages = KnownPages & {
  /** Changes when the list restarts at its top. */
  epoch: string
  /** One more than the last row of the scrollable range. */
  end: number
  placeOf: (row: number) => PlaceOfPage | undefined
  /** Reports the visible rows: their pages are fetched, distant ones are dropped. */
  look: (firstRow: number, lastRow: number) => void
  toTop: () => void
  /** Undefined while it is loading. */
  rowAt: (row: number) => AdminRow | undefined
  error: unknown
  retry: () => void
}

type State = { key: string; times: number; known: KnownPages; firstPage: number; lastPage: number }

function begin(key: string, start: Position, times = 0): State {
  const page = pageOf(start.row)
  return { key, times, known: opened(start), firstPage: page, lastPage: page }
}

/** The rows of a list of any length around the visible ones. Other criteria start at the top. */
export function useListPages(criteria: Criteria, start: Position): ListPages {
  const key = usersAddress('', criteria)
  const [state, setState] = useState(() => begin(key, start))
  const current = state.key === key ? state : begin(key, top)
  if (current !== state) setState(current)
  const { known } = current
  const queries = useQueryClient()

  const pages = pagesFor(known, current.firstPage, current.lastPage)
  const results = useQueries({ queries: pages.map((page) => pageQuery(criteria, known.places.get(page) ?? {})) })
  const loaded = new Map<number, AdminPage>()
  for (const [at, page] of pages.entries()) {
    const data = results[at]?.data
    if (data) loaded.set(page, data)
  }

  const told = [...loaded].reduce((so, [index, page]) => learned(so, index, page), known)
  if (told !== known) setState({ ...current, known: told })

  const nearFrom = (pages[0] ?? 0) - keptAround
  const nearTo = (pages.at(-1) ?? 0) + keptAround
  useEffect(() => {
    const near = [...known.places].filter(([index]) => index >= nearFrom && index <= nearTo)
    const kept = new Set(near.map(([, place]) => hashKey(pageQuery(criteria, place).queryKey)))
    const predicate = (query: Query) => !kept.has(query.queryHash)
    queries.removeQueries({ queryKey: [list], type: 'inactive', predicate })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a move of the view lets go of pages
  }, [nearFrom, nearTo])

  return {
    ...known,
    epoch: `${current.times} ${key}`,
    end: rowsKnown(known),
    placeOf: (row) => known.places.get(pageOf(row)),
    look(firstRow, lastRow) {
      setState((before) => {
        const [firstPage, lastPage] = [pageOf(firstRow), pageOf(lastRow)]
        const origin = originFor(firstRow, before.known.origin)
        const same = before.firstPage === firstPage && before.lastPage === lastPage && origin === before.known.origin
        return same ? before : { ...before, firstPage, lastPage, known: { ...before.known, origin } }
      })
    },
    toTop: () => setState((before) => begin(before.key, top, before.times + 1)),
    rowAt: (row) => loaded.get(pageOf(row))?.items[row % listLimits.page],
    error: results.find((result) => result.error)?.error ?? null,
    retry: () => void Promise.all(results.filter((result) => result.error).map((result) => result.refetch())),
  }
}
