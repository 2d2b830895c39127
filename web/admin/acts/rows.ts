import type { QueryClient } from '@tanstack/react-query'
import type { Output } from '../../../contract/contract.ts'
import type { ListPage } from '../../client/api.ts'
import { refresh } from '../../client/queries.ts'

/** A line of the list: a subscription with its subscriber, or a subscriber alone (`id` null). */
export type AdminRow = Output<'GET /api/v1/subscriptions'>[number]
/** One of a subscription. */
export type SubscriptionRow = Exclude<AdminRow, { id: null }>
export type AdminPage = ListPage<'GET /api/v1/subscriptions'>

const list = 'GET /api/v1/subscriptions'
/** Calls that count rows, and those of a person's page. */
const shownElsewhere = [
  'GET /api/v1/subscriptions/facets',
  'GET /api/v1/subscriptions/user',
  'GET /api/v1/subscriptions/events/{id}',
  'GET /api/v1/subscriptions/payments/{id}',
  'GET /api/v1/subscriptions/refundable/{id}',
  'GET /api/v1/subscribers/{id}/invoices',
  'GET /api/v1/subscribers/{id}/activity',
] as const

type Named = Pick<AdminRow['subscriber'], 'firstName' | 'lastName' | 'email'>
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * First and last name; the address of a person without a name. A name with right-to-left letters is isolated, so that
 * it does not reorder the sentence around it.
 */
export function fullName({ firstName, lastName, email }: Named): string {
  const name = `${firstName} ${lastName}`.trim()
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name || email
}

/** Replaces a row on every cached page of the list, and invalidates the rest. */
export function rowChanged(queries: QueryClient, changed: AdminRow): void {
  queries.setQueriesData<AdminPage>(
    { queryKey: [list] },
    (page) =>
      page && { ...page, items: page.items.map((row) => (row.id !== null && row.id === changed.id ? changed : row)) },
  )
  for (const call of shownElsewhere) void refresh(queries, call)
}

/** Returns rows as the cached pages have them now. A row on none of them is returned unchanged. */
export function rowsNow(queries: QueryClient, rows: readonly AdminRow[]): AdminRow[] {
  const pages = queries.getQueryCache().findAll({ queryKey: [list] })
  const byAge = pages.toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt)
  const shown = byAge.flatMap(({ state }) => (state.data as AdminPage | undefined)?.items ?? [])
  const latest = new Map(shown.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])))
  return rows.map((row) => (row.id === null ? row : (latest.get(row.id) ?? row)))
}

/** Removes the rows of an erased person from the cached pages, and refills these. */
export function rowGone(queries: QueryClient, gone: Pick<AdminRow, 'subscriber'>): void {
  queries.setQueriesData<AdminPage>(
    { queryKey: [list] },
    (page) => page && { ...page, items: page.items.filter((row) => row.subscriber.id !== gone.subscriber.id) },
  )
  for (const call of [list, ...shownElsewhere] as const) void refresh(queries, call)
}
