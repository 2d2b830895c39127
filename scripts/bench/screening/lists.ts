import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeniedPartyList, EntryKind, ListEntry, ListedName } from '../../../domain/screening/list.ts'

/** The official files, read as quickly as a measure needs them. */
export async function readLists(folder: string): Promise<DeniedPartyList[]> {
  const text = (name: string) => readFile(join(folder, name), 'latin1')
  const [sdn, alt, csl, dpl] = await Promise.all(['sdn.csv', 'alt.csv', 'csl.csv', 'dpl.txt'].map(text))
  return [
    ofac(cells(sdn ?? '', ','), cells(alt ?? '', ',')),
    consolidated(cells(csl ?? '', ',')),
    denied(cells(dpl ?? '', '\t')),
  ]
}

const listed = (name: string, quality: ListedName['quality']): ListedName => ({ name: name.trim(), quality })
const list = (name: string, entries: ListEntry[]): DeniedPartyList => ({
  name,
  hash: name,
  date: '2020-01-01',
  entries,
})

const kinds: Record<string, EntryKind> = {
  individual: 'person',
  entity: 'company',
  vessel: 'vessel',
  aircraft: 'aircraft',
  '-0-': 'company',
}
const kindOf = (text = ''): EntryKind => kinds[text.trim().toLowerCase()] ?? 'other'

function ofac(sdn: string[][], alt: string[][]): DeniedPartyList {
  const aliases = Map.groupBy(alt, ([id]) => id)
  return list(
    'SDN',
    sdn
      .filter((row) => row.length > 3)
      .map(([id = '', name = '', kind = '', programme = '', ...rest]) => ({
        id,
        kind: kindOf(kind),
        names: [
          listed(name, 'primary'),
          ...(aliases.get(id) ?? []).map((row) => listed(row[3] ?? '', 'strong')),
          ...[...(rest.at(-1) ?? '').matchAll(/a\.k\.a\. '([^']+)'/g)].map((found) => listed(found[1] ?? '', 'weak')),
        ],
        programmes: [programme],
      })),
  )
}

function consolidated([header = [], ...rows]: string[][]): DeniedPartyList {
  const at = (column: string) => header.indexOf(column)
  return list(
    'CSL',
    rows
      .filter((row) => (row[at('name')] ?? '') !== '')
      .map((row, number) => ({
        id: row[at('entity_number')] || `row-${number}`,
        kind: kindOf(row[at('type')]),
        names: [
          listed(row[at('name')] ?? '', 'primary'),
          ...(row[at('alt_names')] ?? '')
            .split(';')
            .filter((name) => name.trim() !== '')
            .map((name) => listed(name, 'strong')),
        ],
        programmes: [row[at('programs')] ?? ''],
      })),
  )
}

function denied([, ...rows]: string[][]): DeniedPartyList {
  const names = new Map(rows.filter(([name = '']) => name.trim() !== '').map((row) => [row[0]?.trim() ?? '', row]))
  return list(
    'DPL',
    [...names.keys()].map((name) => ({ id: name, kind: 'other', names: [listed(name, 'primary')], programmes: [] })),
  )
}

function cells(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false]
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (quoted && letter === '"' && text[at + 1] === '"') cell += text[(at += 1)]
    else if (letter === '"') quoted = !quoted
    else if (!quoted && letter === separator) {
      row.push(cell)
      cell = ''
    } else if (!quoted && letter === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
    } else if (letter !== '\r') cell += letter
  }
  return row.length > 0 ? [...rows, [...row, cell]] : rows
}
