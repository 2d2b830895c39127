/** An erased subscriber: their former id, and the moment of erasure (ISO 8601). */
export type ErasureEntry = { subscriber: string; at: string }

/**
 * What becomes of a person's data when they are erased, by kinds. The server counts them, the admin area puts them into words:
 * a kind without words does not compile.
 */

/** Goes, everywhere and for good. */
export const removedKinds = [
  /** The subscriber's own row: names, address, company, phone, industry, job. */
  'profile',
  /** Accounts here and at the built-in identity provider, with their passwords and links. */
  'accounts',
  'sessions',
  /** Mails that are still to be sent, or were given up. */
  'mails',
  /** What the timeline has beside the subscriptions: emails sent, sign-ins, downloads, acts of administrators. */
  'activity',
  /** What administrators wrote about the person. */
  'comments',
  /** One-time tokens of a registration. */
  'trial-tokens',
  /** Pages of the payment provider that an order leads to. */
  'payment-pages',
  /** The customer at the payment provider, with cards and addresses. */
  'payment-customer',
  /** Entries of the audit that name the person they were about: they stay without the name. */
  'audit-entries',
] as const
export type RemovedKind = (typeof removedKinds)[number]

/** Stays for the books, without the person. */
export const keptKinds = [
  'subscriptions',
  'events',
  'orders',
  /** A keyed hash of the address for each product: there is one trial, ever. */
  'trial-memory',
] as const
export type KeptKind = (typeof keptKinds)[number]

/** Kept with the person's name until the law lets go of it; only the auditor's export shows it. */
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
