import { daysBetween } from '../../../domain/calendar.ts'
import { isHeld } from '../../../domain/subscription/subscription.ts'
import { reviewWords as t } from '#words/admin/screening/reviews.ts'
import { useSettings } from '../../client/page.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { deniedNote, useIsSelf } from '../use-role.ts'
import { fullName } from '../acts/rows.ts'
import type { Review } from './approve-together.tsx'
import { useIsOwn, useMayClear, type DecisionDraft } from './decision-dialog.tsx'

const marks = {
  PASS: { tone: 'grey', icon: 'search' },
  PENDING: { tone: 'amber' },
  FAIL: { tone: 'red' },
} as const

type ReviewRowProps = {
  review: Review
  /** Whether the pane shows this person. */
  open: boolean
  onOpen: () => void
  /** Null if there is no decision to make. */
  decide: ((decision: DecisionDraft) => void) | null
  /** Undefined for people who must be decided individually. */
  selected: boolean | undefined
  select: (on: boolean) => void
}

/** A row of the table: the person, the reason in a word, the wait, and the two decisions. */
export function ReviewRow({ review, open, onOpen, decide, selected, select }: ReviewRowProps) {
  const { subscriber, since, reasons, approval } = review
  const { now } = useSettings()
  const name = fullName(subscriber)
  // A denied country puts a person on hold too.
  const status = subscriber.dplStatus === 'PASS' && isHeld(subscriber) ? 'PENDING' : subscriber.dplStatus
  const isOwn = useIsOwn(approval)
  const mayClear = useMayClear(subscriber, reasons)
  const isSelf = useIsSelf()(subscriber)
  const kinds = [...new Set(reasons.map(({ kind }) => t.kinds.get(kind) ?? t.otherKind))]
  const isListed = reasons.some(({ kind }) => kind === 'list')
  const best = Math.max(0, ...reasons.map(({ kind, score = 0 }) => (kind === 'list' ? score : 0)))
  const listedAs = best > 0 ? t.listScore(best) : (t.kinds.get('list') ?? t.otherKind)
  // The person who was just decided about becomes the open one, so that the list continues after them.
  const answer = (kind: DecisionDraft['kind']) => {
    onOpen()
    decide?.({ kind, person: subscriber, since, reasons, approval })
  }
  return (
    <tr aria-selected={open}>
      <td className="review-table__box">
        {selected === undefined ? null : (
          <Checkbox
            id={`select-${subscriber.id}`}
            name="select"
            label={<span className="visually-hidden">{t.together.select(name)}</span>}
            checked={selected}
            onChange={select}
          />
        )}
      </td>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the button in it has the name */}
      <th scope="row">
        <button type="button" className="review-name" data-review={subscriber.id} aria-pressed={open} onClick={onOpen}>
          <span className="cut">{name}</span>
          <span className="cut small soft">{subscriber.company}</span>
        </button>
      </th>
      <td className="review-table__state">
        <StatusBadge {...marks[status]} word={t.stateWords[status]} />
      </td>
      <td className="review-table__why">
        {approval?.first ? (
          <StatusBadge tone="amber" icon="check" word={t.two.waits} />
        ) : isListed ? (
          <StatusBadge tone="amber" word={listedAs} />
        ) : null}
        <span className="cut">{kinds.filter((kind) => kind !== t.kinds.get('list')).join(', ')}</span>
      </td>
      <td className="review-table__since">{t.since(daysBetween(new Date(since), new Date(now)))}</td>
      <td className="table__menu">
        {decide === null || isSelf ? null : (
          <span className="cluster cluster--line">
            {mayClear ? null : <span className="small soft">{deniedNote([t.approve.button])}</span>}
            {mayClear && !isOwn ? (
              <button
                type="button"
                className="icon-button"
                aria-label={t.approveOne(name)}
                onClick={() => answer('approve')}
              >
                <Icon name="check" />
              </button>
            ) : null}
            <button
              type="button"
              className="icon-button"
              aria-label={t.refuseOne(name)}
              onClick={() => answer('refuse')}
            >
              <Icon name="close" />
            </button>
          </span>
        )}
      </td>
    </tr>
  )
}
