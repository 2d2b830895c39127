import { CompiledQuery } from 'kysely'
import { billingReference, type BillingReference } from '../../../domain/billing/reference.ts'
import { emailKey } from '../../../platform/email-key.ts'
import { direction, isNarrowed, keyOf, narrowed, type ListQuery, type PageRequest } from './list.ts'
import { asDigits, holds, splitWords, type Word } from './words.ts'
import { createValues, prepared, preparedLookUp } from '../prepared.ts'
import type { Db, Trx } from '../tables.ts'

/**
 * How the lines of a search are come by: all there are; one subscriber's; those that hold every word, either gathered from
 * the indexes of letters and tags and then put in order, or met on a walk along the order's own index.
 */
export type AccessPath =
  | { by: 'all' }
  | { by: 'subscriber'; id: string }
  | { by: 'letters'; words: Word[] }
  | { by: 'walk'; words: Word[] }

/**
 * What fetching a line costs in lines walked past: the one is a page of the table, the other lies beside the last. Measured:
 * 14 where the table is in memory, 30 where half of it is not.
 */
const fetchCost = 20
/** Pages of the table that are looked at before a search. */
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
    const [found] = await idByEmail<{ id: string }>(db, [emailKey(search)])
    if (found) return { by: 'subscriber', id: found.id }
  }
  const reference = billingReference(search)
  if (reference) {
    const [found] = await idByReference[reference.kind]<{ id: string }>(db, [reference.value])
    if (found) return { by: 'subscriber', id: found.id }
  }
  const { words, scale, hits, ahead, aheadHits, before } = await probe(db, list, search, from)
  if (words.length === 0) return { by: 'all' }
  // Words that were not met may still be there once or twice.
  const indexed = words.some((word) => word.isIndexed)
  const gathering = indexed ? Math.max(hits, 0.5) * scale * fetchCost : Infinity
  const passed =
    aheadHits === 0 ? ahead * scale : Math.min(ahead * scale, before * scale + (wanted * ahead) / aheadHits)
  // No order's index has the tags, so that such a walk fetches each line.
  const walking = passed * (hasTags(words) ? fetchCost : 1)
  return { by: gathering < walking ? 'letters' : 'walk', words }
}

/** Whether a word may match tags: the name of a country or a plan begins with it. */
export const hasTags = (words: readonly Pick<Word, 'tags'>[]): boolean => words.some(({ tags }) => tags.length > 0)

/** Whether a statement of a list is planned once, as its text is one of few; else much depends on what is sought. */
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

type Sample = {
  phrases: string[]
  patterns: string[]
  indexed: boolean[]
  /** Lines of the table to one of the sample; the counts below are the sample's. */
  scale: number
  hits: number
  /** Lines that lie ahead, those of them that hold the words, and those to pass before the first that does. */
  ahead: number
  aheadHits: number
  before: number
}

/** Looks at a few pages of the table, always the same ones, so that the pages of a list go the same way. */
async function probe(db: Db | Trx, list: ListQuery, search: string, { place, backward }: PageRequest) {
  const { values, put } = createValues()
  const key = keyOf(list, put)
  const [beyond, order] = direction(list.descending !== backward)
  const tagsOf = await list.tagsOf?.(db)
  const asked = splitWords(search).map((word, _, { length }) => {
    // A word too short to be found anywhere is found where the whole search is; digits are a fragment, however few.
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
  // The index of letters knows three in a row, and beginnings of words.
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
        select key, id, hit from seen where wanted and bucket = any(${put(list.buckets)}::smallint[])
        ${place ? `and (key, id) ${beyond} (${put(place.key)}::${key.type}, ${put(place.id)}::uuid)` : ''}),
      first as materialized (select key, id from ahead where hit order by key ${order}, id ${order} limit 1)
    select array[${all.join(', ')}] as phrases,
      array[${all.map((phrase) => `'%' || regexp_replace(search_letters(${phrase}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`).join(', ')}] as patterns,
      array[${all.map((phrase) => `search_letters(${phrase}) ~ '[a-z0-9]{3}|[^a-z0-9][a-z0-9]|[a-z0-9]{2}[^a-z0-9]'`).join(', ')}] as indexed,
      scale::float8,
      (select count(*) from seen where hit) as hits, (select count(*) from ahead) as ahead,
      (select count(*) from ahead where hit) as "aheadHits",
      (select count(*) from ahead, first where (ahead.key, ahead.id) ${beyond === '>' ? '<' : '>'} (first.key, first.id)) as before
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
    // A word of nothing but marks that belong to letters is none.
    .filter(({ phrases }) => phrases[0] !== ' ')
  return { ...row, words: found }
}
