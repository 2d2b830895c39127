/**
 * The content and position of the list in its URL: search, filters, sort and order, so that a view can be bookmarked;
 * and after scrolling, the number of the first row in view with the cursor of its page.
 */
import { listLimits } from '../../../domain/limits.ts'
import { renewalFilters, revenueFilters, waitingFilters } from '../../../domain/subscription/subscription-list.ts'
import { subscriptionStatuses } from '../../../domain/subscription/subscription.ts'
import { adminWords } from '#words/admin/admin.ts'
import { subscriptionTypes } from '../../../domain/catalogue/plan.ts'

/** The cell of the list that has the tab stop. */
export const listEntry = '.users-table__body td[tabindex="0"]'

/** The columns that are shown by default; the list can be sorted by each. */
export type SortId = keyof typeof adminWords.columns
export const sortIds = Object.keys(adminWords.columns) as SortId[]
/** The columns that are hidden by default. */
type FurtherColumn = keyof typeof adminWords.furtherColumns
export type ColumnId = SortId | FurtherColumn
export const columnIds: readonly ColumnId[] = [
  ...sortIds,
  ...(Object.keys(adminWords.furtherColumns) as FurtherColumn[]),
]
export const columnNames: Record<ColumnId, string> = { ...adminWords.columns, ...adminWords.furtherColumns }
export const isSort = (id: ColumnId): id is SortId => (sortIds as readonly ColumnId[]).includes(id)

export const pastDue = 'past_due'
const filterIds = [
  ...subscriptionStatuses,
  ...subscriptionTypes,
  pastDue,
  ...revenueFilters,
  ...renewalFilters,
  ...waitingFilters,
] as const
export type FilterId = (typeof filterIds)[number]

/** Filters that take a value, or several separated by commas, and the format of a value. */
const valueFilters = {
  plan: /^[^,]+(,[^,]+)*$/,
  product: /^[^,]+(,[^,]+)*$/,
  country: /^[A-Z]{2}(,[A-Z]{2})*$/,
  endsWithin: /^\d{1,4}$/,
} as const
export type ValueFilter = keyof typeof valueFilters
const valueFilterIds = Object.keys(valueFilters) as ValueFilter[]

/** `sort` null is the list's own order. */
export type Criteria = {
  search: string
  filters: readonly FilterId[]
  values: Readonly<Partial<Record<ValueFilter, string>>>
  sort: SortId | null
  order: 'asc' | 'desc'
}

/** Changes what the function returns for the present criteria. */
export type ChangeCriteria = (change: (now: Criteria) => Partial<Criteria>) => void

/** Returns the change that sets or clears a filter. */
export const toggled =
  (id: FilterId) =>
  ({ filters }: Criteria): Pick<Criteria, 'filters'> => ({
    filters: filters.includes(id) ? filters.filter((one) => one !== id) : [...filters, id],
  })

/** The place of a requested page: after a cursor, before one, or at the beginning. */
export type PlaceOfPage = { cursor?: string; before?: string }

/** `row` counts from 0; `page` is the place of the page that contains it. */
export type Position = { row: number; page: PlaceOfPage }
export const top: Position = { row: 0, page: {} }

export function readUsersPlace(search: string): { criteria: Criteria; position: Position } {
  const given = new URLSearchParams(search)
  const filters = (given.get('filters') ?? '').split(',')
  const sort = sortIds.find((id) => id === given.get('sort')) ?? null
  const criteria: Criteria = {
    search: given.get('search') ?? '',
    filters: filterIds.filter((id) => filters.includes(id)),
    values: Object.fromEntries(
      valueFilterIds.flatMap((id) => {
        const value = given.get(id)
        return value !== null && valueFilters[id].test(value) ? [[id, value]] : []
      }),
    ),
    sort,
    order: sort !== null && given.get('order') === 'desc' ? 'desc' : 'asc',
  }
  return { criteria, position: readPosition(given) }
}

function readPosition(given: URLSearchParams): Position {
  const row = Number(given.get('row')) - 1
  if (!Number.isSafeInteger(row) || row < 1) return top
  const [cursor, before] = [given.get('cursor'), given.get('before')]
  if (cursor) return { row, page: { cursor } }
  if (before) return { row, page: { before } }
  return row < listLimits.page ? { row, page: {} } : top
}

/**
 * Returns the part of the query that every call shares. `include` is set because subscribers without a subscription
 * belong to the list.
 */
export function criteriaQuery({ search, filters, values, sort, order }: Criteria): Record<string, string> {
  return {
    include: 'subscribers',
    ...(search === '' ? {} : { search }),
    ...(filters.length === 0 ? {} : { filters: filters.join(',') }),
    ...values,
    ...(sort === null ? {} : { sort, order }),
  }
}

export function usersAddress(path: string, criteria: Criteria, { row, page }: Position = top): string {
  const { include: _, ...query } = criteriaQuery(criteria)
  const text = new URLSearchParams({ ...query, ...(row === 0 ? {} : { row: String(row + 1), ...page }) }).toString()
  return text === '' ? path : `${path}?${text}`
}
