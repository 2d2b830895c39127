/** How often the provider is asked about a payment that has not arrived. The browser uses these functions too. */

const askAgainAfter = 10_000

/** Whether the provider may be asked about an order: once in ten seconds, however many pages wait for it. */
export function mayAskProvider(order: { askedAt: Date; createdAt: Date }, now: Date): boolean {
  // `askedAt` is initially the time of creation.
  const isFirst = order.askedAt.getTime() === order.createdAt.getTime()
  return isFirst || now.getTime() - order.askedAt.getTime() >= askAgainAfter
}

const longestPause = 60_000

/**
 * Returns how long, in ms, a page that has waited for `waited` ms pauses before it asks again: two seconds, growing to
 * a minute.
 */
export function pauseBeforeAsking(waited: number, isProcessing: boolean): number {
  return isProcessing ? longestPause : Math.min(Math.max(waited / 6, 2_000), longestPause)
}
