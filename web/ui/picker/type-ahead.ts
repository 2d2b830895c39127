export type TypeAhead = { typed: string; at: number }

export const nothingTyped: TypeAhead = { typed: '', at: Number.NEGATIVE_INFINITY }

/**
 * Returns the typed text after `key` at `at` (ms, any origin): after a pause of more than `reset` ms it starts again.
 */
export function typeKey(before: TypeAhead, key: string, at: number, reset: number): TypeAhead {
  return { typed: stillTyping(before, at, reset) ? before.typed + key : key, at }
}

export function stillTyping(before: TypeAhead, at: number, reset: number): boolean {
  return before.typed !== '' && at - before.at <= reset
}

/**
 * Returns the index of the label that `typed` means, searched from `from` and wrapping around; -1 if there is none.
 * Repeating one letter cycles through all labels that begin with it. Case and accents are ignored.
 */
export function findTyped(labels: readonly string[], typed: string, from: number): number {
  const wanted = withoutAccents(typed)
  const repeated = wanted !== '' && Array.from(wanted).every((letter) => letter === wanted[0])
  const query = repeated ? wanted.slice(0, 1) : wanted
  const start = repeated ? from + 1 : Math.max(from, 0)
  const begins = labels.map(withoutAccents)
  const exact = around(begins, start, (label) => label.startsWith(wanted) && wanted.length > 1)
  if (exact !== -1) return exact
  const first = around(begins, start, (label) => label.startsWith(query))
  return first !== -1 ? first : around(begins, start, (label) => label.includes(` ${query}`))
}

function around(labels: readonly string[], start: number, fits: (label: string) => boolean): number {
  for (let step = 0; step < labels.length; step++) {
    const index = (start + step) % labels.length
    if (fits(labels[index] ?? '')) return index
  }
  return -1
}

/** Returns the text in lower case and without combining marks. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
