/** One line of the table that a bench prints. `met` is null if there is no goal. */
export type BenchResult = { what: string; seen: string; goal: string; met: boolean | null }
