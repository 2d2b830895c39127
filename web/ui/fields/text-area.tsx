import { useRef } from 'react'
import { Field } from './field.tsx'
import type { FieldWords } from './field.tsx'
import { useFilledBefore } from '../loading/hydrated.ts'

export type TextAreaProps = FieldWords & {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  rows?: number | undefined
  disabled?: boolean | undefined
}

export function TextArea(props: TextAreaProps) {
  const { id, label, hint, error, optional, note, name, value, onChange, onBlur, rows = 3, disabled } = props
  const ref = useRef<HTMLTextAreaElement>(null)
  useFilledBefore(ref, (area) => {
    if (area.value !== value) onChange(area.value)
  })

  return (
    <Field {...{ id, label, hint, error, optional, note }}>
      {(control) => (
        <textarea
          {...control}
          {...{ ref, name, value, onBlur, rows, disabled }}
          className="input"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
