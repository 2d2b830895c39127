import { useRef } from 'react'
import { controlAttributes, FieldHint, FieldMessages, labelId } from './field.tsx'
import type { FieldWords } from './field.tsx'
import { useFilledBefore } from '../loading/hydrated.ts'

export type CheckboxProps = FieldWords & {
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
}

/** A checkbox. Its label may contain links: a press on one follows it and does not change the tick. */
export function Checkbox(props: CheckboxProps) {
  const { id, label, optional, name, checked, onChange, disabled } = props
  const ref = useRef<HTMLInputElement>(null)
  useFilledBefore(ref, (input) => {
    if (input.checked !== checked) onChange(input.checked)
  })

  return (
    <div className="checkbox">
      <input
        {...controlAttributes(props)}
        {...{ ref, name, checked, disabled }}
        type="checkbox"
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id} id={labelId(id)}>
        {label}
        {optional !== undefined && <span className="field__optional"> ({optional})</span>}
      </label>
      <FieldHint {...props} />
      <FieldMessages {...props} />
    </div>
  )
}
