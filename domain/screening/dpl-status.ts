/** PASS, PENDING (waits for a review) or FAIL (an administrator refused). */
export const dplStatuses = ['PASS', 'PENDING', 'FAIL'] as const
export type DplStatus = (typeof dplStatuses)[number]

/** The decision of an administrator about a person. */
export type ReviewOutcome = Exclude<DplStatus, 'PENDING'>
