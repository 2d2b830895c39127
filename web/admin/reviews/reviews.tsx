import { useEffect, useState } from 'react'
import type { ReviewCounts } from '../../../domain/screening/review-reasons.ts'
import { reviewWords as t } from '#words/admin/screening/reviews.ts'
import { useLocation } from '../../client/location.tsx'
import { ApproveTogether, type Review } from './approve-together.tsx'
import { DecisionDialog, type DecisionDraft } from './decision-dialog.tsx'
import { AdminEmpty, AdminSection, ListSkeleton } from '../admin-section.tsx'
import { Loaded } from '../loaded.tsx'
import { ListEnd } from '../lists/list-end.tsx'
import { useConfirmFirst } from '../confirm-first.tsx'
import { useLanding } from '../lists/use-landing.ts'
import { PersonActDialog, type PersonMenuAct } from '../user/person-acts.tsx'
import { ReviewPane } from './review-pane.tsx'
import { ReviewsTable } from './reviews-table.tsx'
import { isDecidable } from '../../../domain/screening/review-states.ts'
import { placeAddress, readPlace, type ReviewsPlace } from './reviews-place.ts'
import { useChosenReviews, useOpenReview } from './use-review-choice.ts'
import { useReviews } from './use-reviews.ts'
import { ReviewsFilters, useCounts } from './reviews-filters.tsx'
import { OldLists } from '../screening/old-lists.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { HelpLink } from '../help-link.tsx'
import { PageShortcuts } from '../page-shortcuts.tsx'

/** The breakpoint of the stylesheet. */
const belowTable = '(max-width: 63.99rem)'

/**
 * Shows a table of the people who wait for approval or review, beside the open person, and the people who need no
 * decision.
 */
export function ReviewsScreen() {
  const { pathname, search, go } = useLocation()
  const place = readPlace(search)
  const query = useReviews(place)
  const { data: reviews, hasNextPage } = query
  const [decision, setDecision] = useState<DecisionDraft | null>(null)
  const [act, setAct] = useState<{ act: PersonMenuAct; review: Review } | null>(null)
  const { chosen, choose } = useChosenReviews()
  const [together, setTogether] = useState<readonly Review[]>([])
  const heading = useLanding(decision !== null || together.length > 0 || act !== null)
  const { open, isOpened, onOpen } = useOpenReview(reviews)
  const { counts, recount } = useCounts(place)
  const narrow = useMedia(belowTable)
  const narrowed = place.search !== '' || place.filter !== null
  const change = (to: Partial<ReviewsPlace>) => go(placeAddress(pathname, { ...place, ...to }), { replace: true })
  const confirmFirst = useConfirmFirst()
  const decide = (next: DecisionDraft) => confirmFirst(() => setDecision(next))
  useHandOn(heading)
  function requestAgain() {
    void query.refetch()
    // The same fault may have refused the counts, which show no message of their own.
    if (!counts) recount()
  }
  const pane = open ? (
    <ReviewPane
      key={open.subscriber.id}
      review={open}
      state={place.state}
      decide={decide}
      begin={(what) => setAct({ act: what, review: open })}
    />
  ) : null

  return (
    <div className="page page--wide admin-page">
      <OldLists />
      <div>
        <h1 className="heading-2">{t.heading}</h1>
        <div className="soft small">
          {t.lead} <HelpLink chapter="reviews" what={t.heading} />{' '}
          <PageShortcuts list="reviews" entry='tr[aria-selected="true"] [data-review]' />
        </div>
      </div>
      <ReviewsFilters place={place} counts={counts} change={change} />
      <AdminSection
        heading={t.headings[place.state]}
        headingRef={heading}
        count={shownCount(counts, place) ?? (hasNextPage ? undefined : reviews?.length)}
      >
        {(headingId) => (
          <Loaded
            query={{ ...query, refetch: requestAgain }}
            waiting={<ListSkeleton />}
            empty={
              <AdminEmpty title={narrowed ? t.noMatch : t.empties[place.state]}>
                {narrowed ? t.noMatchHint : t.emptyHints[place.state]}
              </AdminEmpty>
            }
          >
            {(shown) => (
              <>
                <div className="reviews">
                  <ReviewsTable
                    label={headingId}
                    reviews={shown}
                    grouped={place.grouped}
                    open={open}
                    onOpen={onOpen}
                    detail={narrow && isOpened ? pane : null}
                    decide={isDecidable(place.state) ? decide : null}
                    chosen={chosen}
                    choose={choose}
                    approve={(some) => confirmFirst(() => setTogether(some))}
                  />
                  {narrow ? null : pane}
                </div>
                <ListEnd query={query} />
              </>
            )}
          </Loaded>
        )}
      </AdminSection>
      {together.length > 0 ? <ApproveTogether reviews={together} onClose={() => setTogether([])} /> : null}
      {decision ? <DecisionDialog decision={decision} onClose={() => setDecision(null)} /> : null}
      {act ? <PersonActDialog act={act.act} person={act.review.subscriber} onClose={() => setAct(null)} /> : null}
    </div>
  )
}

/** Returns how many people the list has under its filters, undefined if they are not counted. */
function shownCount(counts: ReviewCounts | undefined, { state, filter }: ReviewsPlace): number | undefined {
  if (!counts || !isDecidable(state)) return undefined
  if (filter !== null) return counts.reasons[filter]
  const { held, flagged } = counts.states
  return state === 'waiting' ? held + flagged : counts.states[state]
}

/** After a decision, moves the focus to the heading of the person who is open then. */
function useHandOn(heading: ReturnType<typeof useLanding>): void {
  useEffect(() => {
    const landed = heading.current
    const handOn = () => document.querySelector<HTMLElement>('tr[aria-selected="true"] [data-review]')?.focus()
    landed?.addEventListener('focus', handOn)
    return () => landed?.removeEventListener('focus', handOn)
  }, [heading])
}
