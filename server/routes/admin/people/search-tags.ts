import { wordsIn } from '../../../../i18n/spoken.ts'
import { isCountryCode } from '../../../../domain/lists/countries.ts'
import { shopLanguages } from '../../../../domain/language.ts'
import { ownedPlans } from '../../../store/admin/owned-plans.ts'
import { splitWords } from '../../../store/admin/words.ts'
import type { Db, Trx } from '../../../store/tables.ts'

/** Shorter words are parts of names: a search for Ana must not find everyone who has Analytics. */
const minLetters = 4

export const normaliseName = (text: string): string => text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '').toLowerCase() // prettier-ignore

/** The code of a country in capitals, as people write it: the United Kingdom's is GB. */
function codeMeant(word: string): string[] {
  const code = word === 'UK' ? 'GB' : word
  return isCountryCode(code) ? [`country:${code}`] : []
}

type Named = { tag: string; /** With a blank before it, as every word of it has. */ name: string }

/** Made at the first search: by then a vendor's texts are set. */
let countries: Named[] | undefined
const namedCountries = (): Named[] =>
  shopLanguages().flatMap((language) =>
    Object.entries(wordsIn(language).countries).map(([code, name]) => ({
      tag: `country:${code}`,
      name: ` ${normaliseName(name)}`,
    })),
  )

/** The countries and plans that a word of a search may mean: those with a word in their name that begins with it. */
export async function tagsMeant(db: Db | Trx, search: string): Promise<(word: string) => string[]> {
  const words = splitWords(search)
  if (!words.some((word) => word.length >= minLetters)) return codeMeant
  countries ??= namedCountries()
  const all = countries
  const plans = (await ownedPlans(db)).map(({ name, title }) => ({
    tag: `plan:${name}`,
    name: ` ${normaliseName(title)}`,
  }))
  return (word) => {
    if (word.length < minLetters) return codeMeant(word)
    const sought = ` ${normaliseName(word)}`
    const meant = (named: Named[]) => named.flatMap(({ tag, name }) => (name.includes(sought) ? [tag] : []))
    return [...new Set([...meant(all), ...meant(plans)])]
  }
}
