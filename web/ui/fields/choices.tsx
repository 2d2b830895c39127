import type { ReactNode } from 'react'
import { controlAttributes, FieldHint, FieldMessages, type FieldWords } from './field.tsx'

/** Several checkboxes of which at least one is chosen. A form whose choice is invalid focuses the first one. */
export function Choices(props: FieldWords & { children: ReactNode }) {
  const { label, error, children } = props
  return (
    <fieldset
      className="fieldset stack"
      aria-describedby={controlAttributes(props)['aria-describedby']}
      data-invalid={error ? true : undefined}
    >
      <legend className="field__label">{label}</legend>
      <FieldHint {...props} />
      {children}
      <FieldMessages {...props} />
    </fieldset>
  )
}
