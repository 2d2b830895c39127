import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '../../contract/contract.ts'
import { mapFile, mapRows, type MapRow } from '../docs/specification-map.ts'
import { numberedTitles, titlesOf, type TestTitle } from '../docs/test-titles.ts'
import { root } from '../run.ts'

const securityFile = 'docs/security.md'
const callsHeading = /^## 7\b/
const beyondHeading = /^## 10\b/

/**
 * Checks what the generator of the map cannot: each statement has a unique number, a source and a test; each `file` ›
 * text exists; no test names an unknown statement; the calls of sections 7 and 10 are those of the contract. Returns
 * the faults, one per line.
 */
export function checkMap(base: string = root, calls: readonly string[] = Object.keys(contract)): string[] {
  const rows = mapRows(readFileSync(join(base, mapFile), 'utf8').split('\n'))
  const titles = numberedTitles(base)
  const proved = new Set(titles.flatMap(({ statements }) => statements))
  return [
    ...rows.flatMap((row, index) => rowFaults(base, row, proved, rows.slice(0, index))),
    ...unknownNumbers(titles, rows),
    ...checkCalls(rows, calls),
  ]
}

/** Checks that every test and file named by the security page exists. Returns the faults, one per line. */
export function checkSecurity(base: string = root): string[] {
  const text = readFileSync(join(base, securityFile), 'utf8')
  return text.split('\n').flatMap((line, index) => {
    // Tests marked as expected do not exist yet.
    const [confirmed = ''] = line.replaceAll('\\|', '|').split(/,? expected:|Expected:/)
    const named = [
      ...confirmed.matchAll(
        /`((?:packages|domain|contract|i18n|platform|identity|licence|connect|server|web|scripts|docs|test)\/[^`]+)`(?: › ([^|<]+?)(?=<br>|\s*\||, `|\. [A-Z]|$))?/g,
      ),
    ]
    const faults = named.map(([, file = '', title = '']) => {
      const text = title.trim()
      return text === '' ? sourceFault(base, { file, text: '' }, true) : testFault(base, { file, text })
    })
    return faults.filter((fault) => fault !== undefined).map((fault) => `${securityFile}:${index + 1}: ${fault}`)
  })
}

function rowFaults(base: string, { at, cells }: MapRow, proved: Set<string>, before: MapRow[]): string[] {
  const [number = '', , sources] = cells
  const items = itemsOf(sources)
  const faults = [
    cells.length === 4 ? undefined : `has ${cells.length} cells, not four`,
    before.some((row) => row.cells[0] === number) ? `the number ${number} is taken` : undefined,
    proved.has(number) ? undefined : `no test title ends with [${number}]`,
    items.length === 0 ? 'names no file' : undefined,
    ...items.map((item) => sourceFault(base, item)),
  ]
  return faults.filter((fault) => fault !== undefined).map((fault) => `${mapFile}:${at}: ${fault}`)
}

function unknownNumbers(titles: readonly TestTitle[], rows: readonly MapRow[]): string[] {
  const known = new Set(rows.map(({ cells }) => cells[0]))
  return titles.flatMap(({ file, title, statements }) =>
    statements
      .filter((number) => !known.has(number))
      .map((number) => `${file}: ‘${title}’ names the statement ${number}, which ${mapFile} does not have`),
  )
}

type Item = { file: string; text: string }

/** Reads `file`, or `file` › text, several separated by <br>. Text without a `quoted` name is for readers. */
function itemsOf(cell = ''): Item[] {
  return cell
    .replaceAll('\\|', '|')
    .split('<br>')
    .filter((item) => item.includes('`'))
    .map((item) => {
      const [, file = item, text = ''] = /^`([^`]+)`(?:\s*›\s*(.+))?$/.exec(item.trim()) ?? []
      return { file, text: text.trim() }
    })
}

function sourceFault(base: string, { file, text }: Item, mayBeFolder = false): string | undefined {
  if (!existsSync(join(base, file))) return `there is no ${file}`
  if (mayBeFolder) return undefined
  return readFileSync(join(base, file), 'utf8').includes(text) ? undefined : `${file} has no ‘${text}’`
}

function testFault(base: string, { file, text }: Item): string | undefined {
  if (!file.endsWith('.test.ts')) return `${file} is no test`
  if (!existsSync(join(base, file))) return `there is no ${file}`
  if (text === '') return `says no title of ${file}`
  const titles = titlesOf(file, readFileSync(join(base, file), 'utf8'))
  return titles.some((title) => title.includes(text)) ? undefined : `${file} has no test ‘${text}’`
}

function checkCalls(rows: readonly MapRow[], calls: readonly string[]): string[] {
  const named = (heading: RegExp) =>
    rows
      .filter((row) => heading.test(row.heading))
      .flatMap(({ at, cells }) =>
        [...(cells[1] ?? '').matchAll(/`(GET|POST|DELETE|PUT|PATCH) ([^`?]+)[^`]*`/g)].map(([, method, path]) => ({
          at,
          call: `${method} ${path}`,
        })),
      )
  const all = [...named(callsHeading), ...named(beyondHeading)]
  const known = new Set(calls)
  const mapped = new Set(all.map(({ call }) => call))
  return [
    ...all
      .filter(({ call }) => !known.has(call))
      .map(({ at, call }) => `${mapFile}:${at}: ${call} is not in the contract`),
    ...calls.filter((call) => !mapped.has(call)).map((call) => `${mapFile}: says nothing of ${call}`),
  ]
}
