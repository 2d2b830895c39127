/** Receives the row that failed, and the error. */
export type ReportRow = (error: unknown, id: string) => void

/** A run of such work. It ends early, after the row at which it is, when the signal aborts. */
export type DueRun = { report: ReportRow; signal?: AbortSignal }

/**
 * Performs work on many due rows, one after the other, to the end: a row whose work fails is reported by its id and
 * delays no other. `rows` is a list, or a function that returns the rows after the given one, the earliest first, until
 * there are none. A report that throws ends it.
 */
export async function forEachDue<Row extends { id: string }>(
  rows: readonly Row[] | ((after: Row | null) => Promise<readonly Row[]>),
  work: (row: Row) => Promise<unknown>,
  { report, signal }: DueRun,
): Promise<void> {
  const pageAfter = typeof rows === 'function' ? rows : async (after: Row | null) => (after === null ? rows : [])
  for (let after: Row | null = null; ;) {
    const page: readonly Row[] = await pageAfter(after)
    for (const row of page) {
      if (signal?.aborted) return
      try {
        await work(row)
      } catch (error) {
        report(error, row.id)
      }
    }
    const last = page.at(-1)
    // A row whose time is finer than a Date's is returned after itself.
    if (!last || last.id === after?.id) return
    after = last
  }
}
