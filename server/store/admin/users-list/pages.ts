import {
  buckets as allBuckets,
  direction,
  emptyKey,
  keyOf,
  narrowed,
  ranksOf,
  type ListQuery,
  type PageRequest,
  type Cursor,
} from './list.ts'
import { isPlannedOnce, runList } from './run-list.ts'
import type { PagePath } from './search.ts'
import { conditionOf, partsMeant, onlyLetters, type Word } from './words.ts'
import { createValues, lookUp, prepared } from '../../prepared.ts'
import type { Db, Trx } from '../../tables.ts'

/**
 * The values read for each line: columns of `x`, its subscription if any, and of `s`, its subscriber; or, with `own`,
 * only of `p`, the line itself with those columns of user_list_rows; with `join` too, of all three.
 */
export type Projection = { columns: string; max: number; own?: string; join?: true }

/**
 * A part of a list that one statement reads in order. `rank` is set if all of its buckets rank alike, `empty` if the
 * column may be empty: whether these are the lines without a value, which come last in either direction.
 */
type Segment = { list: ListQuery; from: PageRequest; rank?: number; empty?: boolean }

/** Reads the lines of a list from a position on, in reading order, with the position beside each. */
export async function readLines<Row>(
  db: Db | Trx,
  list: ListQuery,
  from: PageRequest,
  path: PagePath,
  limit: number,
  projection: Projection,
): Promise<(Row & { cursor_key: string; cursor_id: string })[]> {
  const lines: (Row & { cursor_key: string; cursor_id: string })[] = []
  for (const segment of segmentsOf(list, from, path)) {
    if (lines.length >= limit) break
    const { text, values } = pageStatement(segment, path, limit - lines.length, projection)
    const run = path.by === 'subscriber' ? lookUp : prepared
    lines.push(
      ...(await runList<Row & { cursor_key: string; cursor_id: string }>(db, list, wordsOf(path), text, values, run)),
    )
  }
  return lines
}

/**
 * Reads them as one text, which the database generates: each line is its column `line`. `last` is the position of the
 * last one.
 */
export async function readText(
  db: Db | Trx,
  list: ListQuery,
  from: PageRequest,
  path: PagePath,
  limit: number,
  projection: Projection,
): Promise<{ text: string; count: number; last: Cursor | null }> {
  const read = { text: '', count: 0, last: from.cursor }
  for (const segment of segmentsOf(list, from, path)) {
    if (read.count >= limit) break
    const { text, values } = pageStatement(segment, path, limit - read.count, projection)
    const [part] = await runList<{ text: string; count: number; key: string; id: string }>(
      db,
      list,
      wordsOf(path),
      `select string_agg(line, '') as text, count(*) as count, (array_agg(cursor_key))[count(*)] as key,
        (array_agg(cursor_id))[count(*)] as id from (${text}) lines having count(*) > 0`,
      values,
    )
    if (!part) continue
    read.text += part.text
    read.count += part.count
    read.last = { key: part.key, id: part.id }
  }
  return read
}

const joined = `left join lateral (select * from subscriptions where p.bucket <> 0 and id = p.id offset 0) x on true
    cross join lateral (select * from subscribers where id = coalesce(x.subscriber_id, p.id) offset 0) s`

function wordsOf(path: PagePath): readonly Word[] {
  if (path.by === 'meaning') return [path.word]
  return 'words' in path ? path.words : []
}

/**
 * An order by type or status takes the buckets of one value after those of another, each ordered by id; an order by a
 * column that may be empty takes lines without a value last.
 */
function segmentsOf(list: ListQuery, from: PageRequest, path: PagePath): Segment[] {
  const empty = emptyKey(list.sort)
  if (empty !== null) return segmentsAroundEmpty(list, from, empty)
  const ranks = ranksOf(list.sort, list.descending)
  if (ranks === null || path.by === 'letters' || path.by === 'subscriber') return [{ list, from }]
  const down = list.descending !== from.backward
  const begun = from.cursor && Number(from.cursor.key)
  return [...new Set(list.buckets.map((bucket) => ranks[bucket] ?? 0))]
    .filter((rank) => begun === null || (down ? rank <= begun : rank >= begun))
    .toSorted((a, b) => (down ? b - a : a - b))
    .map((rank) => ({
      list: { ...list, buckets: list.buckets.filter((bucket) => ranks[bucket] === rank) },
      from: rank === begun ? from : { ...from, cursor: null },
      rank,
    }))
}

