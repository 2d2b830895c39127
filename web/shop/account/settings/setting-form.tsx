import { useEffect, useLayoutEffect, useRef, useState, type ComponentProps } from 'react'
import type { FieldProblem } from '../../../../contract/errors.ts'
import { accountSettingsWords as t } from '#words/account/settings.ts'
import { shopWords } from '#words/shop/shop.ts'
import { ApiError } from '../../../client/api.ts'
import { draftName } from '../../../client/draft-name.ts'
import { usePosted, useVisitor } from '../../../client/page.tsx'
import { useRefresh } from '../../../client/queries.ts'
import { forgetValues, keepValues, keptValues } from '../../../forms/kept-values.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { AccountForm } from '../account-form.tsx'

type Values = Readonly<Record<string, string>>
type FieldProps = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'hint' | 'optional' | 'type' | 'autoComplete' | 'inputMode' | 'width'
> & { name: string; label: string }

type SettingFormProps = {
  /** The name of the form's action when it is sent without scripts. */
  act: 'profile' | 'change-email'
  /** The label of the button that opens it. */
  open: string
  fields: readonly FieldProps[]
  /** The initial values of the fields. */
  initial: Values
  button: { label: string; busy: string }
  /** Returns the message after success. */
  done: (values: Values) => string
}

/** A form that opens below its setting. The server's errors are shown at their fields; no input is lost. */
export function SettingForm({ act, open: label, fields, initial, button, done }: SettingFormProps) {
  const posted = usePosted()
  const names = fields.map(({ name }) => name)
  const wrong = (posted?.errors ?? []).filter(({ field }) => names.includes(field))
  const [isOpen, setOpen] = useState(wrong.length > 0)
  const [entered, setEntered] = useState<Values>((wrong.length > 0 && posted?.sent) || {})
  // Without what was entered into a field that is no longer shown.
  const values = Object.fromEntries(names.map((name) => [name, entered[name] ?? initial[name] ?? '']))
  const [problems, setProblems] = useState<readonly FieldProblem[]>(wrong)
  const [attempt, setAttempt] = useState(wrong.length > 0 ? 1 : 0)
  const summary = useRef<HTMLElement>(null)
  const refresh = useRefresh()
  const toast = useToast()
  const draft = draftName(useVisitor().user, act)

  useLayoutEffect(() => {
    const kept = keptValues(draft) as Values
    if (wrong.length > 0 || Object.keys(kept).length === 0) return
    setEntered((now) => ({ ...kept, ...now }))
    setOpen(true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form appears
  }, [])

  useEffect(() => {
    const kept = fields.filter(({ name, type }) => type !== 'password' && entered[name] !== undefined)
    if (kept.length > 0) keepValues(draft, Object.fromEntries(kept.map(({ name }) => [name, entered[name]])))
  }, [draft, entered, fields])

  function refused(error: unknown): boolean {
    const known = error instanceof ApiError && !error.signedOut && error.status >= 400 && error.status < 500
    const [first] = names
    const about = error instanceof ApiError ? error.errors.filter(({ field }) => names.includes(field)) : []
    // A refusal that names no field concerns the new address, or the form as a whole.
    const whole = known && act === 'change-email' && first ? [{ field: first, message: error.message }] : []
    const found = about.length > 0 ? about : whole
    if (found.length === 0) return false
    setProblems(found)
    setAttempt(attempt + 1)
    return true
  }

  async function show() {
    await refresh()
    toast({ tone: 'success', message: done(values) })
    setEntered({})
    forgetValues(draft)
    setProblems([])
    setOpen(false)
    summary.current?.focus()
  }

  const errors = problems.map(({ field, message }) => {
    const name = fields.find((one) => one.name === field)?.label ?? ''
    return { id: idOf(field), message: shopWords.problem.at(name, message) }
  })
  return (
    <details className="disclosure" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary ref={summary} className={buttonClass({ variant: 'quiet', size: 'small' })}>
        {label}
      </summary>
      <AccountForm className="stack" act={act} values={values} done={show} refused={refused} failed={t.failed}>
        {(busy) => (
          <>
            <ErrorSummary title={shopWords.problem.summary} errors={errors} attempt={attempt} />
            <div className={fields.length > 1 ? 'form-grid' : undefined}>
              {fields.map((field) => (
                <TextField
                  key={field.name}
                  {...field}
                  id={idOf(field.name)}
                  error={problems.find((one) => one.field === field.name)?.message}
                  value={values[field.name] ?? ''}
                  onChange={(value) => {
                    setEntered((before) => ({ ...before, [field.name]: value }))
                    setProblems((before) => before.filter((one) => one.field !== field.name))
                  }}
                />
              ))}
            </div>
            <div>
              <Button type="submit" busy={busy} busyLabel={button.busy}>
                {button.label}
              </Button>
            </div>
          </>
        )}
      </AccountForm>
    </details>
  )
}

const idOf = (name: string) => `setting-${name.replace('.', '-')}`
