import { useRef } from 'react'
import { Field } from './field.tsx'
import type { FieldWidth, FieldWords } from './field.tsx'
import { useFilledBefore } from '../loading/hydrated.ts'
import { Icon } from '../icon.tsx'

export type SelectProps = FieldWords & {
  name: string
  value: string
  onChange: (value: string) => void
  /** Options with a group are listed under its name. */
  options: readonly { value: string; label: string; group?: string | undefined }[]
  /** The first option, which means no choice (value ''), e.g. 'Please select'. */
  placeholder?: string | undefined
  autoComplete?: string | undefined
  disabled?: boolean | undefined
  width?: FieldWidth | undefined
}

export function Select(props: SelectProps) {
  const { id, label, hint, error, optional, note, width, options, placeholder, value, onChange, ...rest } = props
  const ref = useRef<HTMLSelectElement>(null)
  useFilledBefore(ref, (select) => {
    // Without a choice, the value may belong to options that have not loaded yet.
    if (select.value !== '' && select.value !== value) onChange(select.value)
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
            {[...Map.groupBy(options, ({ group }) => group)].map(([group, members]) =>
              group === undefined ? (
                members.map(asOption)
              ) : (
                <optgroup key={group} label={group}>
                  {members.map(asOption)}
                </optgroup>
              ),
            )}
          </select>
          <span className="select-arrow">
            <Icon name="chevron-down" />
          </span>
        </>
      )}
    </Field>
  )
}

const asOption = ({ value, label }: { value: string; label: string }) => (
  <option key={value} value={value}>
    {label}
  </option>
)
