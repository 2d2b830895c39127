/** How old a list may become, in ms, before administrators are told: publishers change some lists every few days. */
export const oldAfterMs = 3 * 86_400_000

/** A list whose files were current at a moment: at their own time, or when its publisher was last asked. */
export type DatedList = { date: string; confirmed_at: Date | null }

/** The age of a list in ms; 0 for one whose files are dated ahead of the clock. Rows of earlier versions have a day only. */
export function listAge({ date, confirmed_at: confirmed }: DatedList, now: Date): number {
  return Math.max(0, now.getTime() - (confirmed ?? new Date(date)).getTime())
}

/** The same in whole days. */
export const listAgeDays = (list: DatedList, now: Date): number => Math.floor(listAge(list, now) / 86_400_000)

export const isOldList = (list: DatedList, now: Date): boolean => listAge(list, now) > oldAfterMs
