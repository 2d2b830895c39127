import { z } from 'zod'
import { searchProblem } from '../../core/desk-acts.ts'
import { refuse, type FieldMessages, type FieldProblem } from '../../core/errors.ts'
import { listLimits } from '../../core/limits.ts'
import { subscriptionStatuses, subscriptionTypes } from '../../core/subscription.ts'
import { buckets, deskSorts, ranksOf, type DeskList, type DeskSort, type From, type Place } from '../store/desk-list.ts'
import { isId } from './subscriptions.ts'

type Query = Partial<
  Record<'search' | 'filters' | 'include' | 'sort' | 'order' | 'limit' | 'cursor' | 'before', string | undefined>
>

const invalid = (field: string, say: FieldMessages): FieldProblem => ({ field, message: say.invalidValue })

/** What a list is asked for. Refuses what is not to be understood, naming the field. */
export function readList(query: Query, say: FieldMessages): DeskList {
  const { search = '', filters = '', include, sort = 'name', order = 'asc' } = query
  const problems: FieldProblem[] = []
  const message = searchProblem(search, say)
  if (message !== null) problems.push({ field: 'search', message })
  const chosen = readFilters(filters)
  if (!chosen) problems.push(invalid('filters', say))
  if (include !== undefined && include !== 'subscribers') problems.push(invalid('include', say))
  if (!isSort(sort)) problems.push(invalid('sort', say))
  if (order !== 'asc' && order !== 'desc') problems.push(invalid('order', say))
  if (problems.length > 0 || !chosen || !isSort(sort)) refuse('INVALID_INPUT', problems)
  const wanted = buckets.flatMap(({ type, status }, bucket) => {
    if (type === null || status === null) return include && filters === '' ? [bucket] : []
    const fits =
      (chosen.types.length === 0 || chosen.types.includes(type)) &&
      (chosen.statuses.length === 0 || chosen.statuses.includes(status))
    return fits ? [bucket] : []
  })
  const pastDue = chosen.pastDue ? { pastDue: true as const } : {}
  return { search, buckets: wanted, sort, descending: order === 'desc', ...pastDue }
}

const isSort = (text: string): text is DeskSort => Object.hasOwn(deskSorts, text)

/** Statuses, types and `past_due` with commas between; undefined where one is none of them. */
function readFilters(text: string) {
  const names = text === '' ? [] : text.split(',')
  const statuses = subscriptionStatuses.filter((status) => names.includes(status))
  const types = subscriptionTypes.filter((type) => names.includes(type))
  const pastDue = names.includes('past_due')
  const known = statuses.length + types.length + (pastDue ? 1 : 0)
  return new Set(names).size === known ? { statuses, types, pastDue } : undefined
}

/** How many lines a page has; refuses what is no whole number from 1 to the most a page may have. */
export function readLimit(limit: string | undefined, say: FieldMessages): number {
  return limit === undefined ? listLimits.page : readNumber(limit, listLimits.pageMost, say)
}

/** Where counting stops; null where it is to be exact. */
export function readCountLimit(limit: string | undefined, say: FieldMessages): number | null {
  return limit === undefined ? null : readNumber(limit, listLimits.countMost, say)
}

function readNumber(text: string, most: number, say: FieldMessages): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : refuse('INVALID_INPUT', [invalid('limit', say)])
}

/** Where a page begins. A cursor is good for the sort it came from alone. */
export function readFrom({ cursor, before }: Query, sort: DeskSort, say: FieldMessages): From {
  if (cursor !== undefined && before !== undefined) refuse('INVALID_INPUT', [invalid('before', say)])
  if (before !== undefined) return { place: readCursor(before, sort, 'before', say), backward: true }
  return { place: cursor === undefined ? null : readCursor(cursor, sort, 'cursor', say), backward: false }
}

const text = z.string().max(256).refine((key) => key.isWellFormed() && !key.includes('\0')) // prettier-ignore
const moment = z.union([
  z.literal('-infinity'),
  z.iso.datetime({ precision: 6 }).refine((key) => !key.startsWith('0000')),
])
const id = z.string().refine(isId)

function readCursor(cursor: string, sort: DeskSort, field: string, say: FieldMessages): Place {
  const ranks = ranksOf(sort)
  const key = ranks ? z.enum(ranks.map(String)) : sort === 'startDate' || sort === 'endDate' ? moment : text
  const shape = z.tuple([z.literal(sort), key, id])
  const parsed = shape.safeParse(decode(cursor))
  if (!parsed.success) refuse('INVALID_INPUT', [invalid(field, say)])
  return { key: parsed.data[1], id: parsed.data[2] }
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** A `Link` header's value: the pages beside this one, at the same address with another place to begin. */
export function linksTo(url: string, sort: DeskSort, next: Place | null, previous: Place | null): string | undefined {
  const link = (name: 'cursor' | 'before', rel: string, { key, id }: Place) => {
    const address = new URL(url, 'http://nowhere.invalid')
    address.searchParams.delete('cursor')
    address.searchParams.delete('before')
    address.searchParams.set(name, Buffer.from(JSON.stringify([sort, key, id])).toString('base64url'))
    return `<${address.pathname}${address.search}>; rel="${rel}"`
  }
  const links = [
    ...(next ? [link('cursor', 'next', next)] : []),
    ...(previous ? [link('before', 'prev', previous)] : []),
  ]
  return links.length > 0 ? links.join(', ') : undefined
}
