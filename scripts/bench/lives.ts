import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Lived } from './lives-worker.ts'

const lives = 200_000

/** Plays random lives against the model of the billing provider, on all cores. Returns false if one broke a rule. */
export async function playLives(): Promise<boolean> {
  const threads = availableParallelism()
  const began = performance.now()
  const share = Math.ceil(lives / threads)
  const seed = Date.now() % 2 ** 31
  const all = await Promise.all(Array.from({ length: threads }, (_, index) => play(share, seed + index)))
  const seconds = (performance.now() - began) / 1000
  const reached = new Set(all.flatMap((one) => one.reached))
  const [{ rows } = { rows: [] }] = all
  const missed = rows.filter((row) => !reached.has(row))
  console.log(`${all.reduce((sum, one) => sum + one.lives, 0)} lives, ${seconds.toFixed(0)} s, ${threads} threads`)
  console.log(
    `${rows.length - missed.length} of ${rows.length} rows reached${missed.length > 0 ? `, not ${missed.join(', ')}` : ''}`,
  )
  const failures = all.flatMap(({ failure }) => failure ?? [])
  for (const failure of failures) console.error(failure)
  return failures.length === 0
}

function play(count: number, seed: number): Promise<Lived> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('lives-worker.ts', import.meta.url), { workerData: { count, seed } })
    worker.once('message', resolve).once('error', reject)
  })
}
