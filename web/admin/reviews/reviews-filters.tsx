import { reviewReasons, type ReviewCounts } from '../../../domain/screening/review-reasons.ts'
import { reviewWords as t } from '#words/admin/screening/reviews.ts'
import { useAdminCall } from '../admin-call.ts'
import { Chip } from '../chip.tsx'
import { UsersSearch } from '../users/filters/users-search.tsx'
import { isDecidable, reviewViews } from '../../../domain/screening/review-states.ts'
import type { ReviewsPlace } from './reviews-place.ts'

/**
 * Returns how many people wait, by reason and by state, under the page's filters; undefined until the server has
 * counted them. `recount` requests it again.
 */
export function useCounts({ state, search, filter }: ReviewsPlace): {
  counts: ReviewCounts | undefined
  recount: () => void
} {
  const query = {
    ...(state === 'held' || state === 'flagged' ? { state } : {}),
    ...(search === '' ? {} : { search }),
    ...(filter === null ? {} : { reason: filter }),
  }
  const input = Object.keys(query).length === 0 ? {} : { query }
  const { data, refetch } = useAdminCall('GET /api/v1/reviews/counts', input)
  return { counts: data?.counts, recount: () => void refetch() }
}

type ReviewsFiltersProps = {
  place: ReviewsPlace
  counts: ReviewCounts | undefined
  change: (to: Partial<ReviewsPlace>) => void
}

/** Renders the search, the filters by state and reason, and the order of the list. */
export function ReviewsFilters({ place, counts, change }: ReviewsFiltersProps) {
  const { state, filter, order, grouped } = place
  const { held, flagged } = counts?.states ?? {}
  const amounts = {
    waiting: held === undefined || flagged === undefined ? undefined : held + flagged,
    held,
    flagged,
    denied: undefined,
    unconfirmed: undefined,
  }
  return (
    <div className="users-tools">
      <UsersSearch value={place.search} onSearch={(text) => change({ search: text })} error={null} />
      <div role="group" aria-label={t.show} className="chips">
        {reviewViews.map((one) => (
          <Chip
            key={one}
            on={state === one}
            onPress={() => change({ state: one, ...(isDecidable(one) ? {} : { filter: null }) })}
          >
            {t.shown[one]}
            <Amount of={amounts[one]} />
          </Chip>
        ))}
      </div>
      <div role="group" aria-label={t.columns.why} className="chips">
        {isDecidable(state)
          ? reviewReasons.map((one) => (
              <Chip key={one} on={filter === one} onPress={() => change({ filter: filter === one ? null : one })}>
                {t.filters[one]}
                <Amount of={counts?.reasons[one]} />
              </Chip>
            ))
          : null}
      </div>
      <div role="group" aria-label={t.arrange} className="chips">
        {isDecidable(state) ? (
          <Chip on={order === 'since'} onPress={() => change({ order: order === 'since' ? 'match' : 'since' })}>
            {t.longestFirst}
          </Chip>
        ) : null}
        <Chip on={grouped} onPress={() => change({ grouped: !grouped })}>
          {t.grouped}
        </Chip>
      </div>
    </div>
  )
}

function Amount({ of }: { of: number | undefined }) {
  return of === undefined ? null : <span className="chip__count tabular"> {t.amount(of)}</span>
}
