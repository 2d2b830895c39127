import { useCallback, useEffect, useRef, useState } from 'react'
import type { ToggleEvent } from 'react'
import { placeBeside } from './place.ts'
import type { Placing } from './place.ts'

/**
 * Manages a popover beside its anchor: connect `popover`, `anchor` and `onToggle`; the browser closes it on Escape and
 * outside clicks.
 */
export function usePopover<Anchor extends HTMLElement>({ align = 'start', matchWidth = false }: Placing) {
  const anchor = useRef<Anchor>(null)
  const popover = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!open || !popover.current || !anchor.current) return undefined
    return placeBeside(popover.current, anchor.current, { align, matchWidth })
  }, [open, align, matchWidth])

  const show = useCallback(() => {
    if (popover.current?.isConnected && !popover.current.matches(':popover-open')) popover.current.showPopover()
    setOpen(true)
  }, [])
  const hide = useCallback(() => {
    if (popover.current?.matches(':popover-open')) popover.current.hidePopover()
    setOpen(false)
  }, [])
  const onToggle = useCallback((event: ToggleEvent<HTMLElement>) => setOpen(event.newState === 'open'), [])

  return { anchor, popover, open, show, hide, onToggle }
}
