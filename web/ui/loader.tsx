import { classNames } from './class-names.ts'

/** Stays unseen, also to screen readers, for the first 400 ms: most waits are over by then. `over` lies above what is still shown. */
export function Loader({ label, over = false }: { label: string; over?: boolean }) {
  return (
    <output className={classNames('loader', over && 'loader--over')}>
      <span className="spinner" aria-hidden="true" />
      {label}
    </output>
  )
}
