import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { contract } from '../../contract/contract.ts'
import { root } from '../run.ts'

const mapFile = 'docs/specification-map.md'
const securityFile = 'docs/security.md'
const callsHeading = /^## 7\b/
const beyondHeading = /^## Beyond\b/

type Line = { at: number; heading: string; cells: string[] }

/**
 * Checks that the map of the specification is true as far as sources tell: each line of its tables has three cells
 * (statement, where it lives, its proof); in the last two every `file` is there, and every `file` › text has that text,
 * a test's as part of a title. The calls that section 7 and the last section name are the contract's, all of them. The complaints, one a line.
 */
export function checkMap(base: string = root, calls: readonly string[] = Object.keys(contract)): string[] {
  const lines = linesOf(readFileSync(join(base, mapFile), 'utf8'))
  return [...lines.flatMap((line) => complaintsOf(base, line)), ...checkCalls(lines, calls)]
}

/** Checks that every test and file that the page about security names is there. The complaints, one a line. */
export function checkSecurity(base: string = root): string[] {
  const text = readFileSync(join(base, securityFile), 'utf8')
  return text.split('\n').flatMap((line, index) => {
    // What is only expected is not there yet.
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

/** The lines of the tables, but for their heads. */
function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let heading = ''
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('#')) heading = line
    // A bar that belongs to a cell is written \|.
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    if (line.startsWith('|') && !/^\|[\s:|-]+$/.test(line) && cells[1] !== 'Statement')
      lines.push({ at: index + 1, heading, cells: cells.slice(1, -1) })
  }
  return lines
}

function complaintsOf(base: string, { at, cells }: Line): string[] {
  const [sources, tests] = [itemsOf(cells[1]), itemsOf(cells[2])]
  const faults =
    cells.length === 3
      ? [
          sources.length === 0 ? 'names no file it lives in' : undefined,
          tests.length === 0 ? 'names no test' : undefined,
          ...sources.map((item) => sourceFault(base, item)),
          ...tests.map((item) => testFault(base, item)),
        ]
      : [`has ${cells.length} cells, not three`]
  return faults.filter((fault) => fault !== undefined).map((fault) => `${mapFile}:${at}: ${fault}`)
}

type Item = { file: string; text: string }

/** `file`, or `file` › text, several with <br> between them. What has no `quoted` name is for people. */
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

/** The titles of a file's tests that are run; what a template fills in is an ellipsis. */
function titlesOf(file: string, source: string): string[] {
  const titles: string[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (callee.type !== 'Identifier' || !['test', 'it', 'describe'].includes(callee.name)) return
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
      if (title?.type === 'TemplateLiteral') titles.push(title.quasis.map(({ value }) => value.cooked).join('…'))
    },
  }).visit(parseSync(file, source).program)
  return titles
}

function checkCalls(lines: readonly Line[], calls: readonly string[]): string[] {
  const named = (heading: RegExp) =>
    lines
      .filter((line) => heading.test(line.heading))
      .flatMap(({ at, cells }) =>
        [...(cells[0] ?? '').matchAll(/`(GET|POST|DELETE|PUT|PATCH) ([^`?]+)[^`]*`/g)].map(([, method, path]) => ({
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
