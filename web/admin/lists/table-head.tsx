type TableHeadProps = {
  columns: readonly string[]
  /** Those that hold numbers, which stand at the end of their column. */
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
