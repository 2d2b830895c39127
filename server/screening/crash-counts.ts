import type { ScreeningFacts } from '../../domain/screening/screening.ts'

/** How often one person's check can end the thread before they are no longer compared. */
const crashesAllowed = 2
/** The maximum number of stored people whose checks ended the thread. */
const maxRemembered = 1000

/** Counts how often the check of a person ended the thread, by their facts and the fingerprint of the lists. */
export function createCrashCounts() {
  const deaths = new Map<string, number>()
  return {
    count(fingerprint: string, person: ScreeningFacts | undefined): void {
      const key = keyOf(fingerprint, person)
      deaths.set(key, (deaths.get(key) ?? 0) + 1)
      const [oldest] = deaths.keys()
      if (deaths.size > maxRemembered && oldest !== undefined) deaths.delete(oldest)
    },
    /** Whether the person is no longer compared with these lists. */
    isExcluded: (fingerprint: string, person: ScreeningFacts | undefined): boolean =>
      (deaths.get(keyOf(fingerprint, person)) ?? 0) >= crashesAllowed,
  }
}

const keyOf = (fingerprint: string, person: ScreeningFacts | undefined) => `${fingerprint} ${JSON.stringify(person)}`
