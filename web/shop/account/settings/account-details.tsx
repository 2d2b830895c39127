import { useLayoutEffect, useRef, useState } from 'react'
import type { Output } from '../../../../contract/contract.ts'
import {
  changesBetween,
  detailsFrom,
  valuesFrom,
  type Change,
  type Details,
} from '../../../../domain/registration/details.ts'
import { countryByCode } from '../../../client/countries.ts'
import { correctableFields } from '../../../../domain/person/fields.ts'
import type { Fields } from '../../../../contract/forms/form-call.ts'
import { barOf } from '../../../../domain/subscription/situation.ts'
import { detailsWords as t } from '#words/account/details.ts'
import { CorrectionFields } from '../../../forms/correction-fields.tsx'
import { keptValues } from '../../../forms/kept-values.ts'
import { fieldLabel } from '../../../forms/field-label.ts'
import { FormProblems } from '../../../forms/form-problems.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { draftName } from '../../../client/draft-name.ts'
import { usePosted, useVisitor } from '../../../client/page.tsx'
import { useRefresh } from '../../../client/queries.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
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
  const draft = draftName(user, 'details')
  // What was entered before the session ended, or before a reload, must not be hidden.
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the server cannot read it; it is opened before the first paint
    if (Object.keys(keptValues(draft)).length > 0) setOpen(true)
  }, [draft])
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
                {t.change(fieldLabel(change.field, shown.country), valueOf(change.field, change.after))}
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
          waits={user !== null && barOf(user) !== null}
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
  const { user } = useVisitor()
  const state = useForm(correctableFields, valuesFrom(shown), posted && posted.errors.length > 0 ? posted : null, {
    form: draftName(user, 'details'),
    fixed: {},
  })
  const toast = useToast()
  const refresh = useRefresh()

  async function show({ correction }: Subscriber) {
    state.forget()
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
          <FormProblems state={state} />
          <CorrectionFields state={state} autofill />
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
