/** An erased subscriber: their former id, and the time of erasure (ISO 8601). */
export type ErasureEntry = { subscriber: string; at: string }

/**
 * What happens to a person's data when they are erased, by kind. The server counts them, and the admin area has a text
 * for each: a kind without a text does not compile.
 */

/** Removed everywhere and permanently. */
export const removedKinds = [
  /** The subscriber's own row: names, address, company, phone, industry, job. */
  'profile',
  /** Accounts here and at the built-in identity provider, with their passwords and links. */
  'accounts',
  'sessions',
  /** Emails that are still to be sent, or were given up. */
  'mails',
  /** Entries of the timeline other than subscriptions: sent emails, sign-ins, downloads, acts of administrators. */
  'activity',
  /** What administrators wrote about the person. */
  'comments',
  /** One-time tokens of a registration. */
  'trial-tokens',
  /** Payment pages of orders at the payment provider. */
  'payment-pages',
  /** The customer at the payment provider, with cards and addresses. */
  'payment-customer',
  /** Audit entries about the person, which stay without the name. */
  'audit-entries',
] as const
export type RemovedKind = (typeof removedKinds)[number]

/** Kept for the accounts, without the person. */
export const keptKinds = [
  'subscriptions',
  'events',
  'orders',
  /** A keyed hash of the address for each product, because each person can have only one trial. */
  'trial-memory',
] as const
export type KeptKind = (typeof keptKinds)[number]

/** Kept with the person's name until the legal period is over; only the auditor's export shows it. */
export const sealedKinds = [
  'checks',
  'exceptions',
  'acceptances',
  /** The payer of each subscription: an invoice must name its addressee. */
  'purchases',
  /** What the person did as an administrator. */
  'acts',
] as const
export type SealedKind = (typeof sealedKinds)[number]
