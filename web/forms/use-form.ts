import { useState } from 'react'
import type { FieldProblem } from '../../core/errors.ts'
import {
  validate,
  visibleFields,
  type FieldErrors,
  type FieldName,
  type Form,
  type Value,
  type Values,
} from '../../core/registration.ts'

export type FormState = {
  values: Values
  /** The errors to show: of fields somebody has changed, of all after an attempt to submit, and what the server said. */
  errors: FieldErrors
  /** How often submitting was tried and failed; the error summary takes the focus at each. */
  attempt: number
  set(name: FieldName, value: Value): void
  /** True when the form may be sent; else the errors show. */
  check(): boolean
  /** Shows what the server found wrong. */
  reject(problems: readonly FieldProblem[]): void
}

/** A form's values and errors by the rules of core/registration.ts; nothing typed is ever lost. */
export function useForm(form: Form, initial: Values): FormState {
  const [values, setValues] = useState(initial)
  const [changed, setChanged] = useState<ReadonlySet<FieldName>>(new Set())
  const [attempt, setAttempt] = useState(0)
  const [rejected, setRejected] = useState<FieldErrors>({})

  const broken = validate(form, values)
  const shown = visibleFields(form, values).filter((name) => attempt > 0 || changed.has(name))
  const errors: FieldErrors = {}
  for (const name of shown) {
    const message = broken[name] ?? rejected[name]
    if (message !== undefined) errors[name] = message
  }

  return {
    values,
    errors,
    attempt,
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      setChanged((before) => new Set(before).add(name))
      setRejected((before) => ({ ...before, [name]: undefined }))
    },
    check() {
      if (Object.keys(broken).length === 0) return true
      setAttempt(attempt + 1)
      return false
    },
    reject(problems) {
      setRejected(Object.fromEntries(problems.map(({ field, message }) => [field, message])))
      setAttempt(attempt + 1)
    },
  }
}
