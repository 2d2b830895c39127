import { regionCodes } from './region-codes.ts'

/** A part of a country whose form asks for it, by its ISO 3166-2 code without the country. */
export type Region = { code: string; name: string }

const names: Record<string, string[]> = {
  UA: [
    'Vinnytsia Oblast',
    'Volyn Oblast',
    'Luhansk Oblast',
    'Dnipropetrovsk Oblast',
    'Donetsk Oblast',
    'Zhytomyr Oblast',
    'Zakarpattia Oblast',
    'Zaporizhzhia Oblast',
    'Ivano-Frankivsk Oblast',
    'Kyiv (city)',
    'Kyiv Oblast',
    'Kirovohrad Oblast',
    'Sevastopol',
    'Crimea',
    'Lviv Oblast',
    'Mykolaiv Oblast',
    'Odesa Oblast',
    'Poltava Oblast',
    'Rivne Oblast',
    'Sumy Oblast',
    'Ternopil Oblast',
    'Kharkiv Oblast',
    'Kherson Oblast',
    'Khmelnytskyi Oblast',
    'Cherkasy Oblast',
    'Chernihiv Oblast',
    'Chernivtsi Oblast',
  ],
}

/** The regions of a country by name; none where its form asks for none. */
export function regionsOf(country: string): Region[] {
  return (regionCodes.get(country) ?? [])
    .map((code, at) => ({ code, name: names[country]?.[at] ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}
