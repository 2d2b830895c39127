/** One line of the result. `met` is null where there is no goal. */
export type Line = { what: string; seen: string; goal: string; met: boolean | null }
