import { dayMs } from '../calendar.ts'

/** The age of a list, in ms, from which administrators are emailed: publishers change some lists every few days. */
export const oldAfterMs = 3 * dayMs

const isDay = (edition: string | undefined) => edition !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(edition)

/**
 * When the content of a list was current, in ms: the day of its edition if its files state one, otherwise their own
 * time. Copying an old edition does not make it newer.
 */
export function editionTime(files: readonly { modifiedAt: number; edition?: string }[]): number {
  const days = files.flatMap(({ edition }) => (isDay(edition) ? [Date.parse(`${edition}T00:00:00Z`)] : []))
  const known = days.filter((time) => !Number.isNaN(time))
  return Math.floor(Math.max(...(known.length > 0 ? known : files.map(({ modifiedAt }) => modifiedAt))))
}

/** A list whose files were current at a time: by their edition or file time, or when its publisher was last asked. */
export type DatedList = { confirmed_at: Date }

/** The age of a list in ms; 0 for one whose files are dated ahead of the clock. */
export function listAge({ confirmed_at: confirmed }: DatedList, now: Date): number {
  return Math.max(0, now.getTime() - confirmed.getTime())
}

/** The age in whole days. */
export const listAgeDays = (list: DatedList, now: Date): number => Math.floor(listAge(list, now) / dayMs)

export const isOldList = (list: DatedList, now: Date): boolean => listAge(list, now) > oldAfterMs
