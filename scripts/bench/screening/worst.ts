import { defaultThresholds, type DeniedPartyList } from 'name-screening'
import { createScreener } from '../../../domain/screening/screening.ts'
import { cpuSince } from './cost.ts'
import { line, type BenchResult } from '../bench-result.ts'

/** Fills a field to its maximum length. */
const full = (text: string) => Array.from(text).slice(0, 99).join('')

const common = 'muhammad ahmad ali hassan hussein abdul omar khan ibrahim ismail yusuf mahmud khalid said abu bin al'
const misspelt = 'muhamad ahmd aly hasan husein abdl omer kahn ibrahm ismal yusf mahmd khald sid'
const business = 'general trading company international petroleum shipping bank industries group holding iran korea'
const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(2)

/**
 * People whose names are constructed to take long: many common words, words with a typing error each, expanding
 * letters.
 */
const people: [firstName: string, lastName: string, company: string, domain: string][] = [
  [common, common.split(' ').toReversed().join(' '), business, 'x'],
  [misspelt, misspelt.split(' ').toReversed().join(' '), misspelt, 'x'],
  ['\u{FDFA}'.repeat(99), '\u{FDFA}'.repeat(99), '\u{FDFA}'.repeat(99), 'x'],
  ['中国'.repeat(49), '公司'.repeat(49), '有限公司'.repeat(24), 'x'],
  [letters, letters, letters, 'abcdefghijk'],
  ['a'.repeat(99), 'muhammad'.repeat(12), `${'aaaaaaaa '.repeat(10)}zz`, `${'a'.repeat(38)}b`],
]

/** Measures the processor time of the slowest person, the fastest of five rounds each, without a warm cache. */
export function worstPersonLine(lists: readonly DeniedPartyList[]): BenchResult {
  const rounds = Array.from({ length: 5 }, () => {
    const screen = createScreener(lists, { denied: new Set(), look: new Set() }, defaultThresholds)
    screen(factsOf(['Jane', 'Doe', 'Northwind Bottling', 'northwind']), '1980-01-01')
    return people.map((person) => {
      const begun = process.cpuUsage()
      screen(factsOf(person), '1980-01-01')
      return cpuSince(begun)
    })
  })
  const each = people.map((_, at) => Math.min(...rounds.map((round) => round[at] ?? Infinity)))
  const worst = Math.max(...each)
  const seen = `${worst.toFixed(1)} ms of one core (${each.map((ms) => ms.toFixed(1)).join(', ')})`
  return line('the person who takes longest', seen, '≤ 20 ms', worst <= 20)
}

function factsOf([firstName, lastName, company, emailDomainName]: (typeof people)[number]) {
  const rest = { country: 'GB', emailDomain: 'one.example', personalEmail: false, disposableEmail: false }
  return { firstName: full(firstName), lastName: full(lastName), company: full(company), emailDomainName, ...rest }
}
