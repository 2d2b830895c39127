/**
 * The product's clock: `now` is passed to everything, `moved` states whether the clock differs from the machine's, and
 * `set` moves it forward to a time from which it continues. `set` throws for a time in the clock's past.
 */
export type SandboxClock = { now: () => Date; moved: () => boolean; set: (moment: Date) => void }

/**
 * With `start`, returns a clock that began at that time and runs at the machine's pace, whatever happens to the
 * machine's time. Without it, returns the machine's time. `elapsed` is in milliseconds and never decreases.
 */
export function createSandboxClock({
  start,
  machine = () => new Date(),
  elapsed = () => performance.now(),
}: { start?: Date | undefined; machine?: () => Date; elapsed?: () => number } = {}): SandboxClock {
  let from: { moment: number; elapsed: number } | null = null
  const begin = (moment: Date) => void (from = { moment: moment.getTime(), elapsed: elapsed() })
  const now = () => (from ? new Date(from.moment + Math.floor(elapsed() - from.elapsed)) : machine())
  if (start) begin(start)
  return {
    now,
    moved: () => from !== null,
    set(moment) {
      if (moment < now()) throw new Error(`The clock only goes forward: it is already ${now().toISOString()}.`)
      begin(moment)
    },
  }
}
