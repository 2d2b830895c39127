import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type ExpanderProps = {
  more: string
  less: string
  /** Another control that a small screen shows in the same row. */
  beside?: ReactNode
  children: ReactNode
}

/**
 * Hides its content behind a button on small screens; on wide ones, and without scripts, the content is always visible.
 */
export function Expander({ more, less, beside, children }: ExpanderProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="expander" data-open={open}>
      <div className="expander__row cluster">
        {beside}
        <span className="expander__toggle">
          <Button variant="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {open ? less : more}
          </Button>
        </span>
      </div>
      <div className="expander__body" id={id}>
        {children}
      </div>
    </div>
  )
}
