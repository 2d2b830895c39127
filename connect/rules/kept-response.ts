/**
 * Whether a response is what a repetition gets too: not where the server failed, or asked to come again later. Refusals are
 * kept for API keys alone: an anonymous visitor is refused before any limit counts, and could have any number of them kept.
 */
export const isKept = (status: number, isByKey: boolean): boolean =>
  status < 400 || (isByKey && status < 500 && status !== 429)
