import { createNameScreener, defaultThresholds, type DeniedPartyList } from 'name-screening'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { BenchResult } from '../bench-result.ts'
import { rateLine, rates } from './listed.ts'
import { seededRandom, type Random } from './random.ts'

/** The allowed shares of names put on hold and flagged, if a goal is set. */
const goals: Record<string, { held: number; stopped: number }> = {
  'United States': { held: 0.001, stopped: 0.006 },
  Korean: { held: 1, stopped: 0.03 },
}

/** Measures how many ordinary customers are put on hold and flagged, by the script or language of their names. */
export function measureCustomers(lists: readonly DeniedPartyList[]): BenchResult[] {
  const screen = createNameScreener(lists, defaultThresholds)
  return customerNames(4000, seededRandom(11)).map(({ set, seen }) => {
    const found = rates(
      screen,
      seen.map((person) => ({ person, company: '' })),
    )
    const most = goals[set]
    const [held, stopped] = [found.held / seen.length, found.stopped / seen.length]
    const goal = most ? `${most.held < 1 ? `≤ ${most.held * 100} % held, ` : ''}≤ ${most.stopped * 100} % stopped` : ''
    return rateLine(
      `customers: ${set}`,
      seen.length,
      found,
      goal,
      most ? held <= most.held && stopped <= most.stopped : null,
    )
  })
}

/**
 * Names of customers in one script or language: `chosen` to choose constants, `seen` to measure. No given name is in
 * both.
 */
type CustomerNames = { set: string; chosen: string[]; seen: string[] }

type NameSet = { set: string; given: string[]; family: string[] }

/**
 * Creates the name sets in customer-names.txt: realistic names by frequency, while packages of test data draw all names
 * equally.
 */
function customerNames(count: number, random: Random): CustomerNames[] {
  const text = readFileSync(join(import.meta.dirname, 'customer-names.txt'), 'utf8')
  return text
    .split(/^= /m)
    .slice(1)
    .map(nameSet)
    .map((names) => {
      const [chosen, seen] = [0, 1].map((half) => {
        const given = names.given.filter((_, at) => at % 2 === half)
        const made = new Set<string>()
        for (let turn = 0; made.size < count / 2 && turn < count * 5; turn += 1)
          made.add(fullName(names.set, random.of(given), () => random.of(names.family), random.of(given)))
        return [...made]
      })
      return { set: names.set, chosen: chosen ?? [], seen: seen ?? [] }
    })
}

function nameSet(block: string): NameSet {
  const [heading = '', ...lines] = block.trim().split('\n')
  const namesOf = (rows: string[]) =>
    rows.flatMap((row) =>
      row.split(' ').flatMap((one) => {
        const [name = '', times = '1'] = one.split(':')
        return Array.from({ length: Number(times) }, () => name.replaceAll('_', ' '))
      }),
    )
  const isFamily = (row: string) => row.startsWith('/ ')
  return {
    set: heading.split(' | ')[0] ?? '',
    given: namesOf(lines.filter((row) => !isFamily(row))),
    family: namesOf(lines.filter(isFamily).map((row) => row.slice(2))),
  }
}

/** Formats it for a form: the first name, then the last name. */
function fullName(set: string, given: string, family: () => string, middle: string): string {
  if (set === 'United States') return `${given} ${middle} ${family()}`
  return `${given} ${family()}`
}
