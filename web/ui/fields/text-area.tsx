import { useRef } from 'react'
import { Field } from './field.tsx'
import type { FieldWords } from './field.tsx'
import { useFilledBefore } from '../loading/hydrated.ts'

export type TextAreaProps = Omit<FieldWords, 'optional' | 'note'> & {
  name: string
  value: string
  onChange: (value: string) => void
}

export function TextArea(props: TextAreaProps) {
  const { id, label, hint, error, name, value, onChange } = props
  const ref = useRef<HTMLTextAreaElement>(null)
  useFilledBefore(ref, (area) => {
    if (area.value !== value) onChange(area.value)
  })

  return (
    <Field {...{ id, label, hint, error }}>
      {(control) => (
        <textarea
          {...control}
          {...{ ref, name, value }}
          rows={3}
          className="input"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
