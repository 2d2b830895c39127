import { createNameScreener, defaultThresholds, type DeniedPartyList, type NameScreener } from 'name-screening'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nameKey } from '../../../domain/screening/screening.ts'
import { root } from '../../run.ts'
import { median } from '../load.ts'
import { cpuSince, memory } from './cost.ts'
import { measureCustomers } from './customers.ts'
import { measureDomains } from './domains.ts'
import { readLists } from './lists.ts'
import { keysOf } from './listed.ts'
import { measureOperatingPoint } from './operating-point.ts'
import { negativesOf, positivesOf, type Negative, type Positive } from './names.ts'
import { plainJaroWinkler, plainTrigrams, type PlainSearch } from './plain.ts'
import { seededRandom } from './random.ts'
import { worstPersonLine } from './worst.ts'
import { line, percent, type BenchResult } from '../bench-result.ts'

/** The number of generated names (docs/decisions/0012); the kinds of edits and their shares are in `edits.ts`. */
const made = { seed: 2026, positives: 2400, negatives: 20_400, plain: 300, people: 5000 }
const folder = process.env['SCREENING_DIR'] ?? join(root, '../shared/screening')
const allowed = { hold: 0.001, look: 0.005 }

/**
 * The scores of a name: its best match that causes a hold, its best match, and (for a positive) that of its own entry.
 */
type Scored = { hold: number; best: number; own: number; edit: string; name: string }
type Half = { positives: Scored[]; negatives: Scored[] }

/**
 * Measures how well screening distinguishes listed names from others, and how fast: thresholds are chosen on one half,
 * and evaluated on the other.
 */
export async function measureScreening(): Promise<BenchResult[]> {
  const domains = await measureDomains()
  if (!existsSync(folder))
    return [
      ...domains,
      { what: 'screening', seen: 'no official lists in SCREENING_DIR or ../shared/screening', goal: '', met: null },
    ]
  const lists = await readLists(folder)
  const before = memory()
  const begun = process.cpuUsage()
  const screenNames = createNameScreener(lists, { hold: lowest, look: lowest })
  const built = cpuSince(begun) / 1000
  const megabytes = (memory() - before) / 1e6

  const random = seededRandom(made.seed)
  const positives = positivesOf(lists, made.positives, random)
  const listed = keysOf(lists)
  const negatives = random
    .shuffled(negativesOf(made.negatives, made.seed))
    .filter(({ name }) => !listed.has(nameKey(name)))
  const times: number[] = []
  const scored = (name: Positive | Negative) => {
    const start = process.cpuUsage()
    const score = scoreOf(screenNames, name)
    times.push(cpuSince(start))
    return score
  }
  const [chosenOn, seenOn] = halves(positives.map(scored), negatives.map(scored))
  const look = thresholdFor(
    chosenOn.negatives.map(({ best }) => best),
    allowed.look,
  )
  const hold = thresholdFor(
    chosenOn.negatives.map(({ hold }) => hold),
    allowed.hold,
  )
  const seen = ratesAt(seenOn, { hold, look })
  const product = ratesAt(seenOn, defaultThresholds)
  print(seenOn, made.seed)
  const sizes = `${seenOn.positives.length} and ${seenOn.negatives.length} names`
  return [
    line(`recall, hold or look (at ${look})`, `${percent(seen.recall)} of ${sizes}`, '≥ 98 %', seen.recall >= 0.98),
    line(`false alarms, hold (at ${hold})`, percent(seen.held), '≤ 0.1 %', seen.held <= allowed.hold),
    line('false alarms, look', percent(seen.looked), '≤ 0.5 %', seen.looked <= allowed.look),
    line(
      `as the product is set (${defaultThresholds.hold}, ${defaultThresholds.look})`,
      `recall ${percent(product.recall)}, held ${percent(product.held)}, looked at ${percent(product.looked)}`,
      '',
      null,
    ),
    ...measureOperatingPoint(lists),
    ...measureCustomers(lists),
    ...plainLines(lists, positives, negatives),
    line('one name, median', `${median(times).toFixed(2)} ms of one core`, '≤ 5 ms', median(times) <= 5),
    everybodyLine(lists, negatives),
    worstPersonLine(lists),
    line(
      'lists ready',
      `${built.toFixed(1)} s of one core, ${megabytes.toFixed(0)} MB more`,
      '≤ 150 MB',
      megabytes <= 150,
    ),
    ...domains,
  ]
}

