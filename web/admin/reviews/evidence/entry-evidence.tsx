import type { ReactNode } from 'react'
import type { Output } from '../../../../contract/contract.ts'
import { birthDateVerdict } from '../../../../domain/screening/birth-date.ts'
import { countryVerdict } from '../../../../domain/screening/country-evidence.ts'
import { countryByCode } from '../../../client/countries.ts'
import { locale } from '#words/locale.ts'
import { reviewWords as t } from '#words/admin/screening/reviews.ts'

/** The pages on which the publishers show their lists. */
const listPages = new Map([
  ['US Consolidated Screening List', 'https://www.trade.gov/consolidated-screening-list'],
  ['OFAC Specially Designated Nationals', 'https://sanctionssearch.ofac.treas.gov/'],
  ['OFAC Consolidated Non-SDN List', 'https://sanctionssearch.ofac.treas.gov/'],
  ['UN Security Council Consolidated List', 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list'],
  [
    'EU Consolidated Financial Sanctions List',
    'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
  ],
  ['UK Sanctions List', 'https://www.gov.uk/government/publications/the-uk-sanctions-list'],
  ['BIS Denied Persons List', 'https://www.bis.gov'],
])
const ownershipAnswers = 'https://ofac.treasury.gov/faqs/topic/1521'
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })

type ReviewReason = Output<'GET /api/v1/reviews'>[number]['reasons'][number]
/** `whole`: long enough for a line of its own. */
type Fact = { key: string; label: string; text: ReactNode; whole: boolean }
const whole: ReadonlySet<string> = new Set(['country', 'addresses', 'remarks', 'ownership'])

/**
 * Returns what a list states about an entry besides its names, and whether each fact supports the match. `birthDate` is
 * the date that the person gave.
 */
export function entryFacts(
  { list = '', entry = '', entryKind, details = {}, place }: Partial<ReviewReason>,
  birthDate?: string | null,
): Fact[] {
  const facts: Fact[] = []
  const add = (key: keyof typeof t.facts, text: ReactNode) => {
    if (text && typeof t.facts[key] === 'string') facts.push({ key, label: t.facts[key], text, whole: whole.has(key) })
  }
  if (place) {
    const verdict = countryVerdict(place.agrees, entryKind, details)
    add('country', t.country(verdict, namedCountries(details), share.format(place.share)))
  }
  const born = details.birthDates ?? []
  const verdict =
    typeof birthDate === 'string' && born.length > 0 ? t.birthDate.verdicts[birthDateVerdict(birthDate, born)] : ''
  add('birthDates', [born.join('; '), verdict].filter(Boolean).join('. '))
  for (const key of ['birthPlaces', 'nationalities', 'addresses', 'linkedTo'] as const)
    add(key, details[key]?.join('; '))
  add('remarks', details.remarks)
  const own = details.url ?? entryPage(list, entry)
  const page = own ?? listPages.get(list)
  if (page !== undefined) add('publisher', <Outside href={page}>{own ? t.entryPage : t.listPage}</Outside>)
  const byOfac = list.startsWith('OFAC') || list.startsWith('US')
  if (byOfac && entryKind === 'company')
    add(
      'ownership',
      <>
        {t.ownership} <Outside href={ownershipAnswers}>{t.ownershipLink}</Outside>
      </>,
    )
  return facts
}

/** Returns the page of an entry in OFAC's search, which knows entries by the number in OFAC's files. */
const entryPage = (list: string, entry: string) =>
  list.startsWith('OFAC ') && /^\d+$/.test(entry)
    ? `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${entry}`
    : undefined

/** Returns the countries of an entry, each with the fields that name it. */
function namedCountries({ countries = [], countryFields = {} }: NonNullable<ReviewReason['details']>): string[] {
  return countries.map((code) => {
    const fields = Object.entries(countryFields)
      .filter(([, codes]) => codes?.includes(code))
      .flatMap(([field]) => t.countryFields.get(field) ?? [])
    const name = countryByCode(code)?.name ?? code
    return fields.length > 0 ? `${name} (${fields.join(', ')})` : name
  })
}

function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
