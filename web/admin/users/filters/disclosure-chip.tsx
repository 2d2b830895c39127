import { Icon } from '../../../ui/icon.tsx'

type DisclosureChipProps = {
  label: string
  /** How many of the controls are set; 0 shows no number. */
  count?: number
  /** Whether one of the controls is not at its default. */
  changed: boolean
  open: boolean
  /** The id of what it shows and hides. */
  controls: string
  onToggle: () => void
}

/** A chip that shows and hides further controls. */
export function DisclosureChip({ label, count = 0, changed, open, controls, onToggle }: DisclosureChipProps) {
  return (
    <button
      type="button"
      className="chip"
      aria-expanded={open}
      aria-controls={controls}
      data-on={changed || undefined}
      onClick={onToggle}
    >
      {label}
      {count > 0 && <span className="chip__count">{count}</span>}
      <Icon name="chevron-down" />
    </button>
  )
}
