import { useId } from 'react'
import { countryByCode } from '../../client/countries.ts'
import { paths } from '../../../contract/screens.ts'
import { reviewWords as t } from '#words/admin/screening/reviews.ts'
import { personWords } from '#words/admin/people/person.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/links/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { fullName } from '../acts/rows.ts'
import { Moment } from '../moment.tsx'
import { useIsSelf } from '../use-role.ts'
import type { PersonMenuAct } from '../user/person-acts.tsx'
import type { Review } from './approve-together.tsx'
import { BirthDate } from './evidence/birth-date.tsx'
import { DecisionButtons, type DecisionDraft } from './decision-dialog.tsx'
import { Products, ReviewReasons, stateOf } from './evidence/review-reasons.tsx'
import { isDecidable, type ReviewView } from '../../../domain/screening/review-states.ts'

const marks = {
  PASS: { tone: 'grey', icon: 'search' },
  PENDING: { tone: 'amber' },
  FAIL: { tone: 'red' },
} as const

type ReviewPaneProps = {
  review: Review
  state: ReviewView
  decide: (decision: DecisionDraft) => void
  begin: (act: PersonMenuAct) => void
}

/** Shows one person of the list: their identity, why they wait, with both names side by side, and the decisions. */
export function ReviewPane({ review, state, decide, begin }: ReviewPaneProps) {
  const { subscriber, since, reasons, approval, products } = review
  const id = useId()
  const isOwn = useIsSelf()(subscriber)
  const country = countryByCode(subscriber.country)?.name ?? subscriber.country
  return (
    <aside className="review-pane" aria-labelledby={id}>
      <div className="stack stack--tight">
        <h3 className="heading-3">
          <Link className="anywhere" id={id} href={paths.userDetails(subscriber.id)}>
            {fullName(subscriber)}
          </Link>
        </h3>
        <p className="anywhere">{subscriber.email}</p>
        <p className="soft anywhere">
          {subscriber.company}, {country}
        </p>
        <Products products={products} />
      </div>
      {isDecidable(state) ? (
        <div className="cluster">
          <StatusBadge {...marks[subscriber.dplStatus]} word={stateOf(subscriber, reasons)} />
          <span className="small soft">
            {t.sinceDate} <Moment at={since} />
          </span>
        </div>
      ) : (
        <div className="stack stack--tight">
          <div>
            <StatusBadge
              tone={state === 'denied' ? 'red' : 'amber'}
              word={personWords.situations[state === 'denied' ? 'denied_country' : 'unconfirmed']}
            />
          </div>
          <p>{state === 'denied' ? personWords.denied.text : personWords.unconfirmed.text}</p>
        </div>
      )}
      {isDecidable(state) || reasons.length > 0 ? (
        <ReviewReasons reasons={reasons} birthDate={review.birthDate?.date} />
      ) : null}
      {isDecidable(state) ? <BirthDate review={review} /> : null}
      {isDecidable(state) ? (
        <DecisionButtons
          person={subscriber}
          since={since}
          reasons={reasons}
          approval={approval}
          about={id}
          decide={decide}
        />
      ) : isOwn ? null : (
        <div>
          <Button
            size="small"
            variant="quiet"
            aria-describedby={id}
            onClick={() => begin(state === 'denied' ? 'details' : 'activation')}
          >
            {(state === 'denied' ? personWords.details : personWords.activation).button}
          </Button>
        </div>
      )}
    </aside>
  )
}
