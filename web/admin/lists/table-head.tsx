type TableHeadProps = {
  columns: readonly string[]
  /** Columns of numbers, which are aligned to the end. */
  numbers?: readonly string[]
}

/** One row of column heads. */
export function TableHead({ columns, numbers = [] }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" className={numbers.includes(column) ? 'number' : undefined}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}
