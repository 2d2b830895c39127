import type { Output } from '../../../core/contract.ts'
import { reviewWords as say } from '../../../core/words/en/desk-reviews.ts'

type ReviewReason = Output<'GET /api/v1/reviews'>[number]['reasons'][number]

/** Why somebody was held back, each with its kind in words and with what it matched. */
export function ReviewReasons({ reasons }: { reasons: readonly ReviewReason[] }) {
  if (reasons.length === 0) return <p className="soft">{say.noReasons}</p>
  return (
    <ul className="reasons">
      {reasons.map((reason) => (
        <li key={`${reason.kind} ${reason.text} ${reason.alias ?? ''}`}>
          <span className="reasons__kind">{say.kinds.get(reason.kind) ?? say.otherKind}</span>{' '}
          <span className="reasons__text">{reason.text}</span> <Match {...reason} />
        </li>
      ))}
    </ul>
  )
}

/** The entry, the name on it and how alike they are, as far as they are known and not said already. */
function Match({ text, entry, list, alias, score }: ReviewReason) {
  const unsaid = (part: string | undefined) => (part !== undefined && !text.includes(part) ? part : undefined)
  const parts = [
    say.match({ entry: unsaid(entry), list: unsaid(list) }),
    alias ? say.alias(alias) : '',
    score === undefined ? '' : say.score(Math.round(score * 100)),
  ].filter(Boolean)
  return parts.length > 0 ? <span className="reasons__match">({parts.join(', ')})</span> : null
}
