import { setTimeout as wait } from 'node:timers/promises'

/** Returns the machine's time, independent of the sandbox, as PostgreSQL and files use it. */
export const machineTime = () => new Date()

/** How far the machine's time may be behind the data's with real services, in milliseconds. */
const tolerated = 60_000

/** Creates the sandbox's clock, which continues from `start`, or uses the machine's time without it. */
type SandboxClock = (options: { start?: Date }) => { now: () => Date }

type ClockConfig = { clockStart: Date | null; sandbox: { time: boolean } }

/** Starts the product's clock. `latest` is the latest stored time. Rejects if that is later than a real clock. */
export async function startClock(
  config: ClockConfig,
  latest: Date | null,
  createSandboxClock: SandboxClock,
  say: (line: string) => void,
): Promise<() => Date> {
  const moments = { machine: new Date(), wanted: config.clockStart, latest }
  if (!config.sandbox.time) {
    await waitForData(moments)
    return () => new Date()
  }
  const { start, notice } = sandboxStart(moments)
  if (notice) say(notice)
  return createSandboxClock(start ? { start } : {}).now
}

type Moments = { machine: Date; wanted: Date | null; latest: Date | null }

/** Returns where the sandbox's clock starts, never before the latest stored time; null if it need not be moved. */
export function sandboxStart({ machine, wanted, latest }: Moments): { start: Date | null; notice: string | null } {
  const start = wanted ?? machine
  if (latest && latest > start) {
    return {
      start: latest,
      notice: `The sandbox's clock continues from ${latest.toISOString()}, the latest time in the data.`,
    }
  }
  return wanted
    ? { start: wanted, notice: `The sandbox's clock starts at ${wanted.toISOString()}.` }
    : { start: null, notice: null }
}

/**
 * With real services the machine's time applies: a small difference is waited for, a larger one refused with one
 * sentence.
 */
export async function waitForData({ machine, latest }: Moments): Promise<void> {
  const behind = latest ? latest.getTime() - machine.getTime() : 0
  if (behind > tolerated) {
    throw new Error(
      `The machine's clock is ${Math.round(behind / 1000)} s behind the latest time in the data (${latest?.toISOString()}). Correct the clock.`,
    )
  }
  if (behind > 0) await wait(behind)
}
