import { normaliseName } from 'name-screening'

/** A region under separate sanctions, and how it is recognised in a person's input. */
export type SanctionedRegion = {
  /** Identifies it in exceptions, the same in every edition. */
  key: string
  name: string
  /** The countries in whose addresses it can occur. */
  countries: readonly string[]
  /** Its codes, as `UA-43`. */
  codes: readonly string[]
  /** Its own names and those of places in it, in any script. */
  names: readonly string[]
  /** Postal codes; `#` is any digit. */
  postcodes: readonly string[]
}

/** The stated place of a person: the form's state or region, and the billing address. */
export type StatedPlace = { country: string; state: string; city: string; postcode: string }

const both = ['UA', 'RU']
/**
 * Postal codes as the Ukrainian post assigns them and, with a 2 before, as the Russian post does in occupied places.
 */
const postcodes = (...starts: string[]) => starts.flatMap((start) => [`${start}###`, `2${start}###`])

/**
 * The regions of Ukraine under comprehensive US sanctions (Executive Orders 13685 and 14065). Codes by ISO 3166-2:UA,
 * postal codes by https://en.wikipedia.org/wiki/Postal_codes_in_Ukraine. For Donetsk and Luhansk the orders mean a part
 * with changing limits, so the whole oblast is recognised and a person decides.
 */
export const sanctionedRegions: readonly SanctionedRegion[] = [
  {
    key: 'crimea',
    name: 'Crimea',
    countries: both,
    codes: ['UA-43'],
    names:
      'Crimea,Krym,Krim,Крим,Крым,Kırım,Simferopol,Сімферополь,Симферополь,Yalta,Jalta,Ялта,Kerch,Kertsch,Керч,Керчь,Yevpatoria,Yevpatoriya,Eupatoria,Євпаторія,Евпатория,Feodosia,Feodosiya,Феодосія,Феодосия,Dzhankoi,Dzhankoy,Джанкой,Alushta,Алушта,Sudak,Судак,Saky,Saki,Саки,Bakhchysarai,Bakhchisaray,Бахчисарай,Armiansk,Armyansk,Армянськ,Армянск'.split(
        ',',
      ),
    postcodes: postcodes('95', '96', '97', '98'),
  },
  {
    key: 'sevastopol',
    name: 'Sevastopol',
    countries: both,
    codes: ['UA-40'],
    names: 'Sevastopol,Sebastopol,Sewastopol,Севастополь'.split(','),
    postcodes: postcodes('99'),
  },
  {
    key: 'donetsk',
    name: 'Donetsk',
    countries: both,
    codes: ['UA-14'],
    names:
      'Donetsk,Donezk,Донецьк,Донецк,Donetska,Донецька,Донецкая,DNR,DPR,ДНР,Makiivka,Makeevka,Makeyevka,Макіївка,Макеевка,Horlivka,Gorlovka,Горлівка,Горловка,Mariupol,Маріуполь,Мариуполь'.split(
        ',',
      ),
    postcodes: postcodes('83', '84', '85', '86', '87'),
  },
  {
    key: 'luhansk',
    name: 'Luhansk',
    countries: both,
    codes: ['UA-09'],
    names:
      'Luhansk,Lugansk,Луганськ,Луганск,Luhanska,Луганська,Луганская,LNR,LPR,ЛНР,Alchevsk,Алчевськ,Алчевск,Sievierodonetsk,Severodonetsk,Сєвєродонецьк,Северодонецк,Lysychansk,Lisichansk,Лисичанськ,Лисичанск'.split(
        ',',
      ),
    postcodes: postcodes('91', '92', '93', '94'),
  },
]

type RegionMatch = { region: SanctionedRegion; by: string }

/** Returns the sanctioned region of a place, and the field that shows it; null if there is none. */
export function recogniseRegions(regions: readonly SanctionedRegion[]): (place: StatedPlace) => RegionMatch | null {
  const known = regions.map((region) => ({
    region,
    names: region.names.map((name) => ` ${normaliseName(name)} `),
    postcodes: region.postcodes.map((code) => new RegExp(`^${code.replaceAll('#', '\\d')}$`)),
  }))
  return ({ country, state, city, postcode }) => {
    const code = `${country}-${state}`
    const text = ` ${normaliseName(`${state} ${city}`)} `
    const digits = postcode.normalize('NFKC').replaceAll(/[\s-]/g, '')
    for (const { region, names, postcodes: codes } of known) {
      if (!region.countries.includes(country)) continue
      if (region.codes.includes(code)) return { region, by: region.name }
      if (names.some((name) => text.includes(name))) return { region, by: city.trim() || state.trim() }
      if (codes.some((pattern) => pattern.test(digits))) return { region, by: postcode.trim() }
    }
    return null
  }
}
