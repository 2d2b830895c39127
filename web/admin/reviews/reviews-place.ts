import { reviewReasons, type ReviewReason } from '../../../domain/screening/review-reasons.ts'
import { reviewViews, type ReviewOrder, type ReviewView } from '../../../domain/screening/review-states.ts'

/** The state of the page, from its URL. */
export type ReviewsPlace = {
  state: ReviewView
  search: string
  filter: ReviewReason | null
  grouped: boolean
  /** Omitted from the URL for the default, best match first. */
  order: ReviewOrder
}

export function readPlace(search: string): ReviewsPlace {
  const given = new URLSearchParams(search)
  return {
    state: reviewViews.find((one) => one === given.get('show')) ?? 'waiting',
    search: given.get('search') ?? '',
    filter: reviewReasons.find((one) => one === given.get('reason')) ?? null,
    grouped: given.get('group') === 'domain',
    order: given.get('order') === 'since' ? 'since' : 'match',
  }
}

export function placeAddress(path: string, { state, search, filter, grouped, order }: ReviewsPlace): string {
  const query = new URLSearchParams({
    ...(state === 'waiting' ? {} : { show: state }),
    ...(search === '' ? {} : { search }),
    ...(filter === null ? {} : { reason: filter }),
    ...(grouped ? { group: 'domain' } : {}),
    ...(order === 'match' ? {} : { order }),
  }).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Returns the domain of an email address, by which people are grouped. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
