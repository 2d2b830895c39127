import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import type { Output } from '../../../../contract/contract.ts'
import {
  changesBetween,
  correctableFields,
  detailsFrom,
  valuesFrom,
  type Change,
  type CorrectableField,
  type Details,
} from '../../../../domain/registration/details.ts'
import { countries, countryByCode } from '../../../client/countries.ts'
import { statesOf } from '../../../../domain/lists/states.ts'
import { asksForRegion, visibleValues, type Values } from '../../../../domain/registration/registration.ts'
import { isOnHold, paths } from '../../../../contract/screens.ts'
import { detailsWords as t } from '#words/account/details.ts'
import { shopWords } from '#words/shop/shop.ts'
import { ApiError, call, messageOf } from '../../../client/api.ts'
import { detailLabel } from '../../../forms/detail-label.ts'
import { PageForm } from '../../../forms/page-form.tsx'
import { regionField } from '../../../forms/registration/fields/later-fields.ts'
import { StateField } from '../../../forms/registration/fields/state-field.tsx'
import { useForm, type FormState } from '../../../forms/use-form.ts'
import { usePosted, useVisitor } from '../../../client/page.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'

type Subscriber = Output<'POST /api/v1/account/details'>

const act = { act: 'correct-details' }
/** The details that invoices name, a correction of them that waits, and the form to correct them. Nothing for the refused. */
export function AccountDetails() {
  const { user, subscriber } = useVisitor()
  const posted = usePosted()
  const wrong = posted && posted.errors.length > 0
  const [open, setOpen] = useState(Boolean(wrong))
  const summary = useRef<HTMLElement>(null)
  if (!subscriber || user?.dplStatus === 'FAIL') return null
  const { correction } = subscriber
  const present = detailsFrom(subscriber)
  const shown = correction ? detailsFrom(correction) : present
  const done = () => {
    setOpen(false)
    summary.current?.focus()
  }
  return (
    <div className="setting setting--whole">
      <div>
        <h2 className="heading-3">{t.heading}</h2>
        <p className="anywhere">
          {present.firstName} {present.lastName}, {present.company}, {valueOf('country', present.country)}
        </p>
        <p className="small soft">{t.text}</p>
      </div>
      {correction ? (
        <Panel tone="amber" icon="clock" title={t.waits}>
          <p>{t.waitsText}</p>
          <ul>
            {changesBetween(present, shown).map((change) => (
              <li key={change.field} className="anywhere">
                {t.change(detailLabel(change.field, shown.country), valueOf(change.field, change.after))}
              </li>
            ))}
          </ul>
          <Withdrawal present={present} done={done} />
        </Panel>
      ) : null}
      <details className="disclosure" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary ref={summary} className={buttonClass({ variant: 'quiet', size: 'small' })}>
          {t.correct}
        </summary>
        <CorrectionForm
          key={JSON.stringify(shown)}
          shown={shown}
          waits={user?.deniedCountry === true || isOnHold(user)}
          done={done}
        />
      </details>
    </div>
  )
}

function valueOf(field: Change['field'], value: string): string {
  if (field === 'country') return countryByCode(value)?.name ?? value
  return value === '' ? t.nothing : value
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
  const state = useForm(correctableFields, valuesFrom(shown), posted && posted.errors.length > 0 ? posted : null)
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const correct = useCorrecting()

  async function submit() {
    if (busy || !state.check()) return
    setBusy(true)
    try {
      const { correction } = await correct(visibleValues(correctableFields, state.values))
      toast({ tone: 'success', message: correction ? t.waits : t.saved })
      done()
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0) state.reject(error.errors)
      else toast({ tone: 'error', message: messageOf(error, t.failed) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <PageForm className="stack" action={paths.account} hidden={act} onSubmit={submit}>
      {waits ? <p>{t.reviewedFirst}</p> : null}
      <Problems state={state} />
      <Fields state={state} />
      <div>
        <Button type="submit" busy={busy} busyLabel={t.saving}>
          {t.save}
        </Button>
      </div>
    </PageForm>
  )
}

const options = countries.map(({ code, name }) => ({ value: code, label: name }))

/** Fewer than a registration's, and without its picker of countries: that would come with every page of the shop. */
function Fields({ state }: { state: FormState }) {
  const country = String(state.values.country ?? '')
  const text = (name: CorrectableField) => ({
    id: name,
    name,
    label: detailLabel(name, country),
    error: state.errors[name],
    value: String(state.values[name] ?? ''),
    onChange: (value: string) => state.set(name, value),
  })
  function chooseCountry(code: string) {
    state.set('state', '')
    if (state.values.region) state.set('region', '')
    state.set('country', code)
  }
  return (
    <div className="form-grid">
      <TextField {...text('firstName')} autoComplete="given-name" />
      <TextField {...text('lastName')} autoComplete="family-name" />
      <TextField {...text('company')} autoComplete="organization" />
      <Select {...text('country')} onChange={chooseCountry} options={options} autoComplete="country" />
      <StateField {...text('state')} country={country} shown={statesOf(country).length > 0} />
      {asksForRegion(country) ? (
        <Suspense>
          <regionField.Screen {...text('region')} country={country} />
        </Suspense>
      ) : null}
    </div>
  )
}

function Problems({ state }: { state: FormState }) {
  const country = String(state.values.country ?? '')
  const errors = correctableFields.flatMap((id) => {
    const message = state.errors[id]
    return message === undefined ? [] : [{ id, message: shopWords.problem.at(detailLabel(id, country), message) }]
  })
  if (state.attempt === 0 || errors.length === 0) return null
  return <ErrorSummary title={shopWords.problem.summary} errors={errors} attempt={state.attempt} />
}

/** Sends the details in force: they take back what waits. */
function Withdrawal({ present, done }: { present: Details; done: () => void }) {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const correct = useCorrecting()

  async function withdraw() {
    setBusy(true)
    try {
      await correct(valuesFrom(present))
      toast({ tone: 'success', message: t.withdrawn })
      done()
    } catch (error) {
      toast({ tone: 'error', message: messageOf(error, t.failed) })
      setBusy(false)
    }
  }

  return (
    <PageForm action={paths.account} hidden={{ ...act, ...valuesFrom(present) }} onSubmit={withdraw}>
      <Button type="submit" variant="quiet" size="small" busy={busy} busyLabel={t.withdrawing}>
        {t.withdraw}
      </Button>
    </PageForm>
  )
}
