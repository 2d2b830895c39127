import type { EntryKind, ListedName, ListEntry, NameQuality } from '../list.ts'
import { entryDetails, joinDetails, type CountryFinder, type StatedDetails } from './entry-details.ts'

export type ListRow = {
  id: string
  kind: EntryKind
  name: string
  aliases?: readonly { name: string; quality: NameQuality }[]
  programmes: readonly string[]
  expires?: string | undefined
  details?: StatedDetails | undefined
}

type CollectedEntry = { entry: ListEntry; names: Map<string, ListedName> }

/**
 * Collects the entries of a list. Rows with the same id are one entry, because some lists have a row for each address:
 * their names are combined, and the order ends with the latest end.
 */
export function gatherEntries(countryIn: CountryFinder) {
  const kept = new Map<string, CollectedEntry>()

  function add({ id, kind, name, aliases = [], programmes, expires, details }: ListRow): void {
    const before = kept.get(id)
    const names = before?.names ?? new Map<string, ListedName>()
    for (const listed of [...splitName(name, before ? 'strong' : 'primary'), ...aliases]) {
      const known = names.get(listed.name)
      if (listed.name !== '' && (!known || known.quality === 'weak')) names.set(listed.name, listed)
    }
    const ends = before ? laterOf(before.entry.expires, expires) : expires
    const told = joinDetails(before?.entry.details, details && entryDetails(details, countryIn))
    kept.set(id, {
      names,
      entry: {
        id,
        kind: before?.entry.kind ?? kind,
        names: [],
        programmes: [...new Set([...(before?.entry.programmes ?? []), ...programmes])],
        ...(ends !== undefined && { expires: ends }),
        ...(told && { details: told }),
      },
    })
  }

  return {
    add,
    has: (id: string) => kept.has(id),
    all: (): ListEntry[] => [...kept.values()].map(({ entry, names }) => ({ ...entry, names: [...names.values()] })),
  }
}

/** Returns the later of two order ends; an order without an end is the latest. */
function laterOf(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return undefined
  return one > other ? one : other
}

const insideBrackets = /(?<!\s)\s*\((?:[afn]\.?\s?k\.?\s?a\.?)[:,]?\s([^()]+)\)/gi

/** Without the slashes or dots, as in "Aka", it could be a word of a name. */
const outsideBrackets = /(?<!\s)\s+(?:[afn]\/k\/a|d\/b\/a|[afn]\.k\.a\.|d\.b\.a\.)[:,]?\s+/i

/**
 * Returns a name unchanged, or each name if it contains others: `PEARL (A.K.A. NEI-CHIEN CHU) LI`, `ANN CHU D/B/A CHU
 * TRADING`.
 */
function splitName(name: string, quality: NameQuality): ListedName[] {
  const inside = [...name.matchAll(insideBrackets)].map(([, other = '']) => other.trim())
  const [alone = '', ...others] = name.replaceAll(insideBrackets, '').trim().split(outsideBrackets)
  return [
    { name: alone, quality },
    ...[...others, ...inside].map((other) => ({ name: other, quality: 'strong' as const })),
  ]
}
