import { setTimeout as wait } from 'node:timers/promises'
import type { StoredMoment } from '../../store/clock.ts'

/** Returns the machine's time, independent of the sandbox, as PostgreSQL and files use it. */
export const machineTime = () => new Date()

/** How far the machine's time may be behind the data's with real services, in milliseconds. */
const tolerated = 60_000

/** Creates the sandbox's clock, which continues from `start`, or uses the machine's time without it. */
type SandboxClock = (options: { start?: Date }) => { now: () => Date }

type ClockConfig = { clockStart: Date | null; acceptDataUntil: Date | null; sandbox: { time: boolean } }

/** Starts the product's clock. `latest` is the latest stored time. Rejects if that is later than a real clock. */
export async function startClock(
  config: ClockConfig,
  latest: StoredMoment | null,
  createSandboxClock: SandboxClock,
  say: (line: string) => void,
): Promise<() => Date> {
  const machine = new Date()
  if (!config.sandbox.time) {
    await waitForData(machine, latest, config.acceptDataUntil)
    return () => new Date()
  }
  const { start, notice } = sandboxStart({ machine, wanted: config.clockStart, latest: latest?.at ?? null })
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
 * With real services the machine's time applies. Returns why it cannot: it is more than a minute behind the data, whose
 * time the operator has not accepted. Null if it can.
 */
export function clockFault(machine: Date, latest: StoredMoment | null, accepted: Date | null): string | null {
  if (latest === null || isAccepted(latest, accepted)) return null
  const behind = latest.at.getTime() - machine.getTime()
  if (behind <= tolerated) return null
  const at = latest.at.toISOString()
  return `The machine's clock is ${Math.round(behind / 1000)} s behind the latest time in the data (${at}, in the table ${latest.table}). Correct the clock. If it is correct now and was ahead when this was stored, set ACCEPT_DATA_UNTIL=${at} (docs/how-to/runbook.md).`
}

/** Waits if the data is up to a minute ahead of the clock; rejects if it is further ahead. */
export async function waitForData(
  machine: Date,
  latest: StoredMoment | null,
  accepted: Date | null,
  pause: (ms: number) => Promise<unknown> = wait,
): Promise<void> {
  const fault = clockFault(machine, latest, accepted)
  if (fault !== null) throw new Error(fault)
  if (latest !== null && latest.at > machine && !isAccepted(latest, accepted))
    await pause(latest.at.getTime() - machine.getTime())
}

const isAccepted = ({ at }: StoredMoment, accepted: Date | null) => accepted !== null && at <= accepted
