import { z } from 'zod'
import { csvLine } from '../../../../domain/csv.ts'
import type { ServerWords } from '../../../../i18n/server-words.ts'
import type { Input } from '../../../../contract/contract.ts'
import { addDays, utcMidnight } from '../../../../domain/calendar.ts'
import { ownCsvColumns } from '../../../../domain/person/fields.ts'
import {
  listSorts,
  moreCsvColumns,
  renewalFilters,
  revenueFilters,
  waitingFilters,
} from '../../../../domain/subscription/subscription-list.ts'
import { subscriptionStatuses } from '../../../../domain/subscription/subscription.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import type { Call, Handlers } from '../../../http/calls/contract-routes.ts'
import { wordsFor } from '../../../http/language.ts'
import { paginate } from '../../../http/calls/pagination.ts'
import type { AppContext } from '../../../context.ts'
import { countBuckets, countLines } from '../../../store/admin/users-list/counts.ts'
import { exportLines } from '../../../store/admin/export.ts'
import { buckets, ranksOf, type ListQuery } from '../../../store/admin/users-list/list.ts'
import { ownedPlans } from '../../../store/admin/users-list/owned-plans.ts'
import { listPage, type ListRow } from '../../../store/admin/users-list/rows.ts'
import type { ExportFile } from '../export-file.ts'
import { meaningOf } from './search-meaning.ts'
import { paymentViewer } from '../../account/payment-view.ts'
import { viewLine } from '../../account/subscription-view.ts'
import { subscriptionTypes } from '../../../../domain/catalogue/plan.ts'

type Query = Partial<Omit<Input<'GET /api/v1/subscriptions'>['query'], 'limit' | 'cursor' | 'before'>>

/** Handles the list of subscriptions and subscribers, its counts and its export. */
export function subscriptionListHandlers(
  context: AppContext,
  { linkTo }: Pick<Payments, 'linkTo'>,
  exportFile: ExportFile,
) {
  const read = (query: Query): ListQuery => ({
    ...listOf(query, context.now()),
    meaningOf: (db) => meaningOf(db, query.search ?? ''),
  })

  return {
    async 'GET /api/v1/subscriptions'({ query }, call) {
      const lines = await pageOf(context, read(query), query, call)
      const paid = lines.flatMap(({ id, last_paid_at: paidAt }) => (id !== null && paidAt !== null ? [id] : []))
      const viewer = await paymentViewer(context, 'administrator', linkTo, paid)
      return lines.map((line) => viewLine(line, viewer, context.now()))
    },

    async 'GET /api/v1/subscriptions/count'({ query: { limit: most, ...query } }) {
      const count = await countLines(context.db, read(query), most ?? null)
      return most !== undefined && count > most ? { count: most, exact: false } : { count, exact: true }
    },

    async 'GET /api/v1/subscriptions/facets'({ query: { limit: most, ...query } }) {
      const list = read({ ...query, filters: query.filters.filter((one) => !isOfBucket(one)) })
      const counts = await countBuckets(context.db, list, most ?? null)
      return {
        counts: list.buckets.map((bucket) => {
          const { count = 0, pastDue = 0 } = counts.find((each) => each.bucket === bucket) ?? {}
          return {
            ...(buckets[bucket] ?? { type: null, status: null }),
            count: Math.min(count, most ?? Infinity),
            pastDue,
          }
        }),
        exact: most === undefined || counts.every(({ count }) => count <= most),
      }
    },

    'GET /api/v1/subscriptions/plans': () => ownedPlans(context.db),

    async 'GET /api/v1/export/csv'({ query: { columns, ...query } }, call) {
      const { export: words } = wordsFor(call.request)
      const all = columns === 'all'
      return exportFile(call, 'users', headOf(words, all), exportLines(context.db, read(query), words, all))
    },
  } satisfies Partial<Handlers>
}

/** Returns the names of the columns, in the order of `exportLines`; `all` adds those about the plan, its payment and the person. */
function headOf(t: ServerWords['export'], all: boolean): string {
  const own = ownCsvColumns.map((field) => t.person[field])
  const more = all ? [...moreCsvColumns.map((column) => t.moreColumns[column]), ...own] : []
  return csvLine([...listSorts.map((column) => t.columns[column]), ...more])
}

/** Returns a page of the list, with its neighbours in the `Link` header. */
export function pageOf(
  context: AppContext,
  list: ListQuery,
  query: Parameters<typeof paginate>[0],
  call: Call,
): Promise<ListRow[]> {
  const read = (from: Parameters<typeof listPage>[2], limit: number) => listPage(context.db, list, from, limit)
  return paginate(query, call, { order: list.sort, key: keyOf(list), read })
}

const textKey = z.string().max(256).refine((key) => key.isWellFormed() && !key.includes('\0')) // prettier-ignore
const momentKey = z.union([
  z.literal('-infinity'),
  z.iso.datetime({ precision: 6 }).refine((key) => !key.startsWith('0000')),
])

function keyOf({ sort, descending }: ListQuery): z.ZodType<string> {
  const ranks = ranksOf(sort, descending)
  if (ranks) return z.enum(ranks.map(String))
  return sort === 'startDate' || sort === 'endDate' ? momentKey : textKey
}

const kinds: readonly string[] = [...subscriptionStatuses, ...subscriptionTypes]
/** Whether a filter is a status or a type. */
const isOfBucket = (filter: string) => kinds.includes(filter)

/** Returns the query of the list in the store's terms. */
export function listOf(query: Query, now: Date): ListQuery {
  const { search = '', filters = [], include, sort = 'name', order = 'asc', endsWithin } = query
  const statuses = subscriptionStatuses.filter((status) => filters.includes(status))
  const types = subscriptionTypes.filter((type) => filters.includes(type))
  const wanted = buckets.flatMap(({ type, status }, bucket) => {
    // A subscription that is over or has not begun will not end.
    if (endsWithin !== undefined && status !== 'active') return []
    if (type === null || status === null) return include && !filters.some(isOfBucket) ? [bucket] : []
    const fits = (types.length === 0 || types.includes(type)) && (statuses.length === 0 || statuses.includes(status))
    return fits ? [bucket] : []
  })
  const tags = tagsOf(query)
  return {
    search,
    buckets: wanted,
    sort,
    descending: order === 'desc',
    ...(filters.includes('past_due') ? { pastDue: true as const } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(endsWithin === undefined ? {} : { ends: { from: utcMidnight(now), to: addDays(now, endsWithin) } }),
  }
}

/** Returns the groups of tags; a line must have one of each. */
function tagsOf({ filters = [], plan = [], product = [], country = [] }: Query): string[][] {
  return [
    revenueFilters.filter((one) => filters.includes(one)),
    renewalFilters.filter((one) => filters.includes(one)),
    waitingFilters.filter((one) => filters.includes(one)),
    plan.map((name) => `plan:${name}`),
    product.map((name) => `product:${name}`),
    country.map((code) => `country:${code}`),
  ].filter((group) => group.length > 0)
}
