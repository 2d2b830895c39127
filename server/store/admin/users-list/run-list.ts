import { CompiledQuery } from 'kysely'
import { isNarrowed, type ListQuery } from './list.ts'
import { haveMeaning, type Word } from './words.ts'
import { prepared } from '../../prepared.ts'
import type { Db, Trx } from '../../tables.ts'

/** Whether a statement of a list is planned once, as its text is one of few; otherwise the best plan depends on the words. */
export function isPlannedOnce(list: ListQuery, words: readonly Pick<Word, 'phrases' | 'meaning'>[]): boolean {
  const simple = words.flatMap(({ phrases }) => phrases).length <= 2 && !haveMeaning(words)
  return simple && !isNarrowed(list)
}

/** Runs a statement of a list: planned once, or each time. */
export async function runList<Row>(
  db: Db | Trx,
  list: ListQuery,
  words: readonly Pick<Word, 'phrases' | 'meaning'>[],
  text: string,
  values: unknown[],
  run: typeof prepared = prepared,
): Promise<Row[]> {
  if (isPlannedOnce(list, words)) return run<Row>(db, text, values)
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}
