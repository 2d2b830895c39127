import { wordsIn } from '../../../../i18n/server-words.ts'
import { isCountryCode } from '../../../../domain/lists/countries.ts'
import { shopLanguages } from '../../../../domain/language.ts'
import { ownedPlans } from '../../../store/admin/users-list/owned-plans.ts'
import { noMeaning, splitWords } from '../../../store/admin/users-list/words.ts'
import type { Meaning } from '../../../store/admin/users-list/words.ts'
import type { Db, Trx } from '../../../store/tables.ts'

/** Shorter words are parts of names: a search for Ana must not find everyone with Analytics. */
const minLetters = 4

export const normaliseName = (text: string): string => text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '').toLowerCase() // prettier-ignore

/** Returns the country whose code a word in capitals is, as people write it: that of the United Kingdom is GB. */
function codeMeant(word: string): Meaning {
  const code = word === 'UK' ? 'GB' : word
  return isCountryCode(code) ? { countries: [code], plans: [] } : noMeaning
}

type SearchableName = {
  /** A country's code, or a plan's name. */ key: string
  /** With a blank before it, as every word of it has. */ name: string
}

/** Created at the first search, after a vendor's texts are set. */
let countries: SearchableName[] | undefined
const namedCountries = (): SearchableName[] =>
  shopLanguages().flatMap((language) =>
    Object.entries(wordsIn(language).countries).map(([key, name]) => ({ key, name: ` ${normaliseName(name)}` })),
  )

/** Returns the countries and plans that a search word may mean: those with a word in their name that begins with it. */
export async function meaningOf(db: Db | Trx, search: string): Promise<(word: string) => Meaning> {
  const words = splitWords(search)
  if (!words.some((word) => word.length >= minLetters)) return codeMeant
  countries ??= namedCountries()
  const all = countries
  const plans = (await ownedPlans(db)).map(({ name, title }) => ({ key: name, name: ` ${normaliseName(title)}` }))
  return (word) => {
    if (word.length < minLetters) return codeMeant(word)
    const sought = ` ${normaliseName(word)}`
    const meant = (named: SearchableName[]) => [
      ...new Set(named.flatMap(({ key, name }) => (name.includes(sought) ? [key] : []))),
    ]
    return { countries: meant(all), plans: meant(plans) }
  }
}
