/**
 * Regions of the country whose form requests one, because sanctions there depend on it: the codes of ISO 3166-2:UA
 * without the country. Separate from the form's rules, so that only forms with the field load the names.
 */
export type Region = { code: string; name: string }

const rows: Record<string, [code: string, name: string][]> = {
  UA: [
    ['71', 'Cherkasy Oblast'],
    ['74', 'Chernihiv Oblast'],
    ['77', 'Chernivtsi Oblast'],
    ['43', 'Crimea'],
    ['12', 'Dnipropetrovsk Oblast'],
    ['14', 'Donetsk Oblast'],
    ['26', 'Ivano-Frankivsk Oblast'],
    ['63', 'Kharkiv Oblast'],
    ['65', 'Kherson Oblast'],
    ['68', 'Khmelnytskyi Oblast'],
    ['35', 'Kirovohrad Oblast'],
    ['30', 'Kyiv (city)'],
    ['32', 'Kyiv Oblast'],
    ['09', 'Luhansk Oblast'],
    ['46', 'Lviv Oblast'],
    ['48', 'Mykolaiv Oblast'],
    ['51', 'Odesa Oblast'],
    ['53', 'Poltava Oblast'],
    ['56', 'Rivne Oblast'],
    ['40', 'Sevastopol'],
    ['59', 'Sumy Oblast'],
    ['61', 'Ternopil Oblast'],
    ['05', 'Vinnytsia Oblast'],
    ['07', 'Volyn Oblast'],
    ['21', 'Zakarpattia Oblast'],
    ['23', 'Zaporizhzhia Oblast'],
    ['18', 'Zhytomyr Oblast'],
  ],
}

/** Returns the regions of a country by name; none if its form requests none. */
export function regionsOf(country: string): Region[] {
  return (rows[country] ?? []).map(([code, name]) => ({ code, name }))
}
