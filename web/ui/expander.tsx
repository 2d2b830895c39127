import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** On small screens its content waits behind a button; on wide ones, and without scripts, it is simply there. */
export function Expander({ more, less, children }: { more: string; less: string; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="expander" data-open={open}>
      <div className="expander__body" id={id}>
        {children}
      </div>
      <span className="expander__toggle">
        <Button variant="quiet" size="small" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? less : more}
        </Button>
      </span>
    </div>
  )
}
