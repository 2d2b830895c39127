import type { ReactNode } from 'react'

/** A small button that is pressed or not, such as a filter. */
export function Chip({ on, onPress, children }: { on: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="chip" aria-pressed={on} onClick={onPress}>
      {children}
    </button>
  )
}
