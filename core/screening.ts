/** Export-control screening: facts in, outcome with its reasons out. Pure. */

/** PASS, PENDING (somebody must look) or FAIL (an administrator refused). */
export type DplStatus = 'PASS' | 'PENDING' | 'FAIL'

export type ReasonKind =
  | 'list'
  | 'personal-email'
  | 'disposable-email'
  | 'domain'
  | 'country-look'
  | 'unscreened'
  | 'administrator'

/** `key` names what was found, the same each time: an administrator's exception is for keys. `holds`: somebody must look first. */
export type Reason = {
  kind: ReasonKind
  key: string
  holds: boolean
  text: string
  list?: string
  entry?: string
  alias?: string
  score?: number
}

export type ListEntry = { id: string; names: readonly string[] }

/** A denied-party list in force, with the hash of what it was read from. */
export type DeniedPartyList = { name: string; hash: string; entries: readonly ListEntry[] }

export type ScreeningFacts = {
  firstName: string
  lastName: string
  company: string
  country: string
  /** The address's registrable domain (`example.co.uk`) and its name alone (`example`). */
  emailDomain: string
  emailDomainName: string
  personalEmail: boolean
  disposableEmail: boolean
}

export type Outcome = { dplStatus: 'PASS' | 'PENDING'; deniedCountry: boolean; reasons: Reason[] }

/** Words that say what a company is, not which one: left out when names are compared. */
const companyWords = new Set(
  'ab ag aps as asa bv co company corp corporation gmbh group holding holdings inc incorporated international kg kk limited llc llp lp ltd nv oy oyj plc pte pty pvt sa sarl sas sl spa srl the and und et y of de'.split(
    ' ',
  ),
)

/** A name for comparison: small letters without accents, words alone. */
export function normaliseName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const significantWords = (name: string) => {
  const words = normaliseName(name).split(' ').filter(Boolean)
  const significant = words.filter((word) => !companyWords.has(word))
  return significant.length > 0 ? significant : words
}

/** The same name whatever the order of its words and the form of the company. */
export function nameKey(name: string): string {
  return significantWords(name).toSorted().join(' ')
}

/**
 * Whether an e-mail domain's name may be the company's: it holds one of its words, is the words run together, or their
 * initials.
 */
export function domainFitsCompany(domainName: string, company: string): boolean {
  const domain = normaliseName(domainName).replaceAll(' ', '')
  const words = significantWords(company)
  const allWords = normaliseName(company).split(' ').filter(Boolean)
  const initials = [words, allWords].map((list) => list.map((word) => word.slice(0, 1)).join(''))
  const runTogether = [words.join(''), allWords.join('')]
  if (domain === '') return false
  if (
    initials.some(
      (letters) => letters.length > 1 && (domain === letters || (letters.length > 2 && domain.startsWith(letters))),
    )
  )
    return true
  if (
    runTogether.some(
      (name) =>
        domain === name ||
        (name.length > 1 && domain.startsWith(name)) ||
        (name.length > 2 && domain.includes(name)) ||
        (domain.length > 2 && name.startsWith(domain)),
    )
  )
    return true
  return words.some(
    (word) => word.length > 3 && (domain.includes(word) || (domain.length > 3 && word.includes(domain))),
  )
}

export function screen(
  facts: ScreeningFacts,
  lists: readonly DeniedPartyList[],
  countries: { denied: ReadonlySet<string>; look: ReadonlySet<string> },
): Outcome {
  const holds: Reason[] = []
  const looks: Reason[] = []
  const wanted = new Set([nameKey(`${facts.firstName} ${facts.lastName}`), nameKey(facts.company)])
  for (const list of lists) {
    for (const entry of list.entries) {
      const alias = entry.names.find((name) => wanted.has(nameKey(name)))
      if (alias)
        holds.push({
          kind: 'list',
          key: `list:${list.name}:${entry.id}`,
          holds: true,
          text: `Matches ${entry.id} on ${list.name}`,
          list: list.name,
          entry: entry.id,
          alias,
          score: 1,
        })
    }
  }
  const domain = (kind: ReasonKind, text: string) =>
    holds.push({ kind, key: `${kind}:${facts.emailDomain}:${nameKey(facts.company)}`, holds: true, text })
  if (facts.disposableEmail) domain('disposable-email', `${facts.emailDomain} gives out throw-away addresses`)
  else if (facts.personalEmail) domain('personal-email', `${facts.emailDomain} gives out personal addresses`)
  else if (!domainFitsCompany(facts.emailDomainName, facts.company))
    domain('domain', `${facts.emailDomain} does not fit the company`)
  if (countries.look.has(facts.country)) {
    const text = `Sanctions in ${facts.country} go by region`
    looks.push({ kind: 'country-look', key: `country-look:${facts.country}`, holds: false, text })
  }
  return {
    dplStatus: holds.length > 0 ? 'PENDING' : 'PASS',
    deniedCountry: countries.denied.has(facts.country),
    reasons: [...holds, ...looks],
  }
}

/** What is on record when the check itself could not be made: a missing check is never a pass. */
export function unscreened(country: string, countries: { denied: ReadonlySet<string> }): Outcome {
  return {
    dplStatus: 'PENDING',
    deniedCountry: countries.denied.has(country),
    reasons: [{ kind: 'unscreened', key: 'unscreened', holds: true, text: 'The check could not be made' }],
  }
}

/** The outcome for somebody whom an administrator has cleared of some reasons: those are not asked about again. */
export function withExceptions(outcome: Outcome, excepted: ReadonlySet<string>): Outcome {
  const reasons = outcome.reasons.filter((reason) => !excepted.has(reason.key))
  return { ...outcome, dplStatus: reasons.some((reason) => reason.holds) ? 'PENDING' : 'PASS', reasons }
}
