import { useId, useState } from 'react'
import { overviewWords as t } from '#words/admin/overview.ts'
import { byteOrderMark, csvLine } from '../../../domain/csv.ts'
import { ScrollFrame } from '../admin-section.tsx'
import { countText } from './figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { useIsAdministrator } from '../use-role.ts'

/** A cell: its text, and its value in a CSV file. */
export type Cell = { text: string; value: string | number }
export type Table = {
  title: string
  columns: readonly { text: string; label?: string }[]
  /** The first cell names its row; a column holds either texts or numbers. */
  rows: readonly (readonly Cell[])[]
}

export const word = (text: string, value: string = text): Cell => ({ text, value })
export const whole = (count: number): Cell => ({ text: countText(count), value: count })

/** The numbers behind a chart, and for administrators their file. */
export function FigureTable({ title, columns, rows, open = false }: Table & { open?: boolean }) {
  const id = useId()
  const [isOpen, setOpen] = useState(open)
  const mayExport = useIsAdministrator()
  const isNumber = (column: number) => rows.some((row) => typeof row[column]?.value === 'number')
  return (
    <details className="figure-table" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{`${title}: ${isOpen ? t.hideTable : t.table}`}</summary>
      <ScrollFrame label={id}>
        <table className="table">
          <caption className="visually-hidden" id={id}>
            {title}
          </caption>
          <thead>
            <tr>
              {columns.map(({ text, label }, place) => (
                <th key={text} scope="col" className={isNumber(place) ? 'number' : undefined} aria-label={label}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.map(({ value }) => value).join(' ')}>
                <th scope="row">{row[0]?.text}</th>
                {row.slice(1).map(({ text }, place) => (
                  <td key={columns[place + 1]?.text} className={isNumber(place + 1) ? 'number tabular' : undefined}>
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      {mayExport ? (
        <Button
          variant="quiet"
          size="small"
          aria-label={t.csvOf(title)}
          onClick={() => download(title, csvOf(columns, rows))}
        >
          {t.csv}
        </Button>
      ) : null}
    </details>
  )
}

/** The shown rows as CSV, with the full text of each heading. */
function csvOf(columns: Table['columns'], rows: Table['rows']): string {
  const lines = [columns.map(({ text, label }) => label ?? text), ...rows.map((row) => row.map(({ value }) => value))]
  return lines.map((line) => csvLine(line)).join('')
}

function download(title: string, text: string): void {
  const address = URL.createObjectURL(new Blob([byteOrderMark, text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: `${title}.csv` })
  link.click()
  URL.revokeObjectURL(address)
}
