import { Icon } from '../../ui/icon.tsx'

type OverviewSelectProps = {
  label: string
  value: string
  options: readonly { value: string; text: string }[]
  onChange: (value: string) => void
}

/** A select beside its label, for what a part of the overview shows. */
export function OverviewSelect({ label, value, options, onChange }: OverviewSelectProps) {
  return (
    <label className="cluster small">
      {label}
      <span className="overview-select">
        <select className="select" value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
        <span className="select-arrow">
          <Icon name="chevron-down" />
        </span>
      </span>
    </label>
  )
}
