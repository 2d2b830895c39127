import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ComponentProps } from 'react'
import type { FieldProblem } from '../../../../contract/errors.ts'
import { paths } from '../../../../contract/screens.ts'
import { accountSettingsWords as t } from '#words/account/settings.ts'
import { shopWords } from '#words/shop/shop.ts'
import { ApiError, messageOf } from '../../../client/api.ts'
import { usePosted } from '../../../client/page.tsx'
import { PageForm } from '../../../forms/page-form.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'

type Values = Readonly<Record<string, string>>
type FieldProps = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'hint' | 'optional' | 'type' | 'autoComplete' | 'inputMode' | 'width'
> & { name: string; label: string }

type SettingFormProps = {
  /** What the form is called when it is sent without scripts. */
  act: string
  /** What opens it. */
  open: string
  fields: readonly FieldProps[]
  /** What the fields hold at first. */
  initial: Values
  send: (values: Values) => Promise<unknown>
  button: { label: string; busy: string }
  /** Said once it is done. */
  done: (values: Values) => string
}

/** A form that opens below its setting. What the server finds wrong stands at its field; nothing typed is lost. */
export function SettingForm({ act, open: label, fields, initial, send, button, done }: SettingFormProps) {
  const posted = usePosted()
  const names = fields.map(({ name }) => name)
  const wrong = (posted?.errors ?? []).filter(({ field }) => names.includes(field))
  const [isOpen, setOpen] = useState(wrong.length > 0)
  const [values, setValues] = useState<Values>(wrong.length > 0 ? { ...initial, ...posted?.sent } : initial)
  const [problems, setProblems] = useState<readonly FieldProblem[]>(wrong)
  const [attempt, setAttempt] = useState(wrong.length > 0 ? 1 : 0)
  const [busy, setBusy] = useState(false)
  const summary = useRef<HTMLElement>(null)
  const queries = useQueryClient()
  const toast = useToast()

  function refuse(error: unknown) {
    const known = error instanceof ApiError && !error.signedOut && error.status < 500
    const [first] = names
    const about = error instanceof ApiError ? error.errors.filter(({ field }) => names.includes(field)) : []
    // A refusal that names no field is about the only one, or about the form as a whole.
    const whole = known && names.length === 1 && first ? [{ field: first, message: error.message }] : []
    const found = about.length > 0 ? about : whole
    if (found.length === 0) return toast({ tone: 'error', message: messageOf(error, t.failed) })
    setProblems(found)
    setAttempt(attempt + 1)
  }

  async function submit() {
    if (busy) return
    setBusy(true)
    try {
      await send(values)
      await queries.invalidateQueries()
      toast({ tone: 'success', message: done(values) })
      setProblems([])
      setOpen(false)
      summary.current?.focus()
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
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
      <PageForm className="stack" action={paths.account} hidden={{ act }} onSubmit={submit}>
        {errors.length > 0 ? (
          <ErrorSummary title={shopWords.problem.summary} errors={errors} attempt={attempt} />
        ) : null}
        <div className={fields.length > 1 ? 'form-grid' : undefined}>
          {fields.map((field) => (
            <TextField
              key={field.name}
              {...field}
              id={idOf(field.name)}
              error={problems.find((one) => one.field === field.name)?.message}
              value={values[field.name] ?? ''}
              onChange={(value) => {
                setValues((before) => ({ ...before, [field.name]: value }))
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
      </PageForm>
    </details>
  )
}

const idOf = (name: string) => `setting-${name.replace('.', '-')}`
