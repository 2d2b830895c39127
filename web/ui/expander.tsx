import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type ExpanderProps = {
  more: string
  less: string
  /** What else a small screen offers in the same row. */
  beside?: ReactNode
  children: ReactNode
}

/** On small screens its content waits behind a button; on wide ones, and without scripts, it is simply there. */
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
