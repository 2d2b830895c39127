import { setTimeout as wait } from 'node:timers/promises'

/** The machine's time, which no sandbox moves: for what PostgreSQL and files are dated by. */
export const machineTime = () => new Date()

/** How far the machine's time may lie behind the data's with real services, in milliseconds. */
const tolerated = 60_000

/** Makes the sandbox's clock, which runs on from `start`, or keeps the machine's time without it. */
type SandboxClock = (options: { start?: Date }) => { now: () => Date }

type ClockConfig = { clockStart: Date | null; sandbox: { time: boolean } }

/** The product's one clock. `latest` is the latest moment stored. Rejects if that is later than a real clock. */
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

/** Where the sandbox's clock starts, never behind the data; null where it need not be moved. */
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

/** With real services the machine's time applies: a small difference is waited out, a larger one refused with one sentence. */
export async function waitForData({ machine, latest }: Moments): Promise<void> {
  const behind = latest ? latest.getTime() - machine.getTime() : 0
  if (behind > tolerated) {
    throw new Error(
      `The machine's clock is ${Math.round(behind / 1000)} s behind the latest time in the data (${latest?.toISOString()}). Correct the clock.`,
    )
  }
  if (behind > 0) await wait(behind)
}
