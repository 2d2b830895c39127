import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'
import { numberedTitles } from './test-titles.ts'

export const mapFile = 'docs/specification-map.md'

/** A row of the map: number, statement, where it is implemented, proof. */
export type MapRow = { at: number; heading: string; cells: string[] }

/** Returns the map with its last column generated from the test titles. The other columns are kept. */
export function specificationMap(base: string = root): string {
  const titles = numberedTitles(base)
  const lines = readFileSync(join(base, mapFile), 'utf8').split('\n')
  for (const { at, cells } of mapRows(lines)) {
    const [number = '', ...others] = cells
    const proof = titles
      .filter(({ statements }) => statements.includes(number))
      .map(({ file, title }) => `\`${file}\` › ${title.replaceAll('|', '\\|')}`)
    lines[at - 1] = `| ${[number, ...others.slice(0, 2), proof.join('<br>')].join(' | ')} |`
  }
  return lines.join('\n')
}

/** The rows of the tables, without their heads. `at` counts lines from 1. */
export function mapRows(lines: readonly string[]): MapRow[] {
  const rows: MapRow[] = []
  let heading = ''
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('#')) heading = line
    // A bar that belongs to a cell is written \|.
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    if (line.startsWith('|') && !/^\|[\s:|-]+$/.test(line) && cells[1] !== 'No.')
      rows.push({ at: index + 1, heading, cells: cells.slice(1, -1) })
  }
  return rows
}
