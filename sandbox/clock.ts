/**
 * The product's one clock: `now` is passed to everything, `moved` tells whether the clock differs from the machine's, and
 * `set` moves it forward to a moment, from which it runs on. `set` throws if the moment lies in the clock's past.
 */
export type SandboxClock = { now: () => Date; moved: () => boolean; set: (moment: Date) => void }

/**
 * With `start`, a clock that stood at that moment when it was made and has run at the machine's pace since, whatever is
 * done to the machine's time meanwhile. Without it, the machine's time. `elapsed` is in milliseconds and never goes back.
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
