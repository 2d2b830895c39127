import type { Output } from '../../../core/contract.ts'
import { reviewWords as say } from '#words/desk-reviews.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ListMatch } from './list-match.tsx'

export type ReviewReason = Output<'GET /api/v1/reviews'>[number]['reasons'][number]

type ReviewReasonsProps = { reasons: readonly ReviewReason[]; folded?: boolean }

/** Why somebody was held back, each with its kind in words, with what it matched, and whether it holds. */
export function ReviewReasons({ reasons, folded = false }: ReviewReasonsProps) {
  if (reasons.length === 0) return <p className="soft">{say.noReasons}</p>
  return (
    <ul className="reasons">
      {reasons.map((reason) => (
        <li key={reason.key}>
          <span className="reasons__kind">{say.kinds.get(reason.kind) ?? say.otherKind}</span>{' '}
          <span className="reasons__text">{say.text(reason)}</span>{' '}
          {reason.holds ? (
            <StatusBadge tone="amber" word={say.holds} />
          ) : (
            <StatusBadge tone="grey" icon="search" word={say.looks} />
          )}
          <Details reason={reason} folded={folded} />
        </li>
      ))}
    </ul>
  )
}

/** As much as the check kept: those of earlier versions kept less. */
function Details({ reason, folded }: { reason: ReviewReason; folded: boolean }) {
  const { alias, compared, matched } = reason
  if (alias !== undefined && compared !== undefined && matched) {
    const match = <ListMatch {...reason} alias={alias} compared={compared} matched={matched} />
    if (!folded) return match
    return (
      <details>
        <summary>{say.compared}</summary>
        {match}
      </details>
    )
  }
  if (reason.kind !== 'list' && compared)
    return (
      <div className="reasons__match">
        {say.facts.company}: {compared}
      </div>
    )
  return <Match reason={reason} />
}

/** The entry, the name on it and how alike they are, as far as they are known and not said already. */
function Match({ reason }: { reason: ReviewReason }) {
  const { entry, list, alias, score } = reason
  const text = say.text(reason)
  const unsaid = (part: string | undefined) => (part !== undefined && !text.includes(part) ? part : undefined)
  const parts = [
    say.match({ entry: unsaid(entry), list: unsaid(list) }),
    alias ? say.alias(alias) : '',
    score === undefined ? '' : say.score(score),
  ].filter(Boolean)
  return parts.length > 0 ? <span className="reasons__match">({parts.join(', ')})</span> : null
}
