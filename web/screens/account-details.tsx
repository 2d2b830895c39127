import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Output } from '../../core/contract.ts'
import { changesBetween, correctableFields, type Change, type Details } from '../../core/details.ts'
import { countryByCode } from '../../core/lists/countries.ts'
import { visibleValues, type Values } from '../../core/registration.ts'
import { isHeld, paths } from '../../core/screens.ts'
import { detailsWords as say } from '#words/details.ts'
import { ApiError, call, messageOf } from '../api.ts'
import { detailLabel } from '../forms/detail-label.ts'
import { FormProblems } from '../forms/form-problems.tsx'
import { PageForm } from '../forms/page-form.tsx'
import { RegistrationFields } from '../forms/registration-fields.tsx'
import { useForm } from '../forms/use-form.ts'
import { usePosted, useVisitor } from '../page.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { useToast } from '../ui/toast.tsx'

type Subscriber = Output<'POST /api/v1/account/details'>

const act = { act: 'correct-details' }
const valuesOf = ({ state, ...rest }: Details) => ({ ...rest, state: state ?? '' })
const detailsIn = ({ firstName, lastName, company, country, state }: Details): Details => {
  return { firstName, lastName, company, country, state }
}

/** The details that invoices name, a correction of them that waits, and the form to correct them. Nothing for the refused. */
export function AccountDetails() {
  const { user, subscriber } = useVisitor()
  const posted = usePosted()
  const wrong = posted && posted.errors.length > 0
  const [open, setOpen] = useState(Boolean(wrong))
  const summary = useRef<HTMLElement>(null)
  if (!subscriber || user?.dplStatus === 'FAIL') return null
  const { correction } = subscriber
  const present = detailsIn(subscriber)
  const shown = correction ? detailsIn(correction) : present
  const done = () => {
    setOpen(false)
    summary.current?.focus()
  }
  return (
    <section className="card stack">
      <h2>{say.heading}</h2>
      <div>
        <p>{say.text}</p>
        <p className="soft anywhere">
          {present.firstName} {present.lastName}, {present.company}, {valueOf('country', present.country)}
        </p>
      </div>
      {correction ? (
        <Panel tone="amber" icon="clock" title={say.waits}>
          <p>{say.waitsText}</p>
          <ul>
            {changesBetween(present, shown).map((change) => (
              <li key={change.field} className="anywhere">
                {say.change(detailLabel(change.field, shown.country), valueOf(change.field, change.after))}
              </li>
            ))}
          </ul>
          <Withdrawal present={present} done={done} />
        </Panel>
      ) : null}
      <details className="disclosure" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary ref={summary} className={buttonClass({ variant: 'quiet' })}>
          {say.correct}
        </summary>
        <CorrectionForm
          key={JSON.stringify(shown)}
          shown={shown}
          waits={user?.deniedCountry === true || isHeld(user)}
          done={done}
        />
      </details>
    </section>
  )
}

function valueOf(field: Change['field'], value: string): string {
  if (field === 'country') return countryByCode(value)?.name ?? value
  return value === '' ? say.nothing : value
}

/** Sends details and makes fresh what the page shows. */
function useCorrecting() {
  const queries = useQueryClient()
  return async (values: Values): Promise<Subscriber> => {
    const after = await call('POST /api/v1/account/details', { body: values as Record<string, string> })
    await queries.invalidateQueries()
    return after
  }
}

type FormProps = { shown: Details; waits: boolean; done: () => void }

function CorrectionForm({ shown, waits, done }: FormProps) {
  const posted = usePosted()
  const state = useForm(correctableFields, valuesOf(shown), posted && posted.errors.length > 0 ? posted : null)
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const correct = useCorrecting()

  async function submit() {
    if (busy || !state.check()) return
    setBusy(true)
    try {
      const { correction } = await correct(visibleValues(correctableFields, state.values))
      toast({ tone: 'success', message: correction ? say.waits : say.saved })
      done()
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0) state.reject(error.errors)
      else toast({ tone: 'error', message: messageOf(error, say.failed) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <PageForm className="stack" action={paths.account} hidden={act} onSubmit={submit}>
      {waits ? <p>{say.reviewedFirst}</p> : null}
      <FormProblems state={state} />
      <RegistrationFields
        form={correctableFields}
        state={state}
        disabled={() => false}
        email={{}}
        documents={{ documents: [] }}
      />
      <div>
        <Button type="submit" busy={busy} busyLabel={say.saving}>
          {say.save}
        </Button>
      </div>
    </PageForm>
  )
}

/** Sends the details in force: they take back what waits. */
function Withdrawal({ present, done }: { present: Details; done: () => void }) {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const correct = useCorrecting()

  async function withdraw() {
    setBusy(true)
    try {
      await correct(valuesOf(present))
      toast({ tone: 'success', message: say.withdrawn })
      done()
    } catch (error) {
      toast({ tone: 'error', message: messageOf(error, say.failed) })
      setBusy(false)
    }
  }

  return (
    <PageForm action={paths.account} hidden={{ ...act, ...valuesOf(present) }} onSubmit={withdraw}>
      <Button type="submit" variant="quiet" size="small" busy={busy} busyLabel={say.withdrawing}>
        {say.withdraw}
      </Button>
    </PageForm>
  )
}
