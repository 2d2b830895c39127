import type { Output } from '../../core/contract.ts'
import { refuse } from '../../core/errors.ts'
import type { Call, Handlers } from '../http/contract-routes.ts'
import { wordsFor } from '../http/language.ts'
import type { Payments } from '../adapters/payments/port.ts'
import type { Shop } from '../shop.ts'
import { recordAct } from '../store/audit.ts'
import { countBuckets, countLines } from '../store/desk-counts.ts'
import { exportHead, exportLines } from '../store/desk-export.ts'
import { buckets, type DeskList } from '../store/desk-list.ts'
import { deskPage, type DeskLine } from '../store/desk-rows.ts'
import { linksTo, readCountLimit, readFrom, readLimit, readList } from './desk-query.ts'
import { createDownloads } from './desk-download.ts'
import { viewPayment } from './payment-view.ts'

type Rows =
  | 'GET /api/v1/subscriptions'
  | 'GET /api/v1/subscriptions/count'
  | 'GET /api/v1/subscriptions/facets'
  | 'GET /api/v1/subscribers'
  | 'GET /api/v1/export/csv'

type Line = Output<'GET /api/v1/subscriptions'>[number]

export function deskListHandlers(shop: Shop, { linkTo }: Pick<Payments, 'linkTo'>): Handlers<Rows> {
  const download = createDownloads()

  async function page(list: DeskList, query: Parameters<typeof readFrom>[0], { request, reply }: Call) {
    const say = wordsFor(request).fields
    const from = readFrom(query, list.sort, say)
    const { lines, next, previous } = await deskPage(shop.db, list, from, readLimit(query.limit, say))
    const links = linksTo(request.url, list.sort, next, previous)
    if (links !== undefined) void reply.header('link', links)
    return lines
  }

  return {
    async 'GET /api/v1/subscriptions'({ query }, call) {
      const lines = await page(readList(query, wordsFor(call.request).fields), query, call)
      return lines.map((line) => viewLine(line, linkTo))
    },

    async 'GET /api/v1/subscriptions/count'({ query: { limit, ...query } }, { request }) {
      const say = wordsFor(request).fields
      const list = readList(query, say)
      const most = readCountLimit(limit, say)
      const count = await countLines(shop.db, list, most)
      return most !== null && count > most ? { count: most, exact: false } : { count, exact: true }
    },

    async 'GET /api/v1/subscriptions/facets'({ query: { limit, ...query } }, { request }) {
      const say = wordsFor(request).fields
      const list = readList(query, say)
      const most = readCountLimit(limit, say)
      const counts = await countBuckets(shop.db, list, most)
      return {
        counts: list.buckets.map((bucket) => {
          const count = counts.find((each) => each.bucket === bucket)?.count ?? 0
          return { ...(buckets[bucket] ?? { type: null, status: null }), count: Math.min(count, most ?? Infinity) }
        }),
        exact: most === null || counts.every(({ count }) => count <= most),
      }
    },

    async 'GET /api/v1/subscribers'({ query }, call) {
      const list = readList({ search: query.search, include: 'subscribers' }, wordsFor(call.request).fields)
      return (await page({ ...list, once: true }, query, call)).map(viewSubscriber)
    },

    async 'GET /api/v1/export/csv'({ query: { columns, ...query } }, { visitor, request, reply }) {
      const say = wordsFor(request)
      const list = readList(query, say.fields)
      if (columns !== undefined && columns !== 'all') {
        refuse('INVALID_INPUT', [{ field: 'columns', message: say.fields.invalidValue }])
      }
      const all = columns === 'all'
      const by = visitor.signedIn?.email ?? refuse('SIGN_IN_NEEDED')
      const name = `subscribers-${shop.now().toISOString().slice(0, 10)}.csv`
      await download(
        request,
        reply,
        name,
        exportHead(say.export, all),
        exportLines(shop.db, list, say.export, all),
        () => recordAct(shop.db, { by, act: 'export', subscriberId: null, subscriptionId: null }, shop.now()),
      )
      return undefined
    },
  }
}

function viewSubscriber(line: DeskLine): Line['subscriber'] {
  const { phone_country_code: countryCode, phone_number: phoneNumber } = line
  return {
    id: line.subscriber_id,
    email: line.email,
    firstName: line.first_name,
    lastName: line.last_name,
    company: line.company,
    country: line.country,
    state: line.state,
    phone: countryCode && phoneNumber ? { countryCode, phoneNumber } : null,
    industry: line.industry,
    jobTitle: line.job_title,
  }
}

function viewLine(line: DeskLine, linkTo: Payments['linkTo']): Line {
  return {
    id: line.id,
    status: line.status,
    createdDate: line.created_at?.toISOString() ?? null,
    startDate: line.start_date?.toISOString() ?? null,
    endDate: line.end_date?.toISOString() ?? null,
    renews: line.renews ?? false,
    payment: line.id === null ? null : viewLinePayment(line, linkTo),
    latestComment: line.latest_comment,
    plan:
      line.id === null
        ? null
        : { name: line.plan, title: line.title, product: line.product, type: line.type, durationInDays: line.days },
    subscriber: viewSubscriber(line),
  }
}

function viewLinePayment(line: DeskLine, linkTo: Payments['linkTo']): NonNullable<Line['payment']> {
  const facts = line.provider !== null && {
    provider: line.provider,
    state: line.payment_state,
    ended: line.provider_ended ?? false,
    charging: null,
    nextChargeAt: line.next_charge_at,
    nextAmount: line.next_amount,
    nextDiscount: line.next_discount,
    nextCredit: line.next_credit,
    currency: line.next_currency,
    lastPaidAt: line.last_paid_at,
    retryAt: line.retry_at,
    payUrl: null,
  }
  const subscription = {
    status: line.status ?? 'expired',
    endDate: line.end_date,
    renewal: line.renewal ?? 'none',
    plan: { type: line.type, currency: line.currency ?? '' },
  }
  return viewPayment(subscription, facts || undefined, 'administrator', linkTo)
}
