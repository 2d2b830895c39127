import { SelectBox } from '../../ui/select-box.tsx'

type OverviewSelectProps = {
  label: string
  value: string
  options: readonly { value: string; text: string }[]
  onChange: (value: string) => void
}

/** A select beside its label, for what a part of the overview shows. */
export function OverviewSelect({ label, value, options, onChange }: OverviewSelectProps) {
  return (
    <label className="cluster small overview-select">
      {label}
      <SelectBox value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </SelectBox>
    </label>
  )
}
