import { Suspense, useRef, useState } from 'react'
import type { Output } from '../../../../contract/contract.ts'
import {
  changesBetween,
  detailsFrom,
  valuesFrom,
  type Change,
  type Details,
} from '../../../../domain/registration/details.ts'
import { countries, countryByCode } from '../../../client/countries.ts'
import { statesOf } from '../../../../domain/lists/states.ts'
import { asksForRegion } from '../../../../domain/person/field-rules.ts'
import { correctableFields, rowOf, type CorrectableField } from '../../../../domain/person/fields.ts'
import type { Fields } from '../../../../contract/forms/form-call.ts'
import { isOnHold } from '../../../../contract/screens.ts'
import { detailsWords as t } from '#words/account/details.ts'
import { shopWords } from '#words/shop/shop.ts'
import { detailLabel, plainDetails } from '../../../forms/detail-label.ts'
import { regionField } from '../../../forms/registration/fields/lazy-fields.ts'
import { StateField } from '../../../forms/registration/fields/state-field.tsx'
import { useForm, type FormState } from '../../../forms/use-form.ts'
import { usePosted, useVisitor } from '../../../client/page.tsx'
import { useRefresh } from '../../../client/queries.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { AccountForm } from '../account-form.tsx'

type Subscriber = Output<'POST /api/v1/account/details'>

const act = 'correct-details'

/**
 * Shows the details that invoices name, a correction that waits for review, and the form to correct them. Renders
 * nothing for refused people.
 */
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

type FormProps = { shown: Details; waits: boolean; done: () => void }

function CorrectionForm({ shown, waits, done }: FormProps) {
  const posted = usePosted()
  const state = useForm(correctableFields, valuesFrom(shown), posted && posted.errors.length > 0 ? posted : null)
  const toast = useToast()
  const refresh = useRefresh()

  async function show({ correction }: Subscriber) {
    await refresh()
    toast({ tone: 'success', message: correction ? t.waits : t.saved })
    done()
  }

  return (
    <AccountForm
      className="stack"
      act={act}
      values={state.values as Fields}
      check={state.check}
      done={show}
      refused={state.reject}
      failed={t.failed}
    >
      {(busy) => (
        <>
          {waits ? <p>{t.reviewedFirst}</p> : null}
          <Problems state={state} />
          <Inputs state={state} />
          <div>
            <Button type="submit" busy={busy} busyLabel={t.saving}>
              {t.save}
            </Button>
          </div>
        </>
      )}
    </AccountForm>
  )
}

const options = countries.map(({ code, name }) => ({ value: code, label: name }))

/** Fewer inputs than a registration, and without its country picker, which every page of the shop would then load. */
function Inputs({ state }: { state: FormState }) {
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
      {plainDetails.map((name) => (
        <TextField key={name} {...text(name)} autoComplete={rowOf(name).autofill} />
      ))}
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

/** Withdraws a waiting correction by sending the details in force. */
function Withdrawal({ present, done }: { present: Details; done: () => void }) {
  const toast = useToast()
  const refresh = useRefresh()

  async function show() {
    await refresh()
    toast({ tone: 'success', message: t.withdrawn })
    done()
  }

  return (
    <AccountForm act={act} hidden={valuesFrom(present)} done={show} failed={t.failed}>
      {(busy) => (
        <Button type="submit" variant="quiet" size="small" busy={busy} busyLabel={t.withdrawing}>
          {t.withdraw}
        </Button>
      )}
    </AccountForm>
  )
}
