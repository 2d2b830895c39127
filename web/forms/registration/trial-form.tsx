import { lazy, Suspense, useRef, useState } from 'react'
import { knownValues } from '../../../contract/known-values.ts'
import { countryByCode } from '../../client/countries.ts'
import type { PlanView } from '../../../domain/catalogue/plan.ts'
import type { Registration } from '../../../contract/contract.ts'
import {
  registrationForm,
  toPayload,
  visibleValues,
  type FieldName,
  type Values,
} from '../../../domain/registration/registration.ts'
import { paths } from '../../../contract/screens.ts'
import { shopWords } from '#words/shop/shop.ts'
import { trialWords } from '#words/shop/trial.ts'
import { screenTitles, stateTitles } from '#words/titles.ts'
import { ApiError, call, messageOf } from '../../client/api.ts'
import { Title, usePosted, useSettings, useVisitor } from '../../client/page.tsx'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { CheckInbox } from './check-inbox.tsx'
import { emailNote } from './fields/email-note.tsx'
import { FormProblems } from '../form-problems.tsx'
import { PageForm } from '../page-form.tsx'
import { RegistrationFields } from './fields/registration-fields.tsx'
import { useEmailLookup } from './fields/use-email-lookup.ts'
import { useForm } from '../use-form.ts'

const t = shopWords.form

const checkInboxDialog = () => import('./check-inbox-dialog.tsx')
/** Fetched with the first attempt to register. */
const CheckInboxDialog = lazy(async () => ({ default: (await checkInboxDialog()).CheckInboxDialog }))

/** Registers somebody and asks for their trial; a signed-in person fills in only what is not known yet. */
export function TrialForm({ plan }: { plan: PlanView }) {
  const { brand, defaultCountry } = useSettings()
  const { user, subscriber } = useVisitor()
  const known = knownValues(user, subscriber)
  const form = registrationForm(plan)
  const country = known.country ?? defaultCountry
  const dialCode = countryByCode(String(country))?.dialCode ?? ''
  const posted = usePosted()
  const state = useForm(form, { country, 'phone.countryCode': dialCode, ...known }, posted, {
    form: `trial ${plan.name}`,
    fixed: known,
  })
  const lookup = useEmailLookup()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const token = useRef<{ email: string; value: string } | null>(null)

  async function registerAndCheckOut(values: Values) {
    const email = String(values.email)
    if (token.current?.email !== email) {
      const answer = await call('POST /api/v1/users', {
        headers: { 'x-selected-product': plan.name },
        body: toPayload(values) as Registration,
      })
      token.current = { email, value: answer.trialToken }
    }
    await call('POST /api/v1/plans/{name}/checkout', {
      path: { name: plan.name },
      headers: { 'x-trial-token': token.current.value },
      body: { name: plan.name },
    })
    await checkInboxDialog()
    setSentTo(email)
  }

  async function checkOut(values: Values) {
    const { email: _, ...payload } = toPayload(values)
    await call('POST /api/v1/plans/{name}/checkout', {
      path: { name: plan.name },
      body: { name: plan.name, ...payload },
    })
  }

  async function submit() {
    if (busy || lookup.state === 'known' || !state.check()) return
    setBusy(true)
    try {
      const values = visibleValues(form, state.values)
      await (user ? checkOut(values) : registerAndCheckOut(values))
      state.forget()
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0) state.reject(error.errors)
      else if (!(error instanceof ApiError && error.message === shopWords.problem.redirected)) {
        toast({
          tone: 'error',
          message: messageOf(error, token.current || user ? shopWords.problem.checkout : shopWords.problem.registering),
        })
      }
    } finally {
      setBusy(false)
    }
  }

  const isKnown = lookup.state === 'known'
  const disabled = (name: FieldName) => (isKnown && name !== 'email') || (user !== null && known[name] !== undefined)
  const path = paths.trial(plan.name)
  if (posted?.sentTo !== undefined) return <CheckInbox email={posted.sentTo} path={path} />
  return (
    <PageForm className="stack" action={path} onSubmit={submit}>
      <Title>{sentTo === null ? screenTitles.trial : stateTitles.checkInbox}</Title>
      <h2>{user ? trialWords.formHeadingSignedIn : trialWords.formHeading}</h2>
      <FormProblems state={state} />
      <RegistrationFields
        form={form}
        state={lookup.forgotBy(state)}
        disabled={disabled}
        email={
          user
            ? {}
            : {
                hint: t.emailHint,
                note: emailNote(lookup.state, path, String(state.values.email ?? '').trim()),
                onBlur: () => lookup.ask(String(state.values.email ?? '')),
              }
        }
        documents={{ documents: [brand.documents.privacy, brand.documents.eula] }}
      />
      <Button type="submit" wide busy={busy} busyLabel={t.starting} disabled={isKnown}>
        {t.start(plan.durationInDays ?? 0)}
      </Button>
      {sentTo === null ? null : (
        <Suspense>
          <CheckInboxDialog email={sentTo} />
        </Suspense>
      )}
    </PageForm>
  )
}
