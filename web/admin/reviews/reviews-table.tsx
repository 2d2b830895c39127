import { Fragment, type ReactNode } from 'react'
import { reviewWords as t } from '#words/admin/screening/reviews.ts'
import { useIsSelf } from '../use-role.ts'
import { mayBeTogether, type Review } from './approve-together.tsx'
import type { DecisionDraft } from './decision-dialog.tsx'
import { DomainRow, TogetherBar, type Together } from './review-groups.tsx'
import { ReviewRow } from './review-row.tsx'
import { domainOf } from './reviews-place.ts'
import { useReviewKeys } from './use-review-keys.ts'

type ReviewsTableProps = {
  label: string
  reviews: readonly Review[]
  grouped: boolean
  open: Review | undefined
  onOpen: (review: Review) => void
  /** The details of the open person, if they follow the row; null if they are beside the table. */
  detail: ReactNode
  /** Null if there is no decision to make. */
  decide: ((decision: DecisionDraft) => void) | null
  chosen: ReadonlySet<string>
  choose: (some: readonly Review[], on: boolean) => void
  approve: (reviews: readonly Review[]) => void
}

/**
 * Renders everyone in the list, one row each, individually or grouped by the domain of their address. While the focus
 * is in the list, J and K move between people, and A and R decide about the open one.
 */
export function ReviewsTable(props: ReviewsTableProps) {
  const { label, reviews, grouped, open, onOpen, detail, decide, chosen, choose, approve } = props
  const isSelf = useIsSelf()
  const eligible =
    decide === null ? [] : reviews.filter((review) => mayBeTogether(review) && !isSelf(review.subscriber))
  const together: Together = {
    eligible: eligible.length > 1 ? eligible : [],
    isChosen: ({ subscriber }) => chosen.has(subscriber.id),
    choose,
  }
  const groups = grouped
    ? [...Map.groupBy(reviews, ({ subscriber }) => domainOf(subscriber.email))]
    : ([['', reviews]] as const)
  const press = useReviewKeys({ order: groups.flatMap(([, members]) => members), open, onOpen, decide })

  return (
    <div className="stack stack--tight">
      {together.eligible.length > 0 ? <TogetherBar together={together} approve={approve} /> : null}
      <div className="table-frame">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens to what its buttons let rise */}
        <table className="table review-table" aria-labelledby={label} onKeyDown={press}>
          <thead>
            <tr>
              <th scope="col" className="review-table__box">
                <span className="visually-hidden">{t.columns.select}</span>
              </th>
              <th scope="col">{t.columns.who}</th>
              <th scope="col">{t.columns.state}</th>
              <th scope="col">{t.columns.why}</th>
              <th scope="col">{t.columns.since}</th>
              <th scope="col">
                <span className="visually-hidden">{t.columns.answer}</span>
              </th>
            </tr>
          </thead>
          {groups.map(([domain, members]) => (
            <tbody key={domain}>
              {grouped ? <DomainRow domain={domain} members={members} together={together} /> : null}
              {members.map((review) => (
                <Fragment key={review.subscriber.id}>
                  <ReviewRow
                    review={review}
                    open={review === open}
                    onOpen={() => onOpen(review)}
                    decide={decide}
                    selected={together.eligible.includes(review) ? together.isChosen(review) : undefined}
                    select={(on) => choose([review], on)}
                  />
                  {detail && review === open ? (
                    <tr className="review-table__detail">
                      <td colSpan={6}>{detail}</td>
                    </tr>
                  ) : null}
                </Fragment>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {decide === null ? null : <p className="small soft review-keys">{t.keys}</p>}
    </div>
  )
}
