import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sentenceOfFinding, type ListFinding } from '../../../domain/screening/list-findings.ts'
import { listFindingMessages } from '../../../i18n/en/admin/screening/list-findings.ts'
import { ListFault } from 'name-screening/lists'
import { FileFault } from '../../../server/screening/lists/folder.ts'
import { whenOver } from '../when-over.ts'

/** Returns the English sentence of a finding. */
export const inEnglish = (finding: ListFinding): string => sentenceOfFinding(finding, listFindingMessages)

/** Returns a check of the reason for which a file is rejected, for `assert.throws` and `assert.rejects`. */
export const rejects = (sentence: RegExp) => (error: unknown) =>
  (error instanceof ListFault || error instanceof FileFault) && sentence.test(inEnglish(error.finding))

/** Creates a folder for lists; it is removed when the tests of the file are over. */
export function givenAFolder(): { path: string; put(file: string, content: string | Uint8Array): string } {
  const path = mkdtempSync(join(tmpdir(), 'tillhouse-lists-'))
  whenOver(() => rmSync(path, { recursive: true, force: true }))
  return {
    path,
    put(file, content) {
      const whole = join(path, file)
      writeFileSync(whole, content)
      return whole
    },
  }
}

const consolidatedColumns =
  'source,entity_number,type,programs,name,title,addresses,federal_register_notice,start_date,end_date,standard_order,license_requirement,license_policy,call_sign,vessel_type,gross_tonnage,gross_registered_tonnage,vessel_flag,vessel_owner,remarks,source_list_url,alt_names,citizenships,dates_of_birth,nationalities,places_of_birth,source_information_url,ids'.split(
    ',',
  )

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Returns a Consolidated Screening List in its publisher's format, in the layout of 28 columns or the one of 29. */
export function aConsolidatedList(
  rows: readonly Record<string, string>[],
  { columns = 28, end = '\n' }: { columns?: 28 | 29; end?: string } = {},
): string {
  const names = columns === 29 ? ['_id', ...consolidatedColumns] : consolidatedColumns
  const lines = rows.map((row, place) => {
    const given: Record<string, string> = {
      _id: `f00d${place}`,
      source: 'Entity List (EL) - Bureau of Industry and Security',
      ...row,
    }
    return names.map((name) => quoted(given[name] ?? '')).join(',')
  })
  return [names.join(','), ...lines].map((line) => line + end).join('')
}

/** Returns a number of rows about fictional people. */
export function manyNames(amount: number, from = 0): { name: string }[] {
  return Array.from({ length: amount }, (_, at) => ({ name: `Nobody Particular Works No ${from + at}` }))
}

/** Returns `sdn.csv` in OFAC's format: no header, `-0-` for empty values. */
export function anSdn(
  rows: readonly { number: number; name: string; type?: string; programme?: string; remarks?: string }[],
) {
  const cell = (text: string | undefined) => (text === undefined ? '-0- ' : `"${text}"`)
  return rows
    .map(({ number, name, type, programme = 'CUBA', remarks }) =>
      [number, cell(name), cell(type), cell(programme), ...Array<string>(7).fill('-0- '), cell(remarks)].join(','),
    )
    .map((line) => `${line}\r\n`)
    .join('')
}

export function anAlt(rows: readonly { number: number; name: string }[]): string {
  return `${rows.map(({ number, name }, at) => `${number},${at},"aka","${name}",-0- \r\n`).join('')}\u001A`
}

export function anAdd(numbers: readonly number[]): string {
  return numbers.map((number, at) => `${number},${at},-0- ,"Havana","Cuba",-0- \r\n`).join('')
}

/** Returns `dpl.txt`: tabs and quotes. */
export function aDpl(rows: readonly { name: string; began?: string; expires?: string }[]): string {
  const head = ['Name', 'Street_Address', 'City', 'Effective_Date', 'Expiration_Date', 'Standard_Order']
  const lines = rows.map(({ name, began = '01/02/2020', expires = '' }) => [name, '', '', began, expires, 'Y'])
  return [head, ...lines].map((cells) => `${cells.map((cell) => `"${cell}"`).join('\t')}\n`).join('')
}
