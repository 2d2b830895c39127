import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../domain/language.ts'

/** A text of a catalogue, with its path. */
export type Saying = { path: string; text: string }

const folder = join(import.meta.dirname, '../../i18n')

/** Returns the names of a language's catalogues. */
export function catalogues(language: Language): string[] {
  const files = readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.ts')).toSorted()
}

/** The catalogues of sentences and labels, without those of formats and lists of choices, and without the server's selection of others. */
export const sentenceFiles = catalogues('en').filter(
  (file) => !/^(forms\/)?(locale|choices|countries|moments|server-words)\.ts$/.test(file),
)

/** Returns every text of a catalogue. Its functions are called with arguments that can be recognized in the result. */
export async function sayings(language: Language, file: string): Promise<Saying[]> {
  return saidBy(await import(join(folder, language, file)), file)
}

/** The arguments of the functions: 7000 first, then 7001 and so on, however numbers are formatted. */
export const given = /700\d/g

/**
 * Returns an argument that can stand for a text, a number, several texts, or an object with parts, each with a number
 * of its own.
 */
function argument(place: number): unknown {
  const text = `700${place}`
  const parts = ['entry', 'list', 'endDate', 'text'].map((part, at) => [part, `700${place + at + 1}`])
  return Object.assign(new String(text), Object.fromEntries(parts), ofListFindings, {
    join: () => text,
    status: 'active',
    kind: 'other',
    key: 'other',
    amount: Number(`700${place + 1}`),
    currency: 'usd',
    domain: '7001',
    country: 'UA',
    region: '7002',
    changes: [{ field: 'company', before: '7001', after: '7002' }],
  })
}

/** The values that list-findings.ts names: texts and numbers, and lists of texts. */
const findingValues =
  'file line reason found expected column number detail other before now aliases entries aliasFile mainFile megabytes seconds date'
const ofListFindings = Object.fromEntries([
  ...findingValues.split(' ').map((name, at) => [name, `700${at % 10}`]),
  ...['columns', 'present', 'missing', 'files'].map((name, at) => [name, [`700${at}`]]),
])

function saidBy(value: unknown, path: string): Saying[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value === 'function') {
    const say = value as (...given: unknown[]) => unknown
    const args = Array.from({ length: say.length }, (_, place) => argument(place))
    return [...saidBy(say(...args), `${path}()`), ...saidOfFew(say, path)]
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value ?? {})
  return entries.flatMap(([key, inner]) => saidBy(inner, `${path}.${String(key)}`))
}

/** Returns the texts for none and for one, if an argument can be a number. */
function saidOfFew(say: (...given: unknown[]) => unknown, path: string): Saying[] {
  return [0, 1].flatMap((amount) => {
    try {
      const said = saidBy(say(...Array.from({ length: say.length }, () => amount)), `${path}(${amount})`)
      // A function of an object, for which a number means nothing.
      return said.some(({ text }) => text.includes('undefined')) ? [] : said
    } catch (error) {
      if (error instanceof TypeError || error instanceof RangeError) return []
      throw error
    }
  })
}
