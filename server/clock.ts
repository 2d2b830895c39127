import { setTimeout as wait } from 'node:timers/promises'

/** How far the machine's time may lie behind the data's with real parties, in milliseconds. */
const tolerated = 60_000

type Moments = { machine: Date; wanted: Date | null; latest: Date | null }

/** Where the sandbox's clock starts, never behind the data; null where it need not be moved. */
export function sandboxStart({ machine, wanted, latest }: Moments): { start: Date | null; notice: string | null } {
  const start = wanted ?? machine
  if (latest && latest > start) {
    return { start: latest, notice: `The sandbox's clock goes on from ${latest.toISOString()}: the data already knows that moment.` }
  }
  return wanted ? { start: wanted, notice: `The sandbox's clock starts at ${wanted.toISOString()}.` } : { start: null, notice: null }
}

/** With real parties the machine's time counts: a small difference is waited out, a larger one refused with one sentence. */
export async function waitForData({ machine, latest }: Moments): Promise<void> {
  const behind = latest ? latest.getTime() - machine.getTime() : 0
  if (behind > tolerated) {
    throw new Error(`The machine's clock is behind the data by ${Math.round(behind / 1000)} s: the data knows ${latest?.toISOString()}. Set the clock right.`)
  }
  if (behind > 0) await wait(behind)
}
