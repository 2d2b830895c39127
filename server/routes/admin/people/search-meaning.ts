import { wordsIn } from '../../../../i18n/spoken.ts'
import { shopLanguages } from '../../../../domain/language.ts'
import { ownedPlans } from '../../../store/admin/owned-plans.ts'
import { noMeaning, splitWords } from '../../../store/admin/words.ts'
import type { Meaning } from '../../../store/admin/words.ts'
import type { Db, Trx } from '../../../store/tables.ts'

/** Shorter words are parts of names: a search for Ana must not find everyone with Analytics. */
const minLetters = 4

export const normaliseName = (text: string): string => text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '').toLowerCase() // prettier-ignore

type Named = {
  /** A country's code, or a plan's name. */ key: string
  /** With a blank before it, as every word of it has. */ name: string
}

/** Created at the first search, after a vendor's texts are set. */
let countries: Named[] | undefined
const namedCountries = (): Named[] =>
  shopLanguages().flatMap((language) =>
    Object.entries(wordsIn(language).countries).map(([key, name]) => ({ key, name: ` ${normaliseName(name)}` })),
  )

/** Returns the countries and plans that a search word may mean: those with a word in their name that begins with it. */
export async function meaningOf(db: Db | Trx, search: string): Promise<(word: string) => Meaning> {
  const words = splitWords(search)
  if (!words.some((word) => word.length >= minLetters)) return () => noMeaning
  countries ??= namedCountries()
  const all = countries
  const plans = (await ownedPlans(db)).map(({ name, title }) => ({ key: name, name: ` ${normaliseName(title)}` }))
  return (word) => {
    if (word.length < minLetters) return noMeaning
    const sought = ` ${normaliseName(word)}`
    const meant = (named: Named[]) => [
      ...new Set(named.flatMap(({ key, name }) => (name.includes(sought) ? [key] : []))),
    ]
    return { countries: meant(all), plans: meant(plans) }
  }
}
