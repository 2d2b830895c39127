import type { Line } from '../line.ts'

export const percent = (share: number) => `${(share * 100).toFixed(2)} %`

export const line = (what: string, seen: string, goal: string, met: boolean | null): Line => ({ what, seen, goal, met })
