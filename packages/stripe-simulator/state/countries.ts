export type Country = { code: string; name: string }

/** Regions in the list of names that are not countries. */
const none = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB', 'AC', 'CP', 'DG', 'EA', 'IC', 'TA', 'CQ'])
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** All countries by name. Computed once, because asking Node for them takes milliseconds. */
export const countries: readonly Country[] = namedCountries()

function namedCountries(): Country[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !none.has(code) && new Intl.Locale('und', { region: code }).region === code)
    .filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .map((code) => ({ code, name: names.of(code) ?? '' }))
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
