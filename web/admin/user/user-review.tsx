import { useId } from 'react'
import { reviewWords as t } from '#words/admin/screening/reviews.ts'
import { useFailure } from '../../client/queries.ts'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonLines } from '../../ui/loading/skeleton.tsx'
import { BirthDate } from '../reviews/evidence/birth-date.tsx'
import { DecisionButtons, type DecisionDraft } from '../reviews/decision-dialog.tsx'
import { useAdminCall, type AdminSubscriber } from '../admin-call.ts'
import { AdminError } from '../admin-section.tsx'
import { Moment } from '../moment.tsx'
import { Products, ReviewReasons, stateOf } from '../reviews/evidence/review-reasons.tsx'

const tones = { PASS: 'info', PENDING: 'amber', FAIL: 'red' } as const

type UserReviewProps = { person: AdminSubscriber; decide: (decision: DecisionDraft) => void }

/**
 * Shows why a person waits and since when, with the possible decisions; renders nothing if there is nothing to decide.
 */
export function UserReview({ person, decide }: UserReviewProps) {
  const input = { query: { subscriber: person.id } }
  const query = useAdminCall('GET /api/v1/reviews', input)
  const { data, refetch, isFetching } = query
  const id = useId()
  const [review] = data ?? []
  const { dplStatus, emailVerified } = person
  const failure = useFailure(query)
  const fault = failure && !data ? <AdminError error={failure} retry={() => void refetch()} busy={isFetching} /> : null
  if (dplStatus === 'PASS' && !review) return fault
  const kinds = [emailVerified && 'approve', dplStatus !== 'FAIL' && 'refuse'] as const
  return (
    <Panel tone={tones[dplStatus]} title={<span id={id}>{stateOf(person, review?.reasons)}</span>}>
      {review ? (
        <p>
          {t.sinceDate} <Moment at={review.since} />
        </p>
      ) : null}
      {review ? <Products products={review.products} /> : null}
      {review ? <ReviewReasons reasons={review.reasons} birthDate={review.birthDate?.date} /> : fault}
      {review ? <BirthDate review={review} /> : null}
      {data || failure ? null : <SkeletonLines label={t.loading} count={2} />}
      {emailVerified ? null : <p>{t.unconfirmed}</p>}
      <DecisionButtons
        person={person}
        since={review?.since}
        reasons={review?.reasons}
        approval={review?.approval}
        kinds={kinds.filter((kind) => kind !== false)}
        about={id}
        decide={decide}
      />
    </Panel>
  )
}
