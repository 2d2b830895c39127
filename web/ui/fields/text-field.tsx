import { useRef } from 'react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { Field } from './field.tsx'
import type { FieldWidth, FieldWords } from './field.tsx'
import { useFilledBefore } from '../loading/hydrated.ts'

type Native = 'type' | 'autoComplete' | 'inputMode' | 'disabled' | 'maxLength' | 'spellCheck' | 'min'

export type TextFieldProps = FieldWords &
  Pick<InputHTMLAttributes<HTMLInputElement>, Native> & {
    name: string
    value: string
    onChange: (value: string) => void
    onBlur?: (() => void) | undefined
    width?: FieldWidth | undefined
    /** Shown before the input in the same frame: a dial code, a currency. */
    prefix?: ReactNode
  }

export function TextField(props: TextFieldProps) {
  const {
    id,
    label,
    hint,
    error,
    optional,
    note,
    width,
    prefix,
    value,
    onChange,
    onBlur,
    type = 'text',
    ...rest
  } = props
  const ref = useRef<HTMLInputElement>(null)
  useFilledBefore(ref, (input) => {
    if (input.value !== value) onChange(input.value)
  })

  return (
    <Field {...{ id, label, hint, error, optional, note, width }}>
      {(control) => (
        <>
          {prefix && <bdi className="field__prefix">{prefix}</bdi>}
          <input
            {...rest}
            {...control}
            ref={ref}
            type={type}
            className="input"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
        </>
      )}
    </Field>
  )
}
