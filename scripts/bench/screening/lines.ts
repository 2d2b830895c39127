import type { BenchResult } from '../bench-result.ts'

export const percent = (share: number) => `${(share * 100).toFixed(2)} %`

export const line = (what: string, seen: string, goal: string, met: boolean | null): BenchResult => ({
  what,
  seen,
  goal,
  met,
})
