import { createNameScreener, defaultThresholds, type DeniedPartyList, type NameScreener } from 'name-screening'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Faker, en, en_US } from '@faker-js/faker'
import { nameKey } from '../../../domain/screening/screening.ts'
import { line, type BenchResult } from '../bench-result.ts'
import { keysOf, listedNames, rateLine, rates, withoutTheName, type Question } from './listed.ts'

/** Names on no list, with another seed than the names for choosing constants. */
const ordinary = { seed: 77, names: 50_000 }

/**
 * Measures recall and false alarms at the product's own thresholds: *held* by the higher one, *stopped* by the lower
 * one.
 */
export function measureOperatingPoint(lists: readonly DeniedPartyList[]): BenchResult[] {
  const screen = createNameScreener(lists, defaultThresholds)
  const [full, short] = ordinaryNames(lists)
  const firms = companies()
  return [
    ...listedNames(lists).map(([what, names, least]) => recall(screen, what, names, least)),
    ...withoutTheName(lists).map(([what, names, rest, least]) =>
      recall(createNameScreener(rest, defaultThresholds), what, names, least),
    ),
    alarms(screen, 'ordinary names, full', full, { held: 0.001, stopped: 0.006 }),
    alarms(screen, 'ordinary names, first + last', short, { held: 0.002, stopped: 0.01 }),
    alarms(screen, 'large firms', firms, { held: 1 / firms.length, stopped: 8 / firms.length }),
    ...stoppedFirms(screen, firms),
  ]
}

function recall(screen: NameScreener, what: string, names: Question[], least: number | null): BenchResult {
  const seen = rates(screen, names)
  const goal = least === null ? '' : `${least === 1 ? '' : '≥ '}${least * 100} % stopped`
  return rateLine(what, names.length, seen, goal, least === null ? null : seen.stopped >= least * names.length)
}

function alarms(
  screen: NameScreener,
  what: string,
  names: Question[],
  most: { held: number; stopped: number },
): BenchResult {
  const seen = rates(screen, names)
  const met = seen.held <= most.held * names.length && seen.stopped <= most.stopped * names.length
  return rateLine(what, names.length, seen, `≤ ${most.held * 100} %, ${most.stopped * 100} %`, met)
}
function ordinaryNames(lists: readonly DeniedPartyList[]): [Question[], Question[]] {
  const listed = keysOf(lists)
  const faker = new Faker({ locale: [en_US, en], seed: ordinary.seed })
  const [full, short]: [Question[], Question[]] = [[], []]
  for (let made = 0; made < ordinary.names; made += 1) {
    const [first, middle, last] = [faker.person.firstName(), faker.person.middleName(), faker.person.lastName()]
    for (const [names, person] of [
      [full, `${first} ${middle} ${last}`],
      [short, `${first} ${last}`],
    ] as const)
      if (!listed.has(nameKey(person))) names.push({ person, company: '' })
  }
  return [full, short]
}

function companies(): Question[] {
  const text = readFileSync(join(import.meta.dirname, 'company-domains.txt'), 'utf8')
  const named = text.split(/[;\n]/).flatMap((pair) => pair.split('|')[0]?.trim() || [])
  return [...new Set(named)].map((company) => ({ person: '', company }))
}

function stoppedFirms(screen: NameScreener, firms: Question[]): BenchResult[] {
  return firms.flatMap(({ company }) => {
    const [best] = screen({ person: '', company }, '1980-01-01')
    return best ? [line(`  ${company}`, `${best.score} ${best.alias}${best.holds ? ', held' : ''}`, '', null)] : []
  })
}
