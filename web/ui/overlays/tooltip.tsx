import { useId } from 'react'
import type { ReactNode } from 'react'
import { usePopover } from './use-popover.ts'

export type TooltipProps = {
  /** The full text that `children` cut short. */
  text: string
  children: ReactNode
}

/** Shows a text on hover and focus, at most 352 px wide; Escape hides it. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const { anchor, popover, show, hide, onToggle } = usePopover<HTMLSpanElement>({})

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- nothing is done here, only more of the text shown
    <span
      ref={anchor}
      className="tooltip-anchor"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it the keyboard could not read the whole text
      tabIndex={0}
      aria-describedby={id}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide()
      }}
    >
      {children}
      <span id={id} ref={popover} className="popover tooltip" popover="manual" role="tooltip" onToggle={onToggle}>
        {text}
      </span>
    </span>
  )
}
