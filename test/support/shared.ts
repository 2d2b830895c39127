/**
 * What the test files of one process share is made once, by the first that needs it, and given back when the last of them is
 * over: by whoever runs the files (test/support/worker.ts).
 */
const ends: (() => Promise<unknown>)[] = []

export function atEndOfProcess(end: () => Promise<unknown>): void {
  ends.push(end)
}

export async function endProcess(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}
