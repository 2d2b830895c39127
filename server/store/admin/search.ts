import { emailKey } from '../../../platform/email-key.ts'
import { direction, keyOf, type ListQuery, type PageRequest } from './list.ts'
import { createValues, prepared } from '../prepared.ts'
import type { Db, Trx } from '../tables.ts'

/**
 * How the lines of a search are come by: all there are; one subscriber's; those that hold a phrase, either gathered from the
 * index of letters and then put in order, or met on a walk along the order's own index.
 */
export type AccessPath =
  | { by: 'all' }
  | { by: 'subscriber'; id: string }
  | { by: 'letters'; phrase: string; pattern: string }
  | { by: 'walk'; phrase: string }

/** What fetching a found line costs in lines walked past: the one is a page of the table, the other lies beside the last. */
const fetchCost = 32
/** Pages of the table that are looked at before a search. */
const probed = 48
const pageBytes = 8192

const wholeAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u

/** The way to so many lines of a list from a place on; without a place from the top, or backward from the end. */
export async function findAccessPath(
  db: Db | Trx,
  list: ListQuery,
  from: PageRequest,
  wanted: number,
): Promise<AccessPath> {
  const search = list.search.trim()
  if (search === '') return { by: 'all' }
  if (wholeAddress.test(search)) {
    const text = 'select id from subscribers where email_key = $1'
    const [found] = await prepared<{ id: string }>(db, text, [emailKey(search)])
    if (found) return { by: 'subscriber', id: found.id }
  }
  const { phrase, pattern, indexed, scale, hits, ahead, aheadHits, before } = await probe(db, list, search, from)
  if (phrase === ' ') return { by: 'all' }
  // A phrase that was not met may still be there once or twice.
  const gathering = indexed ? Math.max(hits, 0.5) * scale * fetchCost : Infinity
  const walking =
    aheadHits === 0 ? ahead * scale : Math.min(ahead * scale, before * scale + (wanted * ahead) / aheadHits)
  return gathering < walking ? { by: 'letters', phrase, pattern } : { by: 'walk', phrase }
}

type Probe = {
  phrase: string
  pattern: string
  /** Whether the index of letters helps: it knows three in a row, and beginnings of words. */
  indexed: boolean
  /** Lines of the table to one of the sample; the counts below are the sample's. */
  scale: number
  hits: number
  /** Lines that lie ahead, those of them that hold the phrase, and those to pass before the first that does. */
  ahead: number
  aheadHits: number
  before: number
}

/** Looks at a few pages of the table, always the same ones, so that the pages of a list go the same way. */
async function probe(db: Db | Trx, list: ListQuery, search: string, { place, backward }: PageRequest): Promise<Probe> {
  const { values, put } = createValues()
  const key = keyOf(list.sort, put)
  const [beyond, order] = direction(list.descending !== backward)
  const [row] = await prepared<Probe>(
    db,
    `with size as materialized (select greatest(1, pg_relation_size('desk_rows') / ${probed * pageBytes}.0) as scale),
      sought as materialized (select desk_phrase(${put(search)}) as phrase),
      seen as materialized (
        select bucket, ${key.of} as key, id, strpos(search, (select phrase from sought)) > 0 as hit
        from desk_rows tablesample system (100 / (select scale from size)) repeatable (1)),
      ahead as materialized (
        select key, id, hit from seen where bucket = any(${put(list.buckets)}::smallint[])
        ${place ? `and (key, id) ${beyond} (${put(place.key)}::${key.type}, ${put(place.id)}::uuid)` : ''}),
      first as materialized (select key, id from ahead where hit order by key ${order}, id ${order} limit 1)
    select phrase, '%' || regexp_replace(desk_letters(phrase), '([%_\\\\])', '\\\\\\1', 'g') || '%' as pattern,
      desk_letters(phrase) ~ '[a-z0-9]{3}|[^a-z0-9][a-z0-9]|[a-z0-9]{2}[^a-z0-9]' as indexed, scale::float8,
      (select count(*) from seen where hit) as hits, (select count(*) from ahead) as ahead,
      (select count(*) from ahead where hit) as "aheadHits",
      (select count(*) from ahead, first where (ahead.key, ahead.id) ${beyond === '>' ? '<' : '>'} (first.key, first.id)) as before
    from sought, size`,
    values,
  )
  if (!row) throw new Error('The probe of a search answered nothing.')
  return row
}
