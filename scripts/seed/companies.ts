import { byWeight, type Random } from './random.ts'
import { cultures, trades, type Culture } from './cultures.ts'

export type Company = {
  name: string
  /** A unique domain below .example, where no email ever arrives. */
  domain: string
  country: string
  industry: string
  culture: Culture
  /** The number of its people who are subscribers. */
  size: number
  /** The used local parts of addresses, so that they are unique. */
  taken: Set<string>
}

const places = byWeight(
  cultures.flatMap((culture) => culture.countries.map(([country, weight]) => [{ culture, country }, weight] as const)),
)
const sizes = byWeight<readonly [number, number]>([
  [[1, 3], 50],
  [[4, 12], 30],
  [[13, 40], 15],
  [[41, 120], 4],
  [[121, 400], 1],
])

const unaccented: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ə: 'e',
}

/** Returns a name in the letters of an address: 'Ó Súilleabháin' is 'osuilleabhain'. */
export function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9-]/g, (letter) => unaccented[letter] ?? '')
}

/** A fictional company. `domains` are those in use; the new one is added. */
export function foundCompany(random: Random, domains: Set<string>): Company {
  const { culture, country } = places(random)
  const [trade, industry] = random.of(trades)
  const names = [random.of(culture.lastNames)]
  const domainOf = () => `${plain(names.join(' '))}-${plain(trade)}.example`
  // If that one is taken, the company gets two founders, or three.
  while (domains.has(domainOf())) names.push(random.of(culture.lastNames))
  const domain = domainOf()
  domains.add(domain)
  const form = random.of(culture.forms)
  const name = `${names.join(' & ')} ${trade}${form === '' ? '' : ` ${form}`}`
  const [least, most] = sizes(random)
  return { name, domain, country, industry, culture, size: random.from(least, most), taken: new Set() }
}

/** Returns the address of a person there; a second Jane Doe has a number. */
export function addressAt(company: Company, random: Random, firstName: string, lastName: string): string {
  const [first, last] = [plain(firstName), plain(lastName)]
  const usual = random.happens(0.85) ? `${first}.${last}` : `${first.slice(0, 1)}${last}`
  let local = usual
  for (let number = 2; company.taken.has(local); number += 1) local = `${usual}${number}`
  company.taken.add(local)
  return `${local}@${company.domain}`
}
