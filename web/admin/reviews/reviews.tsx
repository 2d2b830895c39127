import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reviewWords as t } from '#words/admin/reviews.ts'
import { callPage } from '../../client/api.ts'
import { useLocation } from '../../client/location.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ApproveTogether, type Review } from './approve-together.tsx'
import { DecisionDialog, type Decision } from './decision-dialog.tsx'
import { AdminError, AdminEmpty, AdminPart, ListSkeleton } from '../admin-part.tsx'
import { ListEnd } from '../lists/list-end.tsx'
import { useConfirmFirst } from '../confirm-first.tsx'
import { useLanding } from '../lists/use-landing.ts'
import { PersonActDialog, type PersonAct } from '../user/person-acts.tsx'
import { UsersSearch } from '../users/filters/users-search.tsx'
import { ReviewPane } from './review-pane.tsx'
import { ReviewsTable } from './reviews-table.tsx'
import { fits, placeAddress, readPlace, reviewFilters, reviewStates, type ReviewsPlace } from './reviews-place.ts'
import { OldLists } from '../screening/old-lists.tsx'

const name = 'GET /api/v1/reviews'

function useReviews({ state, search, order }: ReviewsPlace) {
  const query = {
    ...(state === 'waiting' ? {} : { state }),
    ...(search === '' ? {} : { search }),
    ...(order === 'match' ? {} : { order }),
  }
  return useInfiniteQuery({
    queryKey: [name, 'pages', query],
    queryFn: ({ pageParam }) => callPage(name, asked({ ...query, ...(pageParam === '' ? {} : { cursor: pageParam }) })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

/** Without a question mark where nothing is asked for. */
const asked = <Query extends object>(query: Query) => (Object.keys(query).length === 0 ? {} : { query })

/** Who waits for approval or for a look in a table beside the one that is open; and who cannot be decided about. */
export function ReviewsScreen() {
  const { pathname, search, go } = useLocation()
  const place = readPlace(search)
  const query = useReviews(place)
  const { data, error, refetch, isFetching, hasNextPage } = query
  const [decision, setDecision] = useState<Decision | null>(null)
  const [act, setAct] = useState<{ act: PersonAct; review: Review } | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [together, setTogether] = useState<readonly Review[]>([])
  const [opened, setOpened] = useState<{ id: string; at: number } | null>(null)
  const heading = useLanding(decision !== null || together.length > 0 || act !== null)
  const all = data?.pages.flatMap(({ items }) => items)
  const reviews = all?.filter((review) => fits(review, place.filter))
  // Whoever has left the list makes room for the one after them.
  const open =
    reviews?.find(({ subscriber }) => subscriber.id === opened?.id) ??
    reviews?.[Math.min(opened?.at ?? 0, reviews.length - 1)]
  const change = (to: Partial<ReviewsPlace>) => go(placeAddress(pathname, { ...place, ...to }), { replace: true })
  const choose = (some: readonly Review[], on: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const { subscriber } of some)
        if (on) after.add(subscriber.id)
        else after.delete(subscriber.id)
      return after
    })
  const confirmFirst = useConfirmFirst()
  const decide = (next: Decision) => confirmFirst(() => setDecision(next))
  useHandOn(heading)

  return (
    <div className="page page--wide admin-page">
      <OldLists />
      <div>
        <h1 className="heading-2">{t.heading}</h1>
        <p className="soft small">{t.lead}</p>
      </div>
      <div className="users-tools">
        <UsersSearch value={place.search} onSearch={(text) => change({ search: text })} error={null} />
        <div role="group" aria-label={t.show} className="chips">
          {reviewStates.map((state) => (
            <Chip key={state} on={place.state === state} onPress={() => change({ state, filter: null })}>
              {t.shown[state]}
            </Chip>
          ))}
        </div>
        <div role="group" aria-label={t.columns.why} className="chips">
          {place.state === 'waiting'
            ? reviewFilters.map((filter) => (
                <Chip
                  key={filter}
                  on={place.filter === filter}
                  onPress={() => change({ filter: place.filter === filter ? null : filter })}
                >
                  {t.filters[filter]}
                </Chip>
              ))
            : null}
          {place.state === 'waiting' ? (
            <Chip
              on={place.order === 'since'}
              onPress={() => change({ order: place.order === 'since' ? 'match' : 'since' })}
            >
              {t.longestFirst}
            </Chip>
          ) : null}
          <Chip on={place.grouped} onPress={() => change({ grouped: !place.grouped })}>
            {t.grouped}
          </Chip>
        </div>
      </div>
      <AdminPart
        heading={t.headings[place.state]}
        headingRef={heading}
        count={hasNextPage ? undefined : reviews?.length}
      >
        {(headingId) =>
          reviews?.length === 0 ? (
            <AdminEmpty title={t.empties[place.state]}>
              {all?.length === 0 && place.search === '' ? t.emptyHints[place.state] : t.noMatch}
            </AdminEmpty>
          ) : reviews ? (
            <>
              <div className={classNames('reviews', opened === null && 'reviews--unopened')}>
                <ReviewsTable
                  label={headingId}
                  reviews={reviews}
                  grouped={place.grouped}
                  open={open}
                  onOpen={(review) => setOpened({ id: review.subscriber.id, at: reviews.indexOf(review) })}
                  decide={place.state === 'waiting' ? decide : null}
                  chosen={chosen}
                  choose={choose}
                  approve={(some) => confirmFirst(() => setTogether(some))}
                />
                {open ? (
                  <ReviewPane
                    key={open.subscriber.id}
                    review={open}
                    state={place.state}
                    asked={opened !== null}
                    decide={decide}
                    begin={(what) => setAct({ act: what, review: open })}
                  />
                ) : null}
              </div>
              <ListEnd query={query} words={t} />
            </>
          ) : error && !isFetching ? (
            <AdminError error={error} retry={() => void refetch()} busy={isFetching} />
          ) : (
            <ListSkeleton />
          )
        }
      </AdminPart>
      {together.length > 0 ? <ApproveTogether reviews={together} onClose={() => setTogether([])} /> : null}
      {decision ? <DecisionDialog decision={decision} onClose={() => setDecision(null)} /> : null}
      {act ? <PersonActDialog act={act.act} person={act.review.subscriber} onClose={() => setAct(null)} /> : null}
    </div>
  )
}

function Chip({ on, onPress, children }: { on: boolean; onPress: () => void; children: string }) {
  return (
    <button type="button" className="chip" aria-pressed={on} onClick={onPress}>
      {children}
    </button>
  )
}

/** The keyboard that lands on the heading after a decision goes on at the one who is open then. */
function useHandOn(heading: ReturnType<typeof useLanding>): void {
  useEffect(() => {
    const landed = heading.current
    const handOn = () => document.querySelector<HTMLElement>('tr[aria-selected="true"] [data-review]')?.focus()
    landed?.addEventListener('focus', handOn)
    return () => landed?.removeEventListener('focus', handOn)
  }, [heading])
}
