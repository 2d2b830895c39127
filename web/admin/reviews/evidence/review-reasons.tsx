import { recordWords } from '#words/forms/person-fields.ts'
import type { Output } from '../../../../contract/contract.ts'
import { countryByCode } from '../../../client/countries.ts'
import { fieldLabel } from '../../../forms/field-label.ts'
import { reviewWords as t } from '#words/admin/screening/reviews.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { AdminSubscriber } from '../../admin-call.ts'
import { Fact } from '../../fact.tsx'
import { ListMatch, type ReviewReason } from './list-match.tsx'

/**
 * Returns the text of the decision to be made, by the screening status, or for a correction by a person who is not on
 * hold.
 */
export function stateOf(
  { dplStatus }: Pick<AdminSubscriber, 'dplStatus'>,
  reasons: readonly ReviewReason[] = [],
): string {
  const corrects = dplStatus === 'PASS' && reasons.some(({ kind }) => kind === 'correction')
  return corrects ? t.correctionWaits : t.states[dplStatus]
}

/** Lists the products of a person, with their export classification. */
export function Products({ products }: { products: Output<'GET /api/v1/reviews'>[number]['products'] }) {
  if (products.length === 0) return null
  return <p className="small soft">{products.map((one) => t.product(one.title, one.classification)).join('; ')}</p>
}

type ReviewReasonsProps = {
  reasons: readonly ReviewReason[]
  /** The date of birth that the person gave, `YYYY-MM-DD`. */
  birthDate?: string | null | undefined
  folded?: boolean
}

/**
 * Lists why a person is on hold or flagged: the kind of each reason in words, the entry that it matched, and whether it
 * puts the person on hold.
 */
export function ReviewReasons({ reasons, birthDate, folded = false }: ReviewReasonsProps) {
  if (reasons.length === 0) return <p className="soft">{t.noReasons}</p>
  return (
    <ul className="reasons">
      {reasons.map((reason) => (
        <li key={reason.key}>
          <span className="reasons__kind">{t.kinds.get(reason.kind) ?? t.otherKind}</span>{' '}
          <span className="reasons__text">{t.text(reason)}</span> <Weight reason={reason} />
          <Details reason={reason} birthDate={birthDate} folded={folded} />
        </li>
      ))}
    </ul>
  )
}

/** Renders whether a reason puts the person on hold. A correction needs a decision although it does not. */
function Weight({ reason: { kind, holds } }: { reason: ReviewReason }) {
  if (kind === 'correction') return null
  if (holds) return <StatusBadge tone="amber" word={t.holds} />
  return <StatusBadge tone="grey" icon="search" word={t.looks} />
}

const comparedLabels = new Map([
  ['region', t.facts.place],
  ['country-look', t.facts.place],
  ['unreadable', t.facts.given],
])

type DetailsProps = Pick<ReviewReasonsProps, 'birthDate'> & { reason: ReviewReason; folded: boolean }

function Details({ reason, birthDate, folded }: DetailsProps) {
  const { alias, compared, matched, changes } = reason
  if (changes) return <Changes changes={changes} />
  if (alias !== undefined && compared !== undefined && matched) {
    const match = <ListMatch {...reason} alias={alias} compared={compared} matched={matched} birthDate={birthDate} />
    if (!folded) return match
    return (
      <details>
        <summary>{t.compared}</summary>
        {match}
      </details>
    )
  }
  if (reason.kind !== 'list' && compared)
    return (
      <div className="reasons__match">
        {comparedLabels.get(reason.kind) ?? recordWords.company}: {compared}
      </div>
    )
  return null
}

/** Lists each corrected field with its present and its new value. */
function Changes({ changes }: { changes: NonNullable<ReviewReason['changes']> }) {
  const shown = (field: string, value: string) => (field === 'country' ? (countryByCode(value)?.name ?? value) : value)
  const country = changes.find(({ field }) => field === 'country')?.after ?? ''
  return (
    <dl className="match">
      {changes.map(({ field, before, after }) => (
        <Fact key={field} className="match__name" label={fieldLabel(field, country)}>
          {t.changed(shown(field, before), shown(field, after))}
        </Fact>
      ))}
    </dl>
  )
}
