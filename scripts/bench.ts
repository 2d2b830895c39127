import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveBare } from './bench/bare.ts'
import type { BenchResult } from './bench/bench-result.ts'
import { runScript } from './run.ts'
import { isoDay } from '../domain/calendar.ts'

const [first, ...rest] = process.argv.slice(2)

/**
 * Runs the named measures, or all of them, and prints the results. A missed goal is not a failure: only an error is.
 */
async function bench(chosen: string[]): Promise<void> {
  // Loaded only now, so that the bare server has none of it in memory.
  const [{ measures }, { startProduct }, { buildIfOutdated }] = await Promise.all([
    import('./bench/measures.ts'),
    import('./bench/product.ts'),
    import('./build/fresh.ts'),
  ])
  const names = chosen.length > 0 ? chosen : Object.keys(measures)
  const unknown = names.filter((name) => !(name in measures))
  if (unknown.length > 0)
    throw new Error(`Unknown measure: ${unknown.join(', ')}. Known measures: ${Object.keys(measures).join(', ')}.`)
  await buildIfOutdated()
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-bench-'))
  const product = await startProduct(folder)
  try {
    const [processor, [load = 0]] = [cpus()[0]?.model ?? 'unknown processor', loadavg()]
    const machine = `${processor}, ${availableParallelism()} cores, load ${load.toFixed(1)}`
    console.log(`${isoDay(new Date())}, Node ${process.versions.node} on ${machine}`)
    console.log('Medians of 5 rounds at 16 connections\n')
    for (const name of names) {
      const lines = (await measures[name]?.({ product, folder })) ?? []
      for (const line of lines) console.log(row(line))
    }
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function playOutage([devices = '1000', minutes = '1']: string[]): Promise<boolean> {
  const { measureOutage } = await import('./bench/licence-outage.ts')
  return measureOutage(Number(devices), Number(minutes))
}

function row({ what, seen, goal, met }: BenchResult): string {
  const verdict = met === null ? ' ' : met ? '✔' : '✖'
  return `${verdict} ${what.padEnd(38)} ${seen.padEnd(58)} ${goal}`
}

await runScript(async () => {
  if (first === '--serve') await serveBare(rest[0] ?? '', Number(rest[1]))
  // Needs no running product.
  else if (first === 'lives') process.exitCode = (await (await import('./bench/lives.ts')).playLives()) ? 0 : 1
  // Its duration depends on the arguments: `outage 100000 60` takes an hour.
  else if (first === 'outage') process.exitCode = (await playOutage(rest)) ? 0 : 1
  else await bench(first === undefined ? [] : [first, ...rest])
})
