/** One line of the table that a bench prints. `met` is null if there is no goal. */
export type BenchResult = { what: string; seen: string; goal: string; met: boolean | null }

export const line = (what: string, seen: string, goal: string, met: boolean | null): BenchResult => ({
  what,
  seen,
  goal,
  met,
})

export const percent = (share: number): string => `${(share * 100).toFixed(2)} %`
