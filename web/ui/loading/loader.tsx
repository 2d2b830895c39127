import { classNames } from '../class-names.ts'

/**
 * Shows nothing, not even to screen readers, for the first 400 ms, because most waits are shorter. With `over` it
 * covers the content still shown.
 */
export function Loader({ label, over = false }: { label: string; over?: boolean }) {
  return (
    <output className={classNames('loader', over && 'loader--over')}>
      <span className="spinner" aria-hidden="true" />
      {label}
    </output>
  )
}
