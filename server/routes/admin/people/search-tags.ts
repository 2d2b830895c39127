import { wordsIn } from '../../../../i18n/spoken.ts'
import { languages } from '../../../../domain/language.ts'
import { ownedPlans } from '../../../store/admin/owned-plans.ts'
import { splitWords } from '../../../store/admin/words.ts'
import type { Db } from '../../../store/tables.ts'

/** Shorter words are parts of names: nobody who looks for Ana wants whoever has Analytics. */
const minLetters = 4

const plain = (text: string) => text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '').toLowerCase() // prettier-ignore

const countries = languages.flatMap((language) =>
  Object.entries(wordsIn(language).countries).map(([code, name]) => ({ tag: `country:${code}`, name: plain(name) })),
)

/** The countries and plans that a word of a search may mean: those with a word in their name that begins with it. */
export async function tagsMeant(db: Db, search: string): Promise<(word: string) => string[]> {
  const words = splitWords(search)
  if (!words.some((word) => word.length >= minLetters)) return () => []
  const plans = (await ownedPlans(db)).map(({ name, title }) => ({ tag: `plan:${name}`, name: plain(title) }))
  const named = [...countries, ...plans]
  return (word) => {
    if (word.length < minLetters) return []
    const sought = ` ${plain(word)}`
    return [...new Set(named.filter(({ name }) => ` ${name}`.includes(sought)).map(({ tag }) => tag))]
  }
}
