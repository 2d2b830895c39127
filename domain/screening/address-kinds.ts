/** Findings about an email address's domain. In a separate file, because the browser loads it without the matcher. */
export const addressKinds = ['personal-email', 'disposable-email', 'domain'] as const
export type AddressKind = (typeof addressKinds)[number]
