import { z } from 'zod'
import { csvLine } from '../../../platform/csv.ts'
import type { Spoken } from '../../../i18n/spoken.ts'
import type { Input } from '../../../contract/contract.ts'
import { refuse } from '../../../contract/errors.ts'
import { subscriptionStatuses } from '../../../domain/subscription/subscription.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import type { Call, Handlers } from '../../http/contract-routes.ts'
import { wordsFor } from '../../http/language.ts'
import { paginate } from '../../http/pagination.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { countBuckets, countLines } from '../../store/admin/counts.ts'
import { exportLines } from '../../store/admin/export.ts'
import { buckets, ranksOf, type ListQuery, type AdminSort } from '../../store/admin/list.ts'
import { listPage, type ListRow } from '../../store/admin/rows.ts'
import { createDownloads } from './list-download.ts'
import { viewLine } from '../subscription-view.ts'
import { subscriptionTypes } from '../../../domain/catalogue/plan.ts'

export type ListRows =
  | 'GET /api/v1/subscriptions'
  | 'GET /api/v1/subscriptions/count'
  | 'GET /api/v1/subscriptions/facets'
  | 'GET /api/v1/export/csv'

type Query = Partial<
  Pick<Input<'GET /api/v1/subscriptions'>['query'], 'search' | 'filters' | 'include' | 'sort' | 'order'>
>

/** The list of subscriptions and subscribers, its counts and its export. */
export function subscriptionListHandlers(
  context: AppContext,
  { linkTo }: Pick<Payments, 'linkTo'>,
): Handlers<ListRows> {
  const download = createDownloads()

  return {
    async 'GET /api/v1/subscriptions'({ query }, call) {
      return (await pageOf(context, listOf(query), query, call)).map((line) => viewLine(line, linkTo))
    },

    async 'GET /api/v1/subscriptions/count'({ query: { limit: most, ...query } }) {
      const count = await countLines(context.db, listOf(query), most ?? null)
      return most !== undefined && count > most ? { count: most, exact: false } : { count, exact: true }
    },

    async 'GET /api/v1/subscriptions/facets'({ query: { limit: most, ...query } }) {
      const list = listOf(query)
      const counts = await countBuckets(context.db, list, most ?? null)
      return {
        counts: list.buckets.map((bucket) => {
          const count = counts.find((each) => each.bucket === bucket)?.count ?? 0
          return { ...(buckets[bucket] ?? { type: null, status: null }), count: Math.min(count, most ?? Infinity) }
        }),
        exact: most === undefined || counts.every(({ count }) => count <= most),
      }
    },

    async 'GET /api/v1/export/csv'({ query: { columns, ...query } }, { visitor, request, reply }) {
      const t = wordsFor(request)
      const list = listOf(query)
      const all = columns === 'all'
      const by = visitor.signedIn?.email ?? refuse('SIGN_IN_NEEDED')
      const name = `subscribers-${context.now().toISOString().slice(0, 10)}.csv`
      await download(request, reply, name, headOf(t.export, all), exportLines(context.db, list, t.export, all), () =>
        recordAct(context.db, { by, act: 'export', subscriberId: null, subscriptionId: null }, context.now()),
      )
      return undefined
    },
  }
}

const columns = [
  'name',
  'email',
  'company',
  'type',
  'industry',
  'status',
  'startDate',
  'endDate',
  'latestComment',
] as const
const moreColumns = ['plan', 'price', 'currency', 'country', 'renews', 'paidUntil'] as const

/** Returns the names of the columns, in the order of `exportLines`; `all` adds those about the plan and its payment. */
function headOf(t: Spoken['export'], all: boolean): string {
  const more = all ? moreColumns.map((column) => t.moreColumns[column]) : []
  return csvLine([...columns.map((column) => t.columns[column]), ...more])
}

/** A page of the list, with the pages beside it in the `Link` header. */
export function pageOf(
  context: AppContext,
  list: ListQuery,
  query: Parameters<typeof paginate>[0],
  call: Call,
): Promise<ListRow[]> {
  const read = (from: Parameters<typeof listPage>[2], limit: number) => listPage(context.db, list, from, limit)
  return paginate(query, call, { order: list.sort, key: keyOf(list.sort), read })
}

const textKey = z.string().max(256).refine((key) => key.isWellFormed() && !key.includes('\0')) // prettier-ignore
const momentKey = z.union([
  z.literal('-infinity'),
  z.iso.datetime({ precision: 6 }).refine((key) => !key.startsWith('0000')),
])

function keyOf(sort: AdminSort): z.ZodType<string> {
  const ranks = ranksOf(sort)
  if (ranks) return z.enum(ranks.map(String))
  return sort === 'startDate' || sort === 'endDate' ? momentKey : textKey
}

/** What a list is asked for, in the store's terms. */
export function listOf({ search = '', filters = [], include, sort = 'name', order = 'asc' }: Query): ListQuery {
  const statuses = subscriptionStatuses.filter((status) => filters.includes(status))
  const types = subscriptionTypes.filter((type) => filters.includes(type))
  const wanted = buckets.flatMap(({ type, status }, bucket) => {
    if (type === null || status === null) return include && filters.length === 0 ? [bucket] : []
    const fits = (types.length === 0 || types.includes(type)) && (statuses.length === 0 || statuses.includes(status))
    return fits ? [bucket] : []
  })
  const pastDue = filters.includes('past_due') ? { pastDue: true as const } : {}
  return { search, buckets: wanted, sort, descending: order === 'desc', ...pastDue }
}
