import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quantile } from '../../test/proof/shapes/load.ts'
import { givenATrialUser, inboxOf } from '../../test/support/given.ts'
import { createProgram } from '../../test/support/licence/program.ts'
import { createVisitor } from '../../test/support/http/visitor.ts'
import type { BenchResult } from './bench-result.ts'
import { median } from './load.ts'
import { startProduct } from './product.ts'

const connections = 16
const rounds = 5
/** The duration of a round, in ms. */
const roundLength = 4_000

/** Renewals of 16 programs. Each requests the next lease as soon as it has one, and signs its proofs on the same machine. */
export async function measureLicence(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-licence-'))
  const product = await startProduct(folder, { RATE_LIMIT_FACTOR: '100000' })
  try {
    const programs = []
    for (let count = 0; count < connections; count += 1) programs.push(await signedIn(product.url))
    const rates: number[] = []
    const times: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const begun = performance.now()
      const each = await Promise.all(programs.map((program) => renewUntil(program, begun + roundLength)))
      // The first round warms up.
      if (round === 0) continue
      rates.push((each.flat().length / (performance.now() - begun)) * 1000)
      times.push(...each.flat())
    }
    const p99 = quantile(times, 0.99)
    const rate = median(rates)
    return [
      {
        what: 'renewals of licences',
        seen: `${rate.toFixed(0)} a second`,
        goal: '≥ 800 a second',
        met: rate >= 800,
      },
      { what: 'renewals of licences, p99', seen: `${p99.toFixed(0)} ms`, goal: '≤ 60 ms', met: p99 <= 60 },
    ]
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Program = Awaited<ReturnType<typeof createProgram>>

async function signedIn(url: string): Promise<Program> {
  const shop = { visitor: () => createVisitor(url), ...inboxOf(url) }
  const { visitor } = await givenATrialUser(shop)
  const program = await createProgram({ url })
  await program.signIn(visitor)
  return program
}

/** Returns the duration of each renewal, in ms. */
async function renewUntil(program: Program, end: number): Promise<number[]> {
  const times: number[] = []
  for (let begun = performance.now(); begun < end; begun = performance.now()) {
    const { status } = await program.renew()
    if (status !== 200) throw new Error(`a renewal was answered with ${status}`)
    times.push(performance.now() - begun)
  }
  return times
}
