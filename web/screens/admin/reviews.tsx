import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { daysBetween } from '../../../core/calendar.ts'
import type { Output } from '../../../core/contract.ts'
import { countryByCode } from '../../../core/lists/countries.ts'
import { paths } from '../../../core/screens.ts'
import { reviewWords as say } from '../../../core/words/en/desk-reviews.ts'
import { callPage } from '../../api.ts'
import { fullName } from '../../forms/desk-rows.ts'
import { useSettings } from '../../page.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { DecisionButtons, DecisionDialog, type Decision } from './decision-dialog.tsx'
import { orLookAgainWhoItIs } from './desk-call.ts'
import { DeskFault, DeskNothing, DeskPart, ListSkeleton } from './desk-part.tsx'
import { Moment } from './moment.tsx'
import { ReviewReasons } from './review-reasons.tsx'
import { Matters } from './matters.tsx'
import { useLanding } from './use-landing.ts'

type Review = Output<'GET /api/v1/reviews'>[number]
const name = 'GET /api/v1/reviews'

const marks = {
  PASS: { tone: 'grey', icon: 'search' },
  PENDING: { tone: 'amber' },
  FAIL: { tone: 'red' },
} as const

function useReviews() {
  const queries = useQueryClient()
  return useInfiniteQuery({
    queryKey: [name, 'pages'],
    queryFn: ({ pageParam }) =>
      orLookAgainWhoItIs(queries, () => callPage(name, pageParam === '' ? {} : { query: { cursor: pageParam } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

/** Who waits for approval or for a look, longest first, and the payments that somebody has to look at. */
export function ReviewsScreen() {
  const { data, error, refetch, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useReviews()
  const [decision, setDecision] = useState<Decision | null>(null)
  const heading = useLanding(decision !== null)
  const reviews = data?.pages.flatMap(({ items }) => items)

  return (
    <div className="page page--wide desk-page">
      <div>
        <h1 className="heading-2">{say.heading}</h1>
        <p className="soft small">{say.lead}</p>
      </div>
      <DeskPart heading={say.waiting.heading} headingRef={heading} count={hasNextPage ? undefined : reviews?.length}>
        {(headingId) =>
          reviews?.length === 0 ? (
            <DeskNothing title={say.waiting.empty}>{say.waiting.emptyHint}</DeskNothing>
          ) : reviews ? (
            <>
              <ul className="desk-list" aria-labelledby={headingId}>
                {reviews.map((review) => (
                  <Waiting key={review.subscriber.id} {...review} decide={setDecision} />
                ))}
              </ul>
              {isFetchNextPageError ? (
                <DeskFault error={error} retry={() => void fetchNextPage()} busy={isFetchingNextPage} />
              ) : hasNextPage ? (
                <Button
                  variant="quiet"
                  size="small"
                  busy={isFetchingNextPage}
                  busyLabel={say.loadingMore}
                  onClick={() => void fetchNextPage()}
                >
                  {say.more}
                </Button>
              ) : null}
            </>
          ) : error && !isFetching ? (
            <DeskFault error={error} retry={() => void refetch()} busy={isFetching} />
          ) : (
            <ListSkeleton />
          )
        }
      </DeskPart>
      <Matters />
      {decision ? <DecisionDialog decision={decision} onClose={() => setDecision(null)} /> : null}
    </div>
  )
}

function Waiting({ subscriber, since, reasons, decide }: Review & { decide: (decision: Decision) => void }) {
  const { now } = useSettings()
  const id = useId()
  const country = countryByCode(subscriber.country)?.name ?? subscriber.country
  return (
    <li>
      <div className="desk-list__who">
        <Link className="strong anywhere" id={id} href={paths.userDetails(subscriber.id)}>
          {fullName(subscriber)}
        </Link>
        <span className="anywhere">{subscriber.email}</span>
        <span className="soft anywhere">
          {subscriber.company}, {country}
        </span>
      </div>
      <div className="desk-list__what">
        <div className="cluster">
          <StatusBadge {...marks[subscriber.dplStatus]} word={say.states[subscriber.dplStatus]} />
          <span className="small soft">
            {say.since(daysBetween(new Date(since), new Date(now)))} (<Moment at={since} />)
          </span>
        </div>
        <ReviewReasons reasons={reasons} />
      </div>
      <DecisionButtons person={subscriber} since={since} about={id} decide={decide} />
    </li>
  )
}
