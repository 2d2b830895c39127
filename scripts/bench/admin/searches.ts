import { wordsIn } from '../../../i18n/server-words.ts'
import { languages } from '../../../domain/language.ts'
import { listLimits } from '../../../domain/limits.ts'
import { normaliseName } from '../../../server/routes/admin/people/search-meaning.ts'
import type { BenchResult } from '../bench-result.ts'
import type { AdminWorld } from './world.ts'

const goal = 100
/** How often a slow word is measured again, so that other work on the machine does not count. */
const tries = 4
const names = 500

/** The requests of the users page at each pause in typing. */
const calls = {
  page: (search: string) => `subscriptions?search=${search}`,
  facets: (search: string) => `subscriptions/facets?search=${search}&limit=${listLimits.countMax}`,
  count: (search: string) => `subscriptions/count?search=${search}&limit=${listLimits.countMax}`,
}

/**
 * Measures searches for each word of the countries' names and the plans' titles, for its first letters, and for the
 * most common names.
 */
export async function measureSearches(world: AdminWorld): Promise<BenchResult[]> {
  const words = await wordsOf(world)
  const slowest = Object.fromEntries(Object.keys(calls).map((call) => [call, { word: '', ms: 0 }]))
  const above = new Set<string>()
  for (const word of words)
    for (const [call, pathOf] of Object.entries(calls)) {
      const ms = await time(world, pathOf(encodeURIComponent(word)))
      if (ms > goal) above.add(word)
      if (ms > (slowest[call]?.ms ?? 0)) slowest[call] = { word, ms }
    }
  const seen = Object.entries(slowest).map(([call, { word, ms }]) => `${call} ${ms.toFixed(0)} ms (${word})`)
  const over = above.size === 0 ? '' : `; over ${goal} ms: ${[...above].join(', ')}`
  return [
    {
      what: `searches by ${words.length} words, slowest`,
      seen: seen.join(', ') + over,
      goal: `≤ ${goal} ms`,
      met: above.size === 0,
    },
  ]
}

/** Returns the fastest of some attempts, in ms, or the first one that is fast enough. */
async function time({ product, headers }: AdminWorld, path: string): Promise<number> {
  let least = Infinity
  for (let turn = 0; turn < tries && least > goal; turn += 1) {
    const began = performance.now()
    const response = await fetch(`${product.url}/api/v1/${path}`, { headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    least = Math.min(least, performance.now() - began)
  }
  return least
}

async function wordsOf({ pool }: AdminWorld): Promise<string[]> {
  const titles = await pool.query<{ title: string }>(`select distinct terms ->> 'title' as title from subscriptions`)
  const people = await pool.query<{ name: string }>(
    `select name from (select first_name as name from subscribers union all select last_name from subscribers) names
     group by name order by count(*) desc, name limit $1`,
    [names],
  )
  const countries = languages.flatMap((language) => Object.values(wordsIn(language).countries))
  const named = [...countries, ...titles.rows.map(({ title }) => title)]
    .flatMap((name) => normaliseName(name).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 4)
  const begun = named.flatMap((word) => [word, word.slice(0, 4)])
  return [...new Set([...begun, ...people.rows.map(({ name }) => name.toLowerCase())])]
}
