import { createNameScreener, defaultThresholds, type ListEntry } from './name-screening.ts'

/** Measures how long a list of fictional people takes to be indexed, and a person to be compared. */
const size = 25_000
const asked = 1_000

let seed = 7
/** A linear congruential generator: the same names in every run. */
const random = (max: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * max)
}
const syllables = 'ba ko ri ma to ne shi var dul gan pet ros mil zan ek ov in ur tal hem bri dor fel yas qar lun'.split(
  ' ',
)
const word = (): string => Array.from({ length: 2 + random(2) }, () => syllables[random(syllables.length)]).join('')

const people = Array.from({ length: size }, () => ({ first: word(), last: word() }))
const entries = people.map(({ first, last }, at): ListEntry => ({
  id: String(at),
  kind: 'person',
  names: [{ name: `${last.toUpperCase()}, ${first}`, quality: 'primary' }],
  programmes: [],
}))

let begun = performance.now()
const screen = createNameScreener([{ name: 'Bench', hash: '', date: '2027-01-01', entries }], defaultThresholds)
report(`an index of ${size} names`, performance.now() - begun)

const misspelt = (name: string): string => {
  const at = 1 + random(name.length - 2)
  return name.slice(0, at) + name.slice(at + 1)
}
const questions = Array.from({ length: asked }, () => {
  const { first = '', last = '' } = people[random(size)] ?? {}
  return { exact: `${first} ${last}`, misspelt: `${first} ${misspelt(last)}`, unlisted: `${word()}x ${word()}x` }
})
for (const kind of ['exact', 'misspelt', 'unlisted'] as const) {
  begun = performance.now()
  for (const { [kind]: person } of questions) screen({ person, company: '' }, '2027-01-01')
  report(`a person, ${kind}`, (performance.now() - begun) / asked)
}

function report(what: string, ms: number): void {
  console.log(`${what.padEnd(28)} ${ms.toFixed(2).padStart(9)} ms`)
}
