import { useEffect, useLayoutEffect, useState } from 'react'
import type { FieldProblem } from '../../contract/errors.ts'
import { sentenceOf } from '../../domain/registration/field-faults.ts'
import { withPlainPhone } from '../../domain/registration/phone.ts'
import type { PostedForm } from '../../contract/posted.ts'
import type { Value } from '../../domain/person/field-rules.ts'
import {
  validate,
  visibleFields,
  type FieldName,
  type Form,
  type Values,
} from '../../domain/registration/registration.ts'
import { fieldMessages } from '#words/forms/fields.ts'
import { shopWords } from '#words/shop/shop.ts'
import { ApiError } from '../client/api.ts'
import { forgetValues, keepValues, keptValues, openValues } from './kept-values.ts'

type FieldErrors = Partial<Record<FieldName, string>>

export type FormState = {
  values: Values
  /** The errors to show: of changed fields, of all fields after an attempt to submit, and the server's messages. */
  errors: FieldErrors
  /** How many attempts to submit have failed; the error summary takes the focus at each. */
  attempt: number
  /** The error of the form as a whole. */
  message: string | null
  set(name: FieldName, value: Value): void
  /** Fills in these fields if none of them has been changed. */
  preset(given: Values): void
  /** Empties a field that depends on another one: it shows no error until it is filled in or the form is submitted. */
  clear(name: FieldName): void
  /** Returns true if the form may be sent; otherwise its errors are shown. */
  check(): boolean
  /** Shows the server's errors at the fields; returns false if the error concerns no field. */
  reject(error: unknown): boolean
  /** Discards the stored values, once the form is sent. */
  forget(): void
}

/**
 * `form` is the name under which values are stored while the tab is open; `fixed` are values that cannot be changed.
 */
export type Keeping = { form: string; fixed: Values }

/**
 * Manages a form's values and errors by the rules of domain/registration/registration.ts; no input is ever lost.
 * `posted` is the result of sending the form without scripts, from which it continues.
 */
export function useForm(
  form: Form,
  initial: Values,
  posted: PostedForm | null = null,
  keeping: Keeping | null = null,
): FormState {
  const [values, setValues] = useState({ ...initial, ...posted?.values })
  const [changed, setChanged] = useState<ReadonlySet<FieldName>>(new Set())
  const [attempt, setAttempt] = useState(posted ? 1 : 0)
  const [rejected, setRejected] = useState(() => byField(posted?.errors ?? []))
  const [message, setMessage] = useState(posted?.stale ? shopWords.problem.stale : (posted?.message ?? null))

  useLayoutEffect(() => {
    if (!keeping || posted) return
    const kept = openValues(keptValues(keeping.form), form, keeping.fixed)
    const names = Object.keys(kept) as FieldName[]
    // Input made before the scripts loaded is newer.
    setValues((now) => {
      const untouched = names.filter((name) => now[name] === initial[name])
      return { ...now, ...Object.fromEntries(untouched.map((name) => [name, kept[name]])) }
    })
    setChanged((before) => new Set([...before, ...names]))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form appears
  }, [])
  const keepAs = keeping?.form
  useEffect(() => {
    if (keepAs !== undefined && changed.size > 0) {
      keepValues(keepAs, Object.fromEntries([...changed].map((name) => [name, values[name]])))
    }
  }, [keepAs, changed, values])

  const broken = validate(form, withPlainPhone(values))
  const shown = visibleFields(form, values).filter((name) => attempt > 0 || changed.has(name))
  const errors: FieldErrors = {}
  for (const name of shown) {
    const fault = broken[name]
    const message = fault ? sentenceOf(fault, fieldMessages) : rejected[name]
    if (message !== undefined) errors[name] = message
  }

  function set(name: FieldName, value: Value) {
    setValues((before) => ({ ...before, [name]: value }))
    setChanged((before) => new Set(before).add(name))
    setRejected((before) => ({ ...before, [name]: undefined }))
  }

  return {
    values,
    errors,
    attempt,
    message,
    set,
    preset(given) {
      const names = Object.keys(given) as FieldName[]
      setValues((before) => (names.every((name) => before[name] === initial[name]) ? { ...before, ...given } : before))
    },
    clear(name) {
      set(name, '')
      setChanged((before) => new Set([...before].filter((one) => one !== name)))
    },
    check() {
      setMessage(null)
      if (Object.keys(broken).length === 0) return true
      setAttempt(attempt + 1)
      return false
    },
    reject(error) {
      if (!(error instanceof ApiError) || error.errors.length === 0) return false
      setRejected(byField(error.errors))
      setAttempt(attempt + 1)
      return true
    },
    forget() {
      if (keeping) forgetValues(keeping.form)
    },
  }
}

/** Chooses a country and empties the fields that depend on it. */
export function chooseCountry(state: FormState, code: string): void {
  state.clear('state')
  if (state.values.region) state.clear('region')
  state.set('country', code)
}

const byField = (problems: readonly FieldProblem[]): FieldErrors =>
  Object.fromEntries(problems.map(({ field, message }) => [field, message]))
