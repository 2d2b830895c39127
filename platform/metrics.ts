type Labels = readonly string[]

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
const labelled = (names: Labels, values: Labels) =>
  names.map((name, index) => `${name}="${escaped(values[index] ?? '')}"`)
const withLabels = (labels: string[]) => (labels.length > 0 ? `{${labels.join(',')}}` : '')
/** No label's value contains it. */
const separator = '\u0000'

/** Values by label: `add` counts, `set` replaces. Labels must never contain personal or unbounded values. */
export function createMetric(type: 'counter' | 'gauge', name: string, labels: Labels = []) {
  const values = new Map<string, number>()
  const keyOf = (given: Labels) => given.join(separator)
  return {
    add: (...given: string[]) => void values.set(keyOf(given), (values.get(keyOf(given)) ?? 0) + 1),
    set: (value: number, ...given: string[]) => void values.set(keyOf(given), value),
    lines: () => [
      `# TYPE ${name} ${type}`,
      ...[...values].map(([key, value]) => `${name}${withLabels(labelled(labels, key.split(separator)))} ${value}`),
    ],
  }
}

type Series = { counts: number[]; sum: number; count: number }

/** Durations in seconds, by label. `buckets`: upper bounds, ascending. */
export function createHistogram(name: string, labels: Labels, buckets: readonly number[]) {
  const series = new Map<string, Series>()
  return {
    observe(seconds: number, ...given: string[]) {
      const key = given.join(separator)
      const found = series.get(key) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 }
      if (found.count === 0) series.set(key, found)
      const bucket = buckets.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) found.counts[bucket] = (found.counts[bucket] ?? 0) + 1
      found.sum += seconds
      found.count += 1
    },
    lines: () => [
      `# TYPE ${name} histogram`,
      ...[...series].flatMap(([key, { counts, sum, count }]) => {
        const own = labels.length > 0 ? labelled(labels, key.split(separator)) : []
        let below = 0
        return [
          ...buckets.map((bound, index) => {
            below += counts[index] ?? 0
            return `${name}_bucket${withLabels([...own, `le="${bound}"`])} ${below}`
          }),
          `${name}_bucket${withLabels([...own, 'le="+Inf"'])} ${count}`,
          `${name}_sum${withLabels(own)} ${Number(sum.toFixed(6))}`,
          `${name}_count${withLabels(own)} ${count}`,
        ]
      }),
    ],
  }
}
