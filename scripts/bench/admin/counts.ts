import { listLimits } from '../../../domain/limits.ts'
import type { AdminWorld } from './world.ts'
import { median } from '../load.ts'
import type { BenchResult } from '../bench-result.ts'

const rounds = 5

/** Measures a count that stops at ten thousand, and one that does not. */
export async function measureCounts(world: AdminWorld): Promise<BenchResult[]> {
  const lines: BenchResult[] = []
  const kinds = [
    ['all', ''],
    ['active', 'filters=active'],
    ['a common fragment', 'search=valves'],
    ['a fragment that matches everyone', 'search=.example'],
    ['two letters', 'search=ma'],
  ] as const
  for (const [what, query] of kinds) {
    const bound = await time(world, `/api/v1/subscriptions/count?${query}&limit=${listLimits.countMax}`)
    lines.push({ what: `count to a bound, ${what}`, seen: bound.seen, goal: '≤ 100 ms', met: bound.ms <= 100 })
    const exact = await time(world, `/api/v1/subscriptions/count?${query}`)
    lines.push({ what: `count exactly, ${what}`, seen: exact.seen, goal: '≤ 1 s', met: exact.ms <= 1000 })
  }
  return lines
}

async function time({ product, headers }: AdminWorld, path: string): Promise<{ ms: number; seen: string }> {
  const times: number[] = []
  let answer = ''
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const response = await fetch(product.url + path, { headers })
    answer = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer}`)
    times.push(performance.now() - began)
  }
  const { count, exact } = JSON.parse(answer) as { count: number; exact: boolean }
  const ms = median(times)
  return { ms, seen: `${ms.toFixed(0)} ms (${count.toLocaleString('en')}${exact ? '' : '+'})` }
}
