import { commonCompanyWords, companyForms, normaliseName, smallWords, steps } from 'name-screening'

/**
 * Whether an email domain's name (`example` of `example.co.uk`, in Unicode) may be the company's: it is the company's
 * words joined or shortened, contains the word that distinguishes this company from others, or is made of initials.
 */
export function domainFitsCompany(domainName: string, company: string): boolean {
  const written = company.normalize('NFC').toLowerCase()
  // A look-alike of the company's name, such as "exämple", is another domain.
  const beyondAscii = domainName.match(/\P{ASCII}/gu) ?? []
  if (beyondAscii.some((letter) => !written.includes(letter))) return false
  const spelledOut = written.replaceAll(/[äöüåø]/g, (letter) => spelling.get(letter) ?? letter)
  return (spelledOut === written ? [company] : [company, spelledOut]).some((one) => fitsAs(domainName, one))
}

/** How domains spell the letters that ASCII lacks, in German and the Nordic languages. */
const spelling = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['å', 'aa'],
  ['ø', 'oe'],
])

function fitsAs(domainName: string, company: string): boolean {
  const all = normaliseName(company.replaceAll('&', ' and ').replaceAll('+', ' plus ')).split(' ').filter(Boolean)
  const words = all.filter((word) => !companyForms.has(word) && !joiners.has(word))
  const significant = words.length > 0 ? words : all
  return domainsWithin(domainName.slice(0, longestDomain)).some((domain) => fits(domain, significant, all))
}

/** No label of a domain is longer (https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4). */
const longestDomain = 63

const joiners = new Set('and und y e et of the de der di la le'.split(' '))

/** What companies add to their name to get a domain. */
const before = /^(?:the|my|get|go|try|about|we|use|join|hi|team|with)(?=.{3})/
const after =
  /(?<=.{2})(?:inc|corp|corporation|co|company|companies|group|grp|hq|online|global|international|intl|usa|us|uk|eu|app|tech|web|net|ltd|llc|gmbh|ag|investors?|investor|holdings?|labs?|software|cloud|news|jobs|mail|bank|auto|energy|health|foods?|brands?|financial|ind|io|ai)$/

/** Returns the domain's name as it is, without hyphens, and without common additions. */
function domainsWithin(domainName: string): string[] {
  const domain = normaliseName(domainName).replaceAll(' ', '')
  const [bare, short] = [domain.replace(before, ''), domain.replace(after, '')]
  return [...new Set([domain, bare, short, short.replace(before, '')])].filter((one) => one !== '')
}

function fits(domain: string, words: string[], all: string[]): boolean {
  const together = words.join('')
  steps.taken += (words.length + all.length + 1) * domain.length
  if (domain === together || domain === all.join('')) return true
  if (together.length > (domain.length > 4 ? 2 : 1) && domain.startsWith(together)) return true
  if (together.length > 3 && domain.includes(together)) return true
  if (domain.length > 2 && words.length > 0 && together.startsWith(domain)) return true
  if (isInitials(domain, words) || isInitials(domain, all)) return true
  if (isMadeOf(domain, words) || isMadeOf(domain, all)) return true
  if (sharesStart(domain, together)) return true
  return words.some((word) => tells(word) && (holds(domain, word) || isBones(domain, word)))
}

/** Whether a word distinguishes one company from others. */
const tells = (word: string) => !commonCompanyWords.has(word) && !smallWords.has(word) && !companyForms.has(word)

const holds = (domain: string, word: string) =>
  domain === word ||
  (word.length > 3 && domain.includes(word)) ||
  (word.length === 3 && (domain.startsWith(word) || domain.endsWith(word))) ||
  (domain.length > 3 && word.startsWith(domain))

function isInitials(domain: string, words: readonly string[]): boolean {
  const letters = words.map((word) => word.slice(0, 1)).join('')
  if (letters.length < 2) return false
  return (
    domain === letters ||
    (letters.length > 2 && (domain.startsWith(letters) || (domain.length > 2 && letters.startsWith(domain))))
  )
}

/**
 * Whether the domain consists of beginnings of at least two words, in order from the first: "amfam", "conedison". Each
 * word extends the positions reached so far, so the work grows with words × letters² for any letters.
 */
function isMadeOf(domain: string, words: readonly string[]): boolean {
  if (words.length >= 12 || domain.length < 2 || domain.length >= 40) return false
  const [first = '', ...others] = words
  /** The positions at which a beginning of the first word can end, and those of several words. */
  const one = endsOf(domain, 0, first)
  const several = new Set<number>()
  for (const word of others)
    for (const at of new Set([...one, ...several])) for (const end of endsOf(domain, at, word)) several.add(end)
  return several.has(domain.length)
}

/** Returns the positions in the domain at which a beginning of the word, placed at `at`, can end. */
function endsOf(domain: string, at: number, word: string): number[] {
  const ends: number[] = []
  while (at + ends.length < domain.length && word[ends.length] === domain[at + ends.length])
    ends.push(at + ends.length + 1)
  steps.taken += ends.length + 1
  return ends
}

/** Whether the domain is a word without its vowels: "vrtx". */
function isBones(domain: string, word: string): boolean {
  if (domain.length < 3 || domain.length >= word.length || /[aeiou]/.test(domain) || domain[0] !== word[0]) return false
  let at = 0
  for (const letter of word) if (letter === domain[at]) at += 1
  return at === domain.length
}

/** Whether domain and company share most of their letters from the start: "usbank" of U.S. Bancorp. */
function sharesStart(domain: string, together: string): boolean {
  let same = 0
  while (same < domain.length && domain[same] === together[same]) same += 1
  return same > 3 && same >= 0.75 * domain.length
}
