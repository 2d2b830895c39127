import { AdminIcon } from '../admin-icon.tsx'

/** The header of a sortable column: the direction is stated for screen readers and drawn as an arrow. */
export function SortHeader({
  label,
  sorted,
  onPress,
}: {
  label: string
  sorted: 'ascending' | 'descending' | undefined
  onPress: () => void
}) {
  return (
    <th scope="col" aria-sort={sorted ?? 'none'}>
      <button type="button" className="sort-button" data-sorted={sorted} onClick={onPress}>
        {label}
        <AdminIcon name={sorted === 'descending' ? 'arrow-down' : 'arrow-up'} />
      </button>
    </th>
  )
}
