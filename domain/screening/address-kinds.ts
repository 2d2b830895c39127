/** What an e-mail address's domain alone may say against somebody. By itself: the browser asks too, and needs no matcher. */
export const addressKinds = ['personal-email', 'disposable-email', 'domain'] as const
export type AddressKind = (typeof addressKinds)[number]
