import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Faker, en, en_US } from '@faker-js/faker'
import type { DeniedPartyList } from '../../../domain/screening/list.ts'
import { createNameScreener, type NameScreener } from '../../../domain/screening/reasons.ts'
import { defaultThresholds, nameKey } from '../../../domain/screening/screening.ts'
import type { Line } from '../line.ts'
import { line, percent } from './lines.ts'

/** Names on no list, of another seed than the one that constants were chosen on. */
const ordinary = { seed: 77, names: 50_000 }

type Question = { person: string; company: string; entry?: string }

/** Recall and false alarms at the same thresholds, the product's own: *held* from the higher, *stopped* from the lower one. */
export function measureOperatingPoint(lists: readonly DeniedPartyList[]): Line[] {
  const screen = createNameScreener(lists, defaultThresholds)
  const people = listedPeople(lists)
  const [full, short] = ordinaryNames(lists)
  const firms = companies()
  return [
    rates(
      screen,
      `${people.length} listed people, first + last name`,
      people,
      ({ stopped }) => stopped >= 0.95,
      '≥ 95 % stopped',
    ),
    rates(
      screen,
      `${full.length} ordinary names, full`,
      full,
      ({ held, stopped }) => held <= 0.001 && stopped <= 0.006,
      '≤ 0.1, 0.6 %',
    ),
    rates(
      screen,
      `${short.length} ordinary names, first + last`,
      short,
      ({ held, stopped }) => held <= 0.002 && stopped <= 0.01,
      '≤ 0.2, 1 %',
    ),
    rates(
      screen,
      `${firms.length} large firms`,
      firms,
      ({ held, stopped }) => held * firms.length <= 1 && stopped * firms.length <= 8,
      '≤ 1, 8 firms',
    ),
    ...stoppedFirms(screen, firms),
  ]
}

type Rates = { held: number; stopped: number }

function rates(
  screen: NameScreener,
  what: string,
  all: Question[],
  met: (rates: Rates) => boolean,
  goal: string,
): Line {
  let [held, stopped] = [0, 0]
  for (const { entry, ...names } of all) {
    const found = screen(names, '1980-01-01').filter((match) => entry === undefined || match.entry === entry)
    if (found.length > 0) stopped += 1
    if (found.some(({ holds }) => holds)) held += 1
  }
  const shares = { held: held / all.length, stopped: stopped / all.length }
  return line(
    what,
    `held ${percent(shares.held)} (${held}), stopped ${percent(shares.stopped)} (${stopped})`,
    goal,
    met(shares),
  )
}

/** `LAST, First Middle`: as a form asks for them. */
function listedPeople(lists: readonly DeniedPartyList[]): Question[] {
  return lists.flatMap(({ entries }) =>
    entries.flatMap(({ id, kind, names: [primary] }) => {
      const [, last = '', first = ''] = /^([^,]+), (\S{2,}) \S/.exec(primary?.name ?? '') ?? []
      return kind === 'person' && last !== '' && /^\p{L}/u.test(first)
        ? [{ person: `${first} ${last}`, company: '', entry: id }]
        : []
    }),
  )
}

function ordinaryNames(lists: readonly DeniedPartyList[]): [Question[], Question[]] {
  const listed = new Set(
    lists.flatMap(({ entries }) => entries.flatMap(({ names }) => names.map(({ name }) => nameKey(name)))),
  )
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

function stoppedFirms(screen: NameScreener, firms: Question[]): Line[] {
  return firms.flatMap(({ company }) => {
    const [best] = screen({ person: '', company }, '1980-01-01')
    return best ? [line(`  ${company}`, `${best.score} ${best.alias}${best.holds ? ', held' : ''}`, '', null)] : []
  })
}
