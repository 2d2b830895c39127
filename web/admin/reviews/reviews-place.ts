import { addressKinds } from '../../../domain/screening/address-kinds.ts'
import type { Review } from './approve-together.tsx'

/** Who is shown: those who wait for a decision, or those about whom nobody decides. */
export const reviewStates = ['waiting', 'denied', 'unconfirmed'] as const
export type ReviewState = (typeof reviewStates)[number]

/** Why people wait, as the list is narrowed by it. */
export const reviewFilters = ['list', 'domain', 'country', 'correction', 'other'] as const
export type ReviewFilter = (typeof reviewFilters)[number]

/** What the page shows, as its address says it. */
export type ReviewsPlace = {
  state: ReviewState
  search: string
  filter: ReviewFilter | null
  grouped: boolean
  /** Left out of the address where the best match comes first. */
  order: 'match' | 'since'
}

export function readPlace(search: string): ReviewsPlace {
  const given = new URLSearchParams(search)
  return {
    state: reviewStates.find((one) => one === given.get('show')) ?? 'waiting',
    search: given.get('search') ?? '',
    filter: reviewFilters.find((one) => one === given.get('reason')) ?? null,
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

const domainKinds: ReadonlySet<string> = new Set(addressKinds)

/** Which filter finds a reason. */
function filterOf(kind: string): ReviewFilter {
  if (domainKinds.has(kind)) return 'domain'
  if (kind === 'country-look' || kind === 'region') return 'country'
  return kind === 'list' || kind === 'correction' ? kind : 'other'
}

export const fits = ({ reasons }: Pick<Review, 'reasons'>, filter: ReviewFilter | null): boolean =>
  filter === null || reasons.some(({ kind }) => filterOf(kind) === filter)

/** The part of an address by which people are grouped. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