/** The lowest score that may matter for the curve. */
const lowest = 0.6

function scoreOf(screenNames: NameScreener, one: Positive | Negative): Scored {
  const found = screenNames(
    { person: one.who === 'person' ? one.name : '', company: one.who === 'company' ? one.name : '' },
    '1980-01-01',
  )
  const most = (scores: number[]) => Math.max(0, ...scores)
  const own = 'entry' in one ? found.filter(({ list, entry }) => list === one.list && entry === one.entry) : []
  return {
    hold: most(found.filter(({ holds }) => holds).map(({ score }) => score)),
    best: most(found.map(({ score }) => score)),
    own: most(own.map(({ score }) => score)),
    edit: 'edit' in one ? one.edit : '',
    name: one.name,
  }
}

function halves(positives: Scored[], negatives: Scored[]): [Half, Half] {
  const half = (odd: 0 | 1): Half => ({
    positives: positives.filter((_, at) => at % 2 === odd),
    negatives: negatives.filter((_, at) => at % 2 === odd),
  })
  return [half(0), half(1)]
}

/**
 * Returns the lowest threshold, in steps of a hundredth, with no more false alarms than allowed, and a margin of a
 * tenth.
 */
function thresholdFor(scores: readonly number[], share: number): number {
  for (let hundredths = lowest * 100; hundredths < 100; hundredths += 1)
    if (alarms(scores, hundredths / 100) <= share * 0.9) return Math.round(hundredths) / 100
  return 1
}

const alarms = (scores: readonly number[], threshold: number) =>
  scores.filter((score) => score >= threshold).length / scores.length

function ratesAt({ positives, negatives }: Half, { hold, look }: { hold: number; look: number }) {
  return {
    recall: alarms(
      positives.map(({ own }) => own),
      look,
    ),
    held: alarms(
      negatives.map((one) => one.hold),
      hold,
    ),
    looked: alarms(
      negatives.map(({ best }) => best),
      look,
    ),
  }
}

function print(half: Half, seed: number): void {
  console.log(`  seed ${seed}; threshold, recall, false alarms`)
  for (let hundredths = 66; hundredths <= 96; hundredths += 2) {
    const { recall, looked } = ratesAt(half, { hold: 1, look: hundredths / 100 })
    console.log(`  ${(hundredths / 100).toFixed(2)}  ${percent(recall).padStart(8)}  ${percent(looked).padStart(7)}`)
  }
  for (const [edit, all] of Map.groupBy(half.positives, ({ edit }) => edit)) {
    const missed = all.filter(({ own }) => own < defaultThresholds.look)
    console.log(`  ${edit}: ${missed.length} of ${all.length} missed`)
  }
}

/** Measures a check of new people with companies, with the product's settings. Its caches help later ones. */
function everybodyLine(lists: DeniedPartyList[], negatives: Negative[]): BenchResult {
  const screenNames = createNameScreener(lists, defaultThresholds)
  const named = (wanted: 'person' | 'company') => negatives.filter(({ who }) => who === wanted).map(({ name }) => name)
  const [people, companies] = [named('person').slice(0, made.people), named('company')]
  const start = process.cpuUsage()
  for (const [at, person] of people.entries()) screenNames({ person, company: companies[at] ?? '' }, '1980-01-01')
  const each = cpuSince(start) / people.length
  const seen = `${each.toFixed(2)} ms of one core, the mean of ${people.length}`
  return line('a person with a company', seen, '≤ 1.8 ms', each <= 1.8)
}

/** Measures some of the same names with the two simplest searches, each at its own threshold. */
function plainLines(lists: DeniedPartyList[], positives: Positive[], negatives: Negative[]): BenchResult[] {
  const searches: [string, PlainSearch][] = [
    ['plain Jaro-Winkler', plainJaroWinkler(lists)],
    ['plain trigrams', plainTrigrams(lists)],
  ]
  return searches.map(([what, search]) => {
    const wrong = negatives.slice(0, made.plain * 4).map(({ name }) => search(name, null).best)
    const right = positives.slice(0, made.plain).map(({ name, list, entry }) => search(name, `${list} ${entry}`).wanted)
    const threshold = thresholdFor(wrong, allowed.look)
    return line(
      `${what} (at ${threshold})`,
      `recall ${percent(alarms(right, threshold))} at the same false alarms`,
      '',
      null,
    )
  })
}
