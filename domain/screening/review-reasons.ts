import { addressKinds } from './address-kinds.ts'

/** The reasons by which reviews are filtered. In a separate file, because the browser loads it without the matcher. */
export const reviewReasons = ['list', 'domain', 'country', 'correction', 'other'] as const
export type ReviewReason = (typeof reviewReasons)[number]

/** The kinds of reasons that a filter finds; `other` finds every kind that no other filter does. */
export const kindsOfReason: Record<Exclude<ReviewReason, 'other'>, readonly string[]> = {
  list: ['list'],
  domain: addressKinds,
  country: ['country-look', 'region'],
  correction: ['correction'],
}

/**
 * The number of waiting people, by reason and by whether they are on hold. A person with two reasons counts for both.
 */
export type ReviewCounts = { reasons: Record<ReviewReason, number>; states: { held: number; flagged: number } }
