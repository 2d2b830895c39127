import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { daysBetween } from '../../../domain/calendar.ts'
import { countryByCode } from '../../../domain/lists/countries.ts'
import { paths } from '../../../contract/screens.ts'
import { reviewWords as t } from '#words/admin-reviews.ts'
import { callPage } from '../../client/api.ts'
import { fullName } from '../acts/rows.ts'
import { useSettings } from '../../client/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Link } from '../../ui/links/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ApproveTogether, mayBeTogether, type Review } from './approve-together.tsx'
import { DecisionButtons, DecisionDialog, type Decision } from './decision-dialog.tsx'
import { orLookAgainWhoItIs } from '../admin-call.ts'
import { AdminError, AdminEmpty, AdminPart, ListSkeleton } from '../admin-part.tsx'
import { ListEnd } from '../lists/list-end.tsx'
import { Moment } from '../moment.tsx'
import { ReviewReasons, stateOf } from './review-reasons.tsx'
import { PaymentIssues } from '../billing/payment-issues.tsx'
import { useLanding } from '../lists/use-landing.ts'

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
  const query = useReviews()
  const { data, error, refetch, isFetching, hasNextPage } = query
  const [decision, setDecision] = useState<Decision | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [together, setTogether] = useState<readonly Review[]>([])
  const heading = useLanding(decision !== null || together.length > 0)
  const reviews = data?.pages.flatMap(({ items }) => items)
  const eligible = reviews?.filter(mayBeTogether) ?? []
  const selected = eligible.filter(({ subscriber }) => chosen.has(subscriber.id))
  const choose = (some: readonly Review[], on: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const { subscriber } of some)
        if (on) after.add(subscriber.id)
        else after.delete(subscriber.id)
      return after
    })

  return (
    <div className="page page--wide admin-page">
      <div>
        <h1 className="heading-2">{t.heading}</h1>
        <p className="soft small">{t.lead}</p>
      </div>
      <AdminPart heading={t.waiting.heading} headingRef={heading} count={hasNextPage ? undefined : reviews?.length}>
        {(headingId) =>
          reviews?.length === 0 ? (
            <AdminEmpty title={t.waiting.empty}>{t.waiting.emptyHint}</AdminEmpty>
          ) : reviews ? (
            <>
              {eligible.length > 1 ? (
                <div className="together-bar">
                  <p className="small soft">{t.together.hint}</p>
                  <div className="cluster">
                    <Checkbox
                      id={`${headingId}-all`}
                      name="all"
                      label={t.together.selectAll(eligible.length)}
                      checked={selected.length === eligible.length}
                      onChange={(on) => choose(eligible, on)}
                    />
                    <Button
                      size="small"
                      variant="quiet"
                      disabled={selected.length === 0}
                      onClick={() => setTogether(selected)}
                    >
                      {t.together.button(selected.length)}
                    </Button>
                  </div>
                </div>
              ) : null}
              <ul className="admin-list" aria-labelledby={headingId}>
                {reviews.map((review) => (
                  <Waiting
                    key={review.subscriber.id}
                    {...review}
                    decide={setDecision}
                    selected={
                      eligible.length > 1 && mayBeTogether(review) ? chosen.has(review.subscriber.id) : undefined
                    }
                    select={(on) => choose([review], on)}
                  />
                ))}
              </ul>
              <ListEnd query={query} words={t} />
            </>
          ) : error && !isFetching ? (
            <AdminError error={error} retry={() => void refetch()} busy={isFetching} />
          ) : (
            <ListSkeleton />
          )
        }
      </AdminPart>
      <PaymentIssues />
      {together.length > 0 ? <ApproveTogether reviews={together} onClose={() => setTogether([])} /> : null}
      {decision ? <DecisionDialog decision={decision} onClose={() => setDecision(null)} /> : null}
    </div>
  )
}

type WaitingProps = Review & {
  decide: (decision: Decision) => void
  /** Left out: they are decided by themselves. */
  selected: boolean | undefined
  select: (on: boolean) => void
}

function Waiting({ subscriber, since, reasons, decide, selected, select }: WaitingProps) {
  const { now } = useSettings()
  const id = useId()
  const country = countryByCode(subscriber.country)?.name ?? subscriber.country
  return (
    <li>
      <div className="admin-list__who">
        {selected === undefined ? null : (
          <Checkbox
            id={`${id}-select`}
            name="select"
            label={<span className="visually-hidden">{t.together.select(fullName(subscriber))}</span>}
            checked={selected}
            onChange={select}
          />
        )}
        <Link className="strong anywhere" id={id} href={paths.userDetails(subscriber.id)}>
          {fullName(subscriber)}
        </Link>
        <span className="anywhere">{subscriber.email}</span>
        <span className="soft anywhere">
          {subscriber.company}, {country}
        </span>
      </div>
      <div className="admin-list__what">
        <div className="cluster">
          <StatusBadge {...marks[subscriber.dplStatus]} word={stateOf(subscriber, reasons)} />
          <span className="small soft">
            {t.since(daysBetween(new Date(since), new Date(now)))} (<Moment at={since} />)
          </span>
        </div>
        <ReviewReasons reasons={reasons} />
      </div>
      <DecisionButtons person={subscriber} since={since} reasons={reasons} about={id} decide={decide} />
    </li>
  )
}
