import { allFakers } from '@faker-js/faker'
import type { DeniedPartyList } from 'name-screening'
import { edits } from './edits.ts'
import { asWritten, whoIs } from './listed.ts'
import type { Random } from './random.ts'

export type Who = 'person' | 'company'
/** A name that must be found: the entry from which it was made, and how. */
export type Positive = { name: string; who: Who; list: string; entry: string; edit: string; from: string }
export type Negative = { name: string; who: Who; from: string }

/** Returns edited names of real entries, as many of each kind as its share in `edits.ts` states. */
export function positivesOf(lists: readonly DeniedPartyList[], count: number, random: Random): Positive[] {
  const pool = lists.flatMap((list) =>
    list.entries
      .filter(({ kind }) => kind === 'person' || kind === 'company')
      .flatMap((entry) =>
        entry.names.filter(({ quality }) => quality !== 'weak').map(({ name }) => ({ list: list.name, entry, name })),
      ),
  )
  const found: Positive[] = []
  for (const [edit, share] of Object.entries(edits)) {
    const wanted = Math.round(count * share.share)
    for (let made = 0, tries = 0; made < wanted && tries < wanted * 200; tries += 1) {
      const one = pool[random.below(pool.length)]
      if (!one) continue
      const name = share.make(asWritten(one.name, one.entry), whoIs(one.entry), random)
      if (name === null) continue
      made += 1
      found.push({ name, who: whoIs(one.entry), list: one.list, entry: one.entry.id, edit, from: one.name })
    }
  }
  return random.shuffled(found)
}

/** Returns common names of people and companies in many countries, from a package that the matcher does not use. */
export function negativesOf(count: number, seed: number): Negative[] {
  const fakers = Object.entries(allFakers).filter(([locale]) => !['base', 'eo', 'dv', 'en_AU_ocker'].includes(locale))
  const having = (has: (definitions: (typeof fakers)[number][1]['rawDefinitions']) => unknown) =>
    fakers.filter(([, faker]) => has(faker.rawDefinitions))
  const persons = having(({ person }) => person?.first_name && person.last_name)
  const companies = having(({ company, person }) => company && person?.last_name)
  for (const [, faker] of fakers) faker.seed(seed)
  const made = new Map<string, Negative>()
  const make = (from: typeof fakers, who: Who, name: (faker: (typeof fakers)[number][1]) => string) => {
    const wanted = made.size + count / 2
    for (let turn = 0; made.size < wanted && turn < count * 20; turn += 1) {
      const [locale, faker] = from[turn % from.length] ?? []
      if (!locale || !faker) continue
      const one = name(faker)
      made.set(`${who} ${one}`, { name: one, who, from: locale })
    }
  }
  make(persons, 'person', (faker) => `${faker.person.firstName()} ${faker.person.lastName()}`)
  make(companies, 'company', (faker) => faker.company.name())
  return [...made.values()]
}
