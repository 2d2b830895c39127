import { useRef } from 'react'
import { Field } from './field.tsx'
import type { FieldWidth, FieldWords } from './field.tsx'
import { useFilledBefore } from './hydrated.ts'
import { Icon } from './icon.tsx'

export type SelectProps = FieldWords & {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  options: readonly { value: string; label: string }[]
  /** The first option, which stands for no choice (value ''), e.g. 'Please select'. */
  placeholder?: string | undefined
  autoComplete?: string | undefined
  disabled?: boolean | undefined
  width?: FieldWidth | undefined
}

export function Select(props: SelectProps) {
  const { id, label, hint, error, optional, note, width, options, placeholder, value, onChange, ...rest } = props
  const ref = useRef<HTMLSelectElement>(null)
  useFilledBefore(ref, (select) => {
    if (select.value !== value) onChange(select.value)
  })

  return (
    <Field {...{ id, label, hint, error, optional, note, width }}>
      {(control) => (
        <>
          <select
            {...rest}
            {...control}
            ref={ref}
            className="select"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className="select-arrow">
            <Icon name="chevron-down" />
          </span>
        </>
      )}
    </Field>
  )
}
