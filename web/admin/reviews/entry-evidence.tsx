import type { ReactNode } from 'react'
import type { Output } from '../../../contract/contract.ts'
import { countryByCode } from '../../client/countries.ts'
import { locale } from '#words/locale.ts'
import { reviewWords as t } from '#words/admin/reviews.ts'

/** Where the publishers offer their lists to readers. */
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

/** What the list says of an entry beside its names, and what that says about the match. */
export function entryFacts({ list = '', entryKind, details = {}, place }: Partial<ReviewReason>): Fact[] {
  const facts: Fact[] = []
  const add = (key: keyof typeof t.facts, text: ReactNode) => {
    if (text && typeof t.facts[key] === 'string') facts.push({ key, label: t.facts[key], text, whole: whole.has(key) })
  }
  if (place) {
    const named = (details.countries ?? []).map((code) => countryByCode(code)?.name ?? code)
    add('country', t.country(place.agrees, named, share.format(place.share)))
  }
  for (const key of ['birthDates', 'birthPlaces', 'nationalities', 'addresses', 'linkedTo'] as const)
    add(key, details[key]?.join('; '))
  add('remarks', details.remarks)
  const page = details.url ?? listPages.get(list)
  if (page !== undefined) add('publisher', <Outside href={page}>{details.url ? t.entryPage : t.listPage}</Outside>)
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

function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
