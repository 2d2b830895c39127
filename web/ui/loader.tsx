/** Stays unseen, also to screen readers, for the first 400 ms: most waits are over by then. */
export function Loader({ label }: { label: string }) {
  return (
    <output className="loader">
      <span className="spinner" aria-hidden="true" />
      {label}
    </output>
  )
}
