import autocannon from 'autocannon'

const connections = 16
const rounds = 5
const seconds = 2

/**
 * Returns requests per second, the medians of alternating rounds, so that other work on the machine affects both
 * equally.
 */
export async function sideBySide(one: string, other: string): Promise<[one: number, other: number]> {
  const seen: [number[], number[]] = [[], []]
  await rate(one, 1)
  await rate(other, 1)
  for (let round = 0; round < rounds; round += 1) {
    seen[0].push(await rate(one, seconds))
    seen[1].push(await rate(other, seconds))
  }
  return [median(seen[0]), median(seen[1])]
}

async function rate(url: string, duration: number): Promise<number> {
  const result = await autocannon({ url, connections, duration })
  if (result.errors > 0 || result.non2xx > 0) {
    throw new Error(`${url}: ${result.errors} requests failed and ${result.non2xx} were refused under load`)
  }
  return result.requests.total / result.duration
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN) + (sorted[Math.floor(sorted.length / 2)] ?? NaN)) / 2
}
