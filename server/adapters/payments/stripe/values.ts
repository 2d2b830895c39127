import type { Period } from '../../../../domain/billing/billing-snapshot.ts'

/** Stripe's times are in seconds since 1970. */
export const moment = (seconds: number) => new Date(seconds * 1000)
export const periodBetween = (start: number, end: number): Period => ({ start: moment(start), end: moment(end) })
/** Stripe sends a related object as its id, or whole if it was asked to expand it. */
export const idOf = (reference: string | { id: string }) => (typeof reference === 'string' ? reference : reference.id)