function segmentsAroundEmpty(list: ListQuery, from: PageRequest, empty: string): Segment[] {
  const fromTop = { ...from, cursor: null }
  const inEmpty = from.cursor?.key === empty
  if (from.cursor === null)
    return from.backward
      ? [
          { list, from, empty: true },
          { list, from, empty: false },
        ]
      : [
          { list, from, empty: false },
          { list, from, empty: true },
        ]
  const current = { list, from, empty: inEmpty }
  // After the last of these come lines of the other kind, or none.
  return inEmpty === from.backward ? [current, { list, from: fromTop, empty: !inEmpty }] : [current]
}

/**
 * One statement for all filters: an unwanted bucket is null, and costs nothing. The inner limits are the maximum ever
 * requested, so that PostgreSQL plans to read little; it stops at the requested limit.
 */
function pageStatement(
  { list, from, rank, empty }: Segment,
  path: PagePath,
  limit: number,
  { columns, max, own, join }: Projection,
) {
  const { values, put } = createValues()
  // If PostgreSQL sees the values, it considers a new plan better than the kept one, and plans each time.
  const unseen = (value: unknown, type: string) => (plannedOnce ? `(select ${put(value)}::${type})` : put(value))
  const plannedOnce = isPlannedOnce(list, wordsOf(path))
  const [beyond, order] = direction(list.descending !== from.backward)
  const key = rank === undefined ? keyOf(list, put) : { of: `${put(rank)}::int`, type: 'int', asText: String }
  const byIdAlone = rank !== undefined || empty === true
  const beyondCursor = () => {
    if (!from.cursor) return ''
    const id = `${put(from.cursor.id)}::uuid`
    if (byIdAlone) return `and id ${beyond} ${id}`
    return `and (${key.of}, id) ${beyond} (${put(from.cursor.key)}::${key.type}, ${id})`
  }
  const nothing = emptyKey(list.sort)
  // An empty value sorts before everything.
  const ofKind = empty === undefined ? '' : `and ${key.of} ${empty ? '=' : '>'} ${put(nothing)}::${key.type}`
  const beginning = `${narrowed(list, put)} ${ofKind} ${beyondCursor()}`
  const sorted = `order by ${byIdAlone ? '' : `${key.of} ${order}, `}id ${order} limit ${max}`
  const once = list.once ? 'and is_first' : ''
  const lines = (where: string) =>
    `(select bucket, ${key.of} as key, id${own ? `, ${own}` : ''} from user_list_rows where ${where} ${once} ${beginning} ${sorted})`
  const found = () => {
    if (path.by === 'all' || path.by === 'scan') {
      const wanted = put(allBuckets.map((_, bucket) => (list.buckets.includes(bucket) ? bucket : null)))
      const held = path.by === 'scan' ? `and ${conditionOf(path.words, put, false)}` : ''
      return allBuckets.map((_, at) => lines(`bucket = (${wanted}::smallint[])[${at + 1}] ${held}`)).join(' union all ')
    }
    const among = (buckets: readonly number[]) => `bucket = any(${put(buckets)}::smallint[])`
    if (path.by === 'meaning') {
      const { word } = path
      const [scanned, collected] = [path.scanned, path.collected].map((some) =>
        list.buckets.filter((one) => some.includes(one)),
      )
      const others = list.buckets.filter((bucket) => !path.scanned.includes(bucket))
      return [
        ...(scanned ?? []).map((bucket) => lines(`bucket = ${put(bucket)} and ${conditionOf([word], put, false)}`)),
        ...(collected?.length ? partsMeant(word, put).map((found) => lines(`${among(collected)} and ${found}`)) : []),
        lines(`${onlyLetters(word, put)} and ${among(others)}`),
      ].join(' union all ')
    }
    const wanted = among(list.buckets)
    if (path.by === 'subscriber') return lines(`subscriber_id = ${put(path.id)}::uuid and ${wanted}`)
    const pattern = (value: unknown) => unseen(value, 'text')
    return lines(`${conditionOf(path.words, put, true, pattern)} and ${wanted}`)
  }
  const merged = byIdAlone ? `order by id ${order}` : `order by key ${order}, id ${order}`
  const text = `select ${key.asText('p.key')}::text as cursor_key, p.id as cursor_id, ${columns}
    from (select * from (select * from (${found()}) f ${merged} limit ${max}) m limit ${unseen(limit, 'int')}) p
    ${own && !join ? '' : joined}
    ${merged.replaceAll(/\b(key|id)\b/g, 'p.$1')}`
  return { text, values }
}
