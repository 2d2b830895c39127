import type { DeniedPartyList } from '../../../core/screening/list.ts'
import { basisOf, editionOf, matcherOf, type Matcher } from './matcher.ts'
import type { Rules, Screener, ScreeningLists } from './port.ts'

/** Compares in this very process: for lists so small that nobody waits for it. */
export function createLocalScreener(
  kind: 'sample' | 'off',
  source: ScreeningLists,
  rules: Rules,
  now: () => Date,
): Screener {
  let kept: { lists: readonly DeniedPartyList[]; match: Matcher } | null = null

  async function current() {
    const lists = await source.inForce()
    if (kept?.lists !== lists) kept = { lists, match: matcherOf(lists, rules) }
    return kept
  }

  return {
    kind,
    rules,
    working: () => true,
    async screen(people) {
      const { lists, match } = await current()
      return people.map((facts) => ({ outcome: match(facts, now()), lists: lists.map(editionOf) }))
    },
    async editions() {
      return (await source.inForce()).map(editionOf)
    },
    async basis() {
      return basisOf(await source.inForce(), rules)
    },
  }
}
