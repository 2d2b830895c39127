import { CompiledQuery } from 'kysely'
import { billingReference, type BillingReference } from '../../../../domain/billing/reference.ts'
import { emailKey } from '../../../../platform/email-key.ts'
import { buckets, type ListQuery, type PageRequest } from './list.ts'
import { linesPassed, probe } from './sample.ts'
import { haveMeaning, partsMeant, type Word } from './words.ts'
import { createValues, preparedLookUp } from '../../prepared.ts'
import type { Db, Trx } from '../../tables.ts'

/**
 * How the lines of a search are found: all lines; one subscriber's; those with every word, either collected through
 * the indexes of letters, countries and plans and then sorted, or found by a scan of the order's own index. `meaning`: of
 * the one word of a search, which few have in their letters, and which is also the beginning of a country or plan.
 */
export type AccessPath =
  | { by: 'all' }
  | { by: 'subscriber'; id: string }
  | { by: 'letters'; words: Word[] }
  | { by: 'scan'; words: Word[] }
  | { by: 'meaning'; word: Word; /** Of the table, roughly. */ lines: number }

/**
 * The same for pages: the buckets that are scanned, as many of their lines have the country or plan, and those of which the few
 * that have it are collected.
 */
export type PagePath =
  | Exclude<AccessPath, { by: 'meaning' }>
  | { by: 'meaning'; word: Word; scanned: readonly number[]; collected: readonly number[] }

/**
 * The cost of fetching a line, in lines passed by a scan: fetching reads a page of the table, while passed lines are
 * adjacent. Measured: 14 if the table is in memory, 30 if half of it is not.
 */
const fetchCost = 20

const wholeAddress = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u

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

/** Returns the subscriber to whom a payment reference leads, if a text is one. */
export async function findByReference(db: Db | Trx, text: string): Promise<{ id: string } | undefined> {
  const reference = billingReference(text)
  if (!reference) return undefined
  const [found] = await idByReference[reference.kind]<{ id: string }>(db, [reference.value])
  return found
}

/** Chooses the access path to so many lines after a cursor; without one from the top, or backward from the end. */
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
  const payer = await findByReference(db, search)
  if (payer) return { by: 'subscriber', id: payer.id }
  const { words, ...sample } = await probe(db, list, search, from)
  if (words.length === 0) return { by: 'all' }
  const { scale, hits } = sample
  // Words that were not found in the sample may still occur once or twice.
  const indexed = words.some((word) => word.isIndexed)
  const collecting = indexed ? Math.max(hits, 0.5) * scale * fetchCost : Infinity
  const [word, ...others] = words
  const isOne = word !== undefined && others.length === 0 && haveMeaning(words)
  const scanning = linesPassed(sample, wanted, haveMeaning(words) && !isOne)
  if (collecting >= scanning) return { by: 'scan', words }
  return isOne ? { by: 'meaning', word, lines: sample.seen * scale } : { by: 'letters', words }
}

/** Chooses the access path to a page, or to a piece of an export. */
export async function findPagePath(
  db: Db | Trx,
  list: ListQuery,
  from: PageRequest,
  wanted: number,
): Promise<PagePath> {
  const path = await findAccessPath(db, list, from, wanted)
  if (path.by !== 'meaning') return path
  const { word, lines } = path
  // So many in a bucket of middling size cost as much to fetch as a scan to a page of them.
  const many = Math.ceil(Math.sqrt((lines / buckets.length) * (Math.min(wanted, lines) / fetchCost))) + 1
  const { values, put } = createValues()
  const counts = partsMeant(word, put).map(
    (found) =>
      `(select count(*) from (select from user_list_rows r where r.bucket = b.bucket and ${found} limit ${put(many)}) met)`,
  )
  const { rows } = await db.executeQuery<{ bucket: number; count: number }>(
    CompiledQuery.raw(
      `select bucket, (${counts.join(' + ')})::int as count from unnest(${put(list.buckets)}::smallint[]) b (bucket)`,
      values,
    ),
  )
  const bucketsOf = (fits: (count: number) => boolean) =>
    rows.flatMap(({ bucket, count }) => (fits(count) ? [bucket] : []))
  return {
    by: 'meaning',
    word,
    scanned: bucketsOf((count) => count >= many),
    collected: bucketsOf((count) => count > 0 && count < many),
  }
}
