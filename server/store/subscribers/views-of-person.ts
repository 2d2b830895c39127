import { sql } from 'kysely'
import { fieldLimits } from '../../../domain/limits.ts'
import { findByReference } from '../admin/users-list/search.ts'
import { asDigits, splitWords } from '../admin/users-list/words.ts'
import type { Trx } from '../tables.ts'
import { addressesOf } from './personal-data.ts'
import type { Subscriber } from './subscribers.ts'

/**
 * Removes saved views of the list that lead to a person: by one of their addresses, by their whole name, by a word of
 * their name, company or address or a part of their phone number that no one else has, or by a reference of their
 * payments. Filters and the order name no person.
 */
export async function removeViewsOf(db: Trx, subscriber: Subscriber): Promise<void> {
  const addresses = (await addressesOf(db, subscriber)).map(plain)
  const name = partsOf(`${subscriber.first_name} ${subscriber.last_name}`).map(plain)
  const isNamed = (words: readonly string[]) => name.length > 1 && name.every((word) => words.includes(word))
  const views = await db.selectFrom('saved_views').select(['id', 'name', 'query']).execute()
  const texts = views.map(({ id, name: called, query }) => {
    const both = [called, new URLSearchParams(query).get('search') ?? '']
    const text = both.join('\n')
    return { id, text, words: wordsOf(text), parts: partsOf(text), numbers: both.flatMap(numbersOf) }
  })
  const phone = `${subscriber.phone_country_code}${subscriber.phone_number}`.replaceAll(/\D/g, '')
  const company = partsOf(subscriber.company).map(plain)
  const identifying = [...name, ...company, ...addresses.flatMap((one) => one.split(/[@.]/))]
  // In the view's spelling: the list is searched for that.
  const unique = await wordsOfNobodyElse(db, subscriber.id, [
    ...new Set(texts.flatMap(({ parts }) => parts).filter((word) => identifying.includes(plain(word)))),
    ...new Set(texts.flatMap(({ numbers }) => numbers).filter((number) => phone.includes(number))),
  ])
  const references = await referencesOf(
    db,
    subscriber.id,
    texts.flatMap(({ text }) => text.split(/\s+/u)),
  )
  const ids = texts
    .filter(
      ({ text, words, parts, numbers }) =>
        isNamed(parts.map(plain)) ||
        words.some((word) => addresses.includes(plain(word))) ||
        [...parts, ...numbers].some((word) => unique.has(word)) ||
        text.split(/\s+/u).some((word) => references.has(word)),
    )
    .map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('saved_views').where('id', 'in', ids).execute()
}

/** Returns those of some words with which a search of the list finds no other person. */
async function wordsOfNobodyElse(db: Trx, id: string, words: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) as word
    where not exists (select from user_list_rows where subscriber_id <> ${id} and strpos(search, search_phrase(word)) > 0)`.execute(
    db,
  )
  return new Set(rows.map(({ word }) => word))
}

/** Returns those of some words that are the number of an invoice of the person, or an id of theirs at the billing provider. */
async function referencesOf(db: Trx, id: string, words: readonly string[]): Promise<Set<string>> {
  const theirs = new Set<string>()
  for (const word of new Set(words)) if ((await findByReference(db, word))?.id === id) theirs.add(word)
  return theirs
}

/** Returns the digits that a text may contain of a phone number, long enough to identify a person. */
const numbersOf = (text: string) =>
  [...splitWords(text), text.replaceAll(/\s/gu, '')]
    .flatMap((word) => [word, ...asDigits(word)])
    .filter((digits) => digits.length >= fieldLimits.phoneDigitsMin)

/** In small letters, without accents and vowel signs: a view's creator may have omitted them. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()

const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .split(/[\s,;:<>()"“”]+/)
    .filter((word) => word !== '')

/** Returns the words, including the parts of a double name. */
const partsOf = (text: string) => wordsOf(text).flatMap((word) => word.split(/[-'’]/).filter((part) => part !== ''))
