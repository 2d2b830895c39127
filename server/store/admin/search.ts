import { CompiledQuery } from 'kysely'
import { billingReference, type BillingReference } from '../../../domain/billing/reference.ts'
import { emailKey } from '../../../platform/email-key.ts'
import { direction, isNarrowed, keyOf, narrowed, type ListQuery, type PageRequest } from './list.ts'
import { asDigits, holds, splitWords, type Word } from './words.ts'
import { createValues, prepared, preparedLookUp } from '../prepared.ts'
import type { Db, Trx } from '../tables.ts'

/**
 * How the lines of a search are found: all lines; one subscriber's; those with every word, either collected through the
 * indexes of letters and tags and then sorted, or met on a walk along the index of the order.
 */
export type AccessPath =
  | { by: 'all' }
  | { by: 'subscriber'; id: string }
  | { by: 'letters'; words: Word[] }
  | { by: 'walk'; words: Word[] }

/**
 * The cost of fetching a line, in lines passed on a walk: fetching reads a page of the table, while passed lines are
 * adjacent. Measured: 14 if the table is in memory, 30 if half of it is not.
 */
const fetchCost = 20
/**
 * The same cost for a line that a walk fetches, without a bitmap and without sorting, and for one in a scan of the
 * table.
 */
const walkCost = 10
const scanCost = 3
/** Pages of the table that are sampled before a search. */
const probed = 48
const pageBytes = 8192

const wholeAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u

const idByEmail = preparedLookUp('select id from subscribers where email_key = $1')
const paidBy = (condition: string) =>
  `select o.subscriber_id as id from payments p join subscriptions o on o.id = p.subscription_id
   where o.subscriber_id is not null and ${condition}`
const idByReference = {
  'invoice-number': preparedLookUp(`${paidBy('upper(p.invoice_number) = $1')} limit 1`),
  'provider-id': preparedLookUp(`select id from subscribers where payment_customer = $1
    union all select subscriber_id from subscriptions where provider_subscription = $1 and subscriber_id is not null
    union all ${paidBy('p.payment = $1')}
    union all ${paidBy('p.invoice = $1')}
    union all ${paidBy(`p.kind in ('charge', 'failure', 'refund', 'credit', 'dispute') and p.provider_id = $1`)}
    limit 1`),
} satisfies Record<BillingReference['kind'], unknown>

/**
 * Chooses the way to this many lines of a list from a position on; without a position from the top, or backward from
 * the end. `inOnePass`: a walk that must fetch its lines reads the whole table instead.
 */
export async function findAccessPath(
  db: Db | Trx,
  list: ListQuery,
  from: PageRequest,
  wanted: number,
  inOnePass = false,
): Promise<AccessPath> {
  const search = list.search.trim()
  if (search === '') return { by: 'all' }
  if (wholeAddress.test(search)) {
    const [found] = await idByEmail<{ id: string }>(db, [emailKey(search)])
    if (found) return { by: 'subscriber', id: found.id }
  }
  const reference = billingReference(search)
  if (reference) {
    const [found] = await idByReference[reference.kind]<{ id: string }>(db, [reference.value])
    if (found) return { by: 'subscriber', id: found.id }
  }
  const { words, ...sample } = await probe(db, list, search, from)
  if (words.length === 0) return { by: 'all' }
  const { scale, hits } = sample
  // Words that were not found in the sample may still occur once or twice.
  const indexed = words.some((word) => word.isIndexed)
  const gathering = indexed ? Math.max(hits, 0.5) * scale * fetchCost : Infinity
  const passed = linesPassed(sample, wanted, hasTags(words))
  // The index of an order does not contain the tags, so such a walk fetches each line.
  const fetching = inOnePass ? sample.ahead * scale * scanCost : passed * walkCost
  const walking = hasTags(words) ? fetching : passed
  return { by: gathering < walking ? 'letters' : 'walk', words }
}

/** The number of hits in the sample that is enough to estimate the distribution. */
const telling = 20
/**
 * The factor by which the first hit may be farther away than is likely: in the order as a whole, and in its buckets
 * together.
 */
const unlikely = { whole: 3, buckets: 1.75 }

/**
 * Estimates how many lines a walk passes until it has found this many hits. Names are searched in the order of names, where
 * their lines are adjacent, so the lines before the sample's first hit count.
 *
 * Lines of a country are nearly everywhere, and those of a plan everywhere in some buckets. Each bucket is walked separately,
 * at least to its first hit. Only if chance explains the distance of the sample's first hits, they are much nearer in the
 * table, which is `scale` times as dense.
 */
