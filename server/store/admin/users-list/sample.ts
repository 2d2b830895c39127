import { direction, keyOf, narrowed, type ListQuery, type PageRequest } from './list.ts'
import { runList } from './run-list.ts'
import { asDigits, haveMeaning, holds, noMeaning, splitWords, type Word } from './words.ts'
import { createValues } from '../../prepared.ts'
import type { Db, Trx } from '../../tables.ts'

/** Pages of the table that are looked at before a search. */
const probed = 48
const pageBytes = 8192

export type Sample = {
  phrases: string[]
  patterns: string[]
  indexed: boolean[]
  /** Lines of the table to one of the sample; the counts below are the sample's. */
  scale: number
  seen: number
  hits: number
  /** Lines that lie ahead, and those of them that hold the words. */
  ahead: number
  aheadHits: number
  /** Those to pass before the first that holds the words. */
  first: number
  /** Where a word has a meaning: the lines ahead in each bucket, and those to pass before its first hit, or all. */
  lines: number[]
  before: number[]
}

/**
 * Looks at a few pages of the table, always the same ones, so that all pages of a list use the same access path. Of a single word that
 * has a meaning only its letters are looked for: indexes count the lines of a country or plan.
 */
export async function probe(db: Db | Trx, list: ListQuery, search: string, { cursor, backward }: PageRequest) {
  const { values, put } = createValues()
  const key = keyOf(list, put)
  const [beyond, order] = direction(list.descending !== backward)
  const meaningOf = await list.meaningOf?.(db)
  const asked = splitWords(search).map((word, _, { length }) => {
    // A word too short to be found anywhere is found where the whole search is; digits are a fragment, however few.
    const typed = [word, ...(word.length < 3 && length > 1 ? [search] : [])].map(
      (text) => `search_phrase(${put(text)})`,
    )
    const phrases = [...typed, ...asDigits(word).map((text) => `${put(text)}::text`)]
    return { phrases, meaning: meaningOf?.(word) ?? noMeaning }
  })
  const texts = asked.flatMap(({ phrases }) => phrases)
  const sought = texts.map((text, at) => `${text} as phrase_${at}`).join(', ')
  let named = 0
  const words = asked.map(({ phrases, meaning }) => ({
    meaning: asked.length === 1 ? noMeaning : meaning,
    phrases: phrases.map(() => `(select phrase_${named++} from sought)`),
  }))
  const all = texts.map((_, at) => `phrase_${at}`)
  // The trigram index finds three letters in a row, and the beginnings of words.
  const [row] = await runList<Sample>(
    db,
    list,
    words,
    `with size as materialized (select greatest(1, pg_relation_size('user_list_rows') / ${probed * pageBytes}.0) as scale),
      sought as materialized (select ${sought}),
      seen as materialized (
        select bucket, ${key.of} as key, id, ${holds(words, put)} as hit, true ${narrowed(list, put)} as wanted
        from user_list_rows tablesample system (100 / (select scale from size)) repeatable (1)),
      ahead as materialized (
        select bucket, key, id, hit from seen where wanted and bucket = any(${put(list.buckets)}::smallint[])
        ${cursor ? `and (key, id) ${beyond} (${put(cursor.key)}::${key.type}, ${put(cursor.id)}::uuid)` : ''}),
      first as materialized (select key, id from ahead where hit order by key ${order}, id ${order} limit 1),
      ${haveMeaning(words) ? byBucket(beyond) : noBuckets}
    select array[${all.join(', ')}] as phrases,
      array[${all.map((phrase) => `'%' || regexp_replace(search_letters(${phrase}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`).join(', ')}] as patterns,
      array[${all.map((phrase) => `search_letters(${phrase}) ~ '[a-z0-9]{3}|[^a-z0-9][a-z0-9]|[a-z0-9]{2}[^a-z0-9]'`).join(', ')}] as indexed,
      scale::float8,
      (select count(*) from seen) as seen, (select count(*) from seen where hit) as hits, (select count(*) from ahead) as ahead,
      (select count(*) from ahead where hit) as "aheadHits",
      (select count(*) from ahead, first where (first.key, first.id) ${beyond} (ahead.key, ahead.id)) as first,
      array(select lines from buckets) as lines, array(select before from buckets) as before
    from sought, size`,
    values,
  )
  if (!row) throw new Error('The probe of a search answered nothing.')
  let read = 0
  const found = asked
    .map(({ phrases, meaning }): Word => {
      const places = phrases.map(() => read++)
      return {
        phrases: places.map((one) => row.phrases[one] ?? ''),
        patterns: places.map((one) => row.patterns[one] ?? ''),
        isIndexed: places.every((one) => row.indexed[one]),
        meaning,
      }
    })
    // A word of nothing but marks that belong to letters is none.
    .filter(({ phrases }) => phrases[0] !== ' ')
  return { ...row, words: found }
}

/** In each bucket of the sample: how many lines lie ahead, and how many before the first hit, or all. */
const byBucket = (beyond: '>' | '<') =>
  `bests as materialized (select bucket, ${beyond === '>' ? 'min' : 'max'}(key) as key from ahead where hit group by bucket),
   buckets as materialized (select count(*)::int as lines, (count(*) filter (where bests.key is null
     or bests.key ${beyond} ahead.key))::int as before from ahead left join bests using (bucket) group by bucket)`
const noBuckets = 'buckets as (select 0 as lines, 0 as before where false)'

/** So many hits of the sample tell how the others lie. */
const telling = 20
/** By how many times what is likely the first hit may be farther away: in the order as a whole, and in its buckets together. */
const unlikely = { whole: 3, buckets: 1.75 }

/**
 * How many lines a scan passes until it has found so many hits. Names are searched in the order of names, where their lines
 * stand together: what the sample has before its first hit counts.
 *
 * Lines of a country stand nearly everywhere, and those of a plan everywhere in some buckets. Each bucket is scanned for
 * itself, at least to its first hit. Only where chance explains how far away the first hits of the sample are, they are much
 * nearer in the table, which is `scale` times as dense.
 */
export function linesPassed(
  sample: Omit<Sample, 'phrases' | 'patterns' | 'indexed' | 'seen'>,
  wanted: number,
  byMeaning: boolean,
): number {
  const { scale, ahead, aheadHits, first, lines, before } = sample
  if (aheadHits === 0) return ahead * scale
  const distance = ahead / aheadHits
  const expected = sum(lines.map((count) => distance * (1 - Math.exp(-count / distance))))
  const isSpread =
    byMeaning &&
    aheadHits >= telling &&
    first <= unlikely.whole * distance &&
    sum(before) <= unlikely.buckets * expected
  return Math.min(
    ahead * scale,
    (isSpread ? 0 : Math.max(first, byMeaning ? sum(before) : 0) * scale) + wanted * distance,
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
