/** What a page comes with: answers of calls, by name and input. */
export type Seed = [call: string, input: unknown, output: unknown]

/** What is known of an answer. A new object with each change. */
export type AnswerState = {
  data: unknown
  /** Why the last attempt failed. */
  error: unknown
  failed: boolean
  /** Whether a request is under way. */
  busy: boolean
}

type Entry = {
  call: string
  state: AnswerState
  /** When the data arrived, in ms; 0 once it is out of date. */
  at: number
  /** Repeats the request as its last reader would. */
  ask?: () => Promise<unknown>
  /** Resolves when the state has the outcome of the latest request; never rejects. */
  asking?: Promise<void> | undefined
  readers: Set<() => void>
}

const unknown: AnswerState = { data: undefined, error: undefined, failed: false, busy: false }

/** The answers that a page shows, each requested once and kept while the page lives. */
export class Answers {
  readonly seeds: readonly Seed[]
  /** When the page came, in ms. */
  readonly begun = Date.now()
  readonly #entries = new Map<string, Entry>()
  readonly #followers = new Set<(call: string | undefined) => void>()

  readonly #isOnline: () => boolean

  /** Without a connection, what is shown stays until `resume` is called. */
  constructor(seeds: readonly Seed[], isOnline: () => boolean = () => true) {
    this.seeds = seeds
    this.#isOnline = isOnline
    for (const [call, input, data] of seeds)
      this.#entries.set(keyOf(call, input), { call, state: { ...unknown, data }, at: this.begun, readers: new Set() })
  }

  stateOf(key: string): AnswerState {
    return this.#entries.get(key)?.state ?? unknown
  }

  /** Whether the answer arrived less than so many ms ago and is not out of date. */
  isFresh(key: string, fresh: number): boolean {
    const { at = 0 } = this.#entries.get(key) ?? {}
    return at > 0 && Date.now() - at < fresh
  }

  /** Calls `changed` after each change of the state, until the returned function is called. */
  watch(call: string, key: string, ask: () => Promise<unknown>, changed: () => void): () => void {
    const entry = this.#entryOf(call, key)
    entry.ask = ask
    entry.readers.add(changed)
    return () => entry.readers.delete(changed)
  }

  /** Requests the answer, or waits for the request that is under way. The same promise while it is. */
  load(call: string, key: string, ask: () => Promise<unknown>): Promise<void> {
    const entry = this.#entryOf(call, key)
    entry.ask = ask
    if (entry.asking) return entry.asking
    if (entry.state.data === undefined || this.#isOnline()) return this.#request(entry, ask)
    entry.at = 0
    return Promise.resolve()
  }

  /**
   * Declares the answers of a call, or all, out of date. Those in sight are requested again, also where a request is
   * under way, as it may have been answered before the change. Resolves when they are there, or at once without a
   * connection.
   */
  async refresh(call?: string): Promise<void> {
    for (const follow of this.#followers) follow(call)
    const entries = [...this.#entries.values()].filter((entry) => call === undefined || entry.call === call)
    for (const entry of entries) entry.at = 0
    if (this.#isOnline()) await this.#renew(entries)
  }

  /** Requests what is in sight and out of date, once the connection is back. */
  async resume(): Promise<void> {
    await this.#renew([...this.#entries.values()].filter(({ at }) => at === 0))
  }

  async #renew(entries: readonly Entry[]): Promise<void> {
    await Promise.all(
      entries.flatMap((entry) => (entry.readers.size > 0 && entry.ask ? [this.#request(entry, entry.ask)] : [])),
    )
  }

  /** Calls `follow` with each refresh. */
  follow(follow: (call: string | undefined) => void): void {
    this.#followers.add(follow)
  }

  /** Lets what failed be requested again by the next page that shows it. */
  forgetFailures(): void {
    for (const [key, { state, readers }] of this.#entries)
      if (state.failed && state.data === undefined && readers.size === 0) this.#entries.delete(key)
  }

  #entryOf(call: string, key: string): Entry {
    const entry = this.#entries.get(key) ?? { call, state: unknown, at: 0, readers: new Set() }
    this.#entries.set(key, entry)
    return entry
  }

  #request(entry: Entry, ask: () => Promise<unknown>): Promise<void> {
    entry.state = { ...entry.state, busy: true }
    const asking: Promise<void> = ask().then(
      (data) => settle(data, false),
      (error: unknown) => settle(error, true),
    )
    entry.asking = asking
    // A page may be rendering now, and must not be changed meanwhile.
    queueMicrotask(() => tell(entry))
    return asking

    function settle(outcome: unknown, failed: boolean): void | Promise<void> {
      // A later request has the word.
      if (entry.asking !== asking) return entry.asking
      entry.asking = undefined
      const { data } = entry.state
      if (failed) entry.state = { data, error: outcome, failed, busy: false }
      else {
        entry.at = Date.now()
        // What did not change stays the same object, so that nothing is drawn again.
        const same = JSON.stringify(outcome) === JSON.stringify(data)
        entry.state = { ...unknown, data: same ? data : outcome }
      }
      tell(entry)
    }
  }
}

function tell({ readers }: Entry): void {
  for (const changed of readers) changed()
}

/** The same for the same input, whatever the order of its properties. */
export function keyOf(call: string, input: unknown): string {
  return JSON.stringify([call, input], (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}