export function linesPassed(
  sample: Omit<Sample, 'phrases' | 'patterns' | 'indexed'>,
  wanted: number,
  byTags: boolean,
): number {
  const { scale, ahead, aheadHits, first, lines, before } = sample
  if (aheadHits === 0) return ahead * scale
  const distance = ahead / aheadHits
  const expected = sum(lines.map((count) => distance * (1 - Math.exp(-count / distance))))
  const isSpread =
    byTags && aheadHits >= telling && first <= unlikely.whole * distance && sum(before) <= unlikely.buckets * expected
  return Math.min(ahead * scale, (isSpread ? 0 : Math.max(first, byTags ? sum(before) : 0) * scale) + wanted * distance)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Whether a word may match tags: the name of a country or a plan begins with it. */
export const hasTags = (words: readonly Pick<Word, 'tags'>[]): boolean => words.some(({ tags }) => tags.length > 0)

/**
 * Whether a statement of a list is planned once, because its text is one of few; otherwise the plan depends on the
 * search.
 */
export function isPlannedOnce(list: ListQuery, words: readonly Pick<Word, 'phrases' | 'tags'>[]): boolean {
  const simple = words.flatMap(({ phrases }) => phrases).length <= 2 && !hasTags(words)
  return simple && !isNarrowed(list)
}

/** Runs a statement of a list: planned once, or each time. */
export async function runList<Row>(
  db: Db | Trx,
  list: ListQuery,
  words: readonly Pick<Word, 'phrases' | 'tags'>[],
  text: string,
  values: unknown[],
  run: typeof prepared = prepared,
): Promise<Row[]> {
  if (isPlannedOnce(list, words)) return run<Row>(db, text, values)
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

/** @internal */
export type Sample = {
  phrases: string[]
  patterns: string[]
  indexed: boolean[]
  /** The number of table lines per sampled line; the counts below are the sample's. */
  scale: number
  hits: number
  /** The lines ahead, and those of them with the words. */
  ahead: number
  aheadHits: number
  /** The lines before the first one with the words. */
  first: number
  /** For a word with tags: the lines ahead in each bucket, and those before its first hit, or all. */
  lines: number[]
  before: number[]
}

/** Samples a few pages of the table, always the same ones, so that the pages of a list use the same way. */
async function probe(db: Db | Trx, list: ListQuery, search: string, { place, backward }: PageRequest) {
  const { values, put } = createValues()
  const key = keyOf(list, put)
  const [beyond, order] = direction(list.descending !== backward)
  const tagsOf = await list.tagsOf?.(db)
  const asked = splitWords(search).map((word, _, { length }) => {
    // A word that is too short to be found anywhere is matched where the whole search is; digits are a fragment,
    // however few.
    const typed = [word, ...(word.length < 3 && length > 1 ? [search] : [])].map(
      (text) => `search_phrase(${put(text)})`,
    )
    const phrases = [...typed, ...asDigits(word).map((text) => `${put(text)}::text`)]
    return { phrases, tags: tagsOf?.(word) ?? [] }
  })
  const texts = asked.flatMap(({ phrases }) => phrases)
  const sought = texts.map((text, place) => `${text} as phrase_${place}`).join(', ')
  let named = 0
  const words = asked.map(({ phrases, tags }) => ({
    tags,
    phrases: phrases.map(() => `(select phrase_${named++} from sought)`),
  }))
  const all = texts.map((_, place) => `phrase_${place}`)
  // The index of letters contains groups of three, and beginnings of words.
  const [row] = await runList<Sample>(
    db,
    list,
    asked,
    `with size as materialized (select greatest(1, pg_relation_size('user_list_rows') / ${probed * pageBytes}.0) as scale),
      sought as materialized (select ${sought}),
      seen as materialized (
        select bucket, ${key.of} as key, id, ${holds(words, put)} as hit, true ${narrowed(list, put)} as wanted
        from user_list_rows tablesample system (100 / (select scale from size)) repeatable (1)),
      ahead as materialized (
        select bucket, key, id, hit from seen where wanted and bucket = any(${put(list.buckets)}::smallint[])
        ${place ? `and (key, id) ${beyond} (${put(place.key)}::${key.type}, ${put(place.id)}::uuid)` : ''}),
      first as materialized (select key, id from ahead where hit order by key ${order}, id ${order} limit 1),
      ${hasTags(asked) ? byBucket(beyond) : noBuckets}
    select array[${all.join(', ')}] as phrases,
      array[${all.map((phrase) => `'%' || regexp_replace(search_letters(${phrase}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`).join(', ')}] as patterns,
      array[${all.map((phrase) => `search_letters(${phrase}) ~ '[a-z0-9]{3}|[^a-z0-9][a-z0-9]|[a-z0-9]{2}[^a-z0-9]'`).join(', ')}] as indexed,
      scale::float8,
      (select count(*) from seen where hit) as hits, (select count(*) from ahead) as ahead,
      (select count(*) from ahead where hit) as "aheadHits",
      (select count(*) from ahead, first where (first.key, first.id) ${beyond} (ahead.key, ahead.id)) as first,
      array(select lines from buckets) as lines, array(select before from buckets) as before
    from sought, size`,
    values,
  )
  if (!row) throw new Error('The probe of a search answered nothing.')
  let read = 0
  const found = asked
    .map(({ phrases, tags }): Word => {
      const places = phrases.map(() => read++)
      return {
        phrases: places.map((one) => row.phrases[one] ?? ''),
        patterns: places.map((one) => row.patterns[one] ?? ''),
        isIndexed: places.every((one) => row.indexed[one]),
        tags,
      }
    })
    // A word that consists of combining marks only does not count.
    .filter(({ phrases }) => phrases[0] !== ' ')
  return { ...row, words: found }
}

/** For each bucket of the sample: the lines ahead, and those before the first hit, or all. */
const byBucket = (beyond: '>' | '<') =>
  `bests as materialized (select bucket, ${beyond === '>' ? 'min' : 'max'}(key) as key from ahead where hit group by bucket),
   buckets as materialized (select count(*)::int as lines, (count(*) filter (where bests.key is null
     or bests.key ${beyond} ahead.key))::int as before from ahead left join bests using (bucket) group by bucket)`
const noBuckets = 'buckets as (select 0 as lines, 0 as before where false)'
