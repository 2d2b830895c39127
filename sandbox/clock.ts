/** The product's one clock: `now` is handed to everything, `moved` says whether it was started at another moment. */
export type SandboxClock = { now: () => Date; moved: () => boolean }

/**
 * With `start`, a clock that stood at that moment when it was made and has run at the machine's pace since, whatever is
 * done to the machine's time meanwhile. Without it, the machine's time. `elapsed` is in milliseconds and never goes back.
 */
export function createSandboxClock({
  start,
  machine = () => new Date(),
  elapsed = () => performance.now(),
}: { start?: Date | undefined; machine?: () => Date; elapsed?: () => number } = {}): SandboxClock {
  if (start === undefined) return { now: machine, moved: () => false }
  const began = elapsed()
  const from = start.getTime()
  return { now: () => new Date(from + Math.floor(elapsed() - began)), moved: () => true }
}
