import type { Life } from './lives.ts'
import { see, type Provider, type ObservedState } from './provider.ts'

/** The observation after a step; `error` if the step or the observation failed. */
export type Result = { life: string; step: string; expected: string; seen: ObservedState | null; error: string | null }

/** Runs a life to its end, or to the first failed step. */
export async function play(provider: Provider, { name, method, steps }: Life): Promise<Result[]> {
  const results: Result[] = []
  let purchase: Awaited<ReturnType<Provider['buy']>> | undefined
  for (const { does, believed: expected, run } of steps) {
    const about = { life: name, step: does, expected }
    try {
      purchase ??= await provider.buy(method)
      await run(provider, purchase)
      results.push({ ...about, seen: await see(provider, purchase), error: null })
    } catch (error) {
      results.push({ ...about, seen: null, error: error instanceof Error ? error.message : String(error) })
      break
    }
  }
  return results
}

/** One line of the table; `real` is null if only the simulator was run. */
export type Row = {
  life: string
  step: string
  real: ObservedState | null
  simulated: ObservedState | null
  verdict: 'ok' | 'wrong belief' | 'differs from the simulator' | 'failed'
  note: string | null
}

/**
 * Compares Stripe's behaviour with the simulator's, and the product's state with the expected one. `real` is null
 * without a key; the verdict is then about the simulator alone.
 */
export function compare(simulated: readonly Result[], real: readonly Result[] | null): Row[] {
  const of = (results: readonly Result[], { life, step }: Result) =>
    results.find((one) => one.life === life && one.step === step)
  const judged = real ?? simulated
  return judged.map((result): Row => {
    const other = of(simulated, result)
    const { life, step, seen, error, expected } = result
    const parts = { life, step, real: real && seen, simulated: other?.seen ?? null }
    if (!seen) return { ...parts, verdict: 'failed', note: error }
    if (seen.believed.split(',')[0] !== expected) return { ...parts, verdict: 'wrong belief', note: `not ${expected}` }
    if (real && other?.seen?.held !== seen.held)
      return { ...parts, verdict: 'differs from the simulator', note: other?.error ?? null }
    return { ...parts, verdict: 'ok', note: null }
  })
}

/** The table as text, a paragraph for each life. */
export function describeRows(rows: readonly Row[]): string {
  const lines = rows.map((row, index) => {
    const head = row.life === rows[index - 1]?.life ? '' : `\n${row.life}\n`
    const verdict = row.verdict === 'ok' ? 'ok' : row.verdict.toUpperCase()
    const parts = [
      ...(row.real ? [`Stripe:    ${row.real.held}`] : []),
      ...(row.simulated && (!row.real || row.real.held !== row.simulated.held)
        ? [`simulator: ${row.simulated.held}`]
        : []),
      ...((row.real ?? row.simulated) ? [`product:   ${(row.real ?? row.simulated)?.believed}`] : []),
      ...(row.note ? [`note:      ${row.note}`] : []),
    ]
    return `${head}  ${verdict.padEnd(28)}${row.step}\n${parts.map((part) => `      ${part}\n`).join('')}`
  })
  return lines.join('')
}
