import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { ScrollFrame } from '../admin-section.tsx'

type TableProps = {
  /** The id of the heading that names the table. */
  label: string
  className?: string
  columns: readonly string[]
  /** Columns of numbers, which are aligned to the end. */
  numbers?: readonly string[]
  /** The column whose name only screen readers need. */
  hidden?: string
  /** The rows. */
  children: ReactNode
}

/** A table with one row of column heads, in a frame that scrolls. */
export function Table({ label, className, columns, numbers = [], hidden, children }: TableProps) {
  return (
    <ScrollFrame label={label}>
      <table className={classNames('table', className)} aria-labelledby={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={numbers.includes(column) ? 'number' : undefined}>
                {column === hidden ? <span className="visually-hidden">{column}</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollFrame>
  )
}
