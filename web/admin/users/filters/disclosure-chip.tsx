import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { usePopover } from '../../../ui/overlays/use-popover.ts'

type DisclosureChipProps = Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> & {
  label: string
  /** How many of the controls are set; 0 shows no number. */
  count?: number
  /** Whether one of the controls is not at its default. */
  changed?: boolean
}

/** A chip that shows and hides further controls. */
export function DisclosureChip({ label, count = 0, changed = false, ...button }: DisclosureChipProps) {
  return (
    <button {...button} type="button" className="chip" data-on={changed || undefined}>
      {label}
      {count > 0 && <span className="chip__count">{count}</span>}
      <Icon name="chevron-down" />
    </button>
  )
}

type PopoverChipProps = Pick<DisclosureChipProps, 'label' | 'count' | 'changed'> & {
  /** The name of the group of controls, if it differs from the chip's. */
  name?: string
  children: ReactNode
}

/** A chip whose controls open above the page, so that nothing moves. */
export function PopoverChip({ name, children, ...chip }: PopoverChipProps) {
  const id = useId()
  const { anchor, popover, open, onToggle } = usePopover<HTMLButtonElement>({})
  return (
    <>
      <DisclosureChip {...chip} ref={anchor} popoverTarget={id} aria-expanded={open} aria-controls={id} />
      <div
        id={id}
        ref={popover}
        popover="auto"
        role="group"
        aria-label={name ?? chip.label}
        className="popover users-more"
        onToggle={onToggle}
      >
        {open && children}
      </div>
    </>
  )
}
