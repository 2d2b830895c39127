import { useRef, useState } from 'react'
import { sendTrialForm, type RegistrationResult } from '../../../contract/forms/trial-form.ts'
import { knownValues } from '../../../contract/shapes/known-values.ts'
import { countryByCode } from '../../client/countries.ts'
import type { PlanView } from '../../../domain/catalogue/plan.ts'
import { registrationForm, type FieldName } from '../../../domain/registration/registration.ts'
import { paths } from '../../../contract/screens.ts'
import { shopWords } from '#words/shop/shop.ts'
import { trialWords } from '#words/shop/trial.ts'
import { screenTitles, stateTitles } from '#words/titles.ts'
import { ApiError, call } from '../../client/api.ts'
import { Title, usePosted, useSettings, useVisitor } from '../../client/page.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyScreen } from '../../ui/loading/lazy-screen.tsx'
import { CheckInbox } from './check-inbox.tsx'
import { emailNote } from './fields/email-note.tsx'
import { FormProblems } from '../form-problems.tsx'
import { PageForm, useSending } from '../page-form.tsx'
import { RegistrationFields } from './fields/registration-fields.tsx'
import { useBrowserCountry } from './fields/use-browser-country.ts'
import { useEmailLookup } from './fields/use-email-lookup.ts'
import { useForm } from '../use-form.ts'

const { form: t, problem } = shopWords

/** Loaded at the first attempt to register. */
const checkInboxDialog = lazyScreen(
  'web/forms/registration/check-inbox-dialog.tsx',
  async () => (await import('./check-inbox-dialog.tsx')).CheckInboxDialog,
)

/** Whether the page redirects: a trial that starts leads to its welcome page. */
const isLeaving = (error: unknown) => error instanceof Error && error.message === problem.redirected

/** Registers a person and starts their trial; a signed-in person fills in only what is not known yet. */
export function TrialForm({ plan }: { plan: PlanView }) {
  const { brand, defaultCountry } = useSettings()
  const person = useVisitor()
  const { user } = person
  const known = knownValues(person)
  const form = registrationForm(plan)
  const country = known.country ?? defaultCountry
  const dialCode = countryByCode(String(country))?.dialCode ?? ''
  const posted = usePosted()
  const state = useForm(form, { country, 'phone.countryCode': dialCode, ...known }, posted, {
    form: `trial ${plan.name}`,
    fixed: known,
  })
  useBrowserCountry(state, known.country !== undefined || posted !== null)
  const lookup = useEmailLookup()
  const registered = useRef<RegistrationResult>({})
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { busy, send } = useSending(() => (user || registered.current.token ? problem.checkout : problem.registering))

  async function submit() {
    if (busy || lookup.state === 'known' || !state.check()) return
    await send(
      async () => {
        await sendTrialForm(call, plan, person, state.values, registered.current)
        if (!user) {
          await checkInboxDialog.ready()
          setSentTo(String(registered.current.email))
        }
        state.forget()
      },
      (error) => {
        // The token is no longer valid; the next attempt requests another one.
        if (error instanceof ApiError && error.status === 403) registered.current = {}
        return state.reject(error) || isLeaving(error)
      },
    )
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
        documents={[brand.documents.privacy, brand.documents.eula]}
      />
      <Button type="submit" wide busy={busy} busyLabel={t.starting} disabled={isKnown}>
        {t.start(plan.durationInDays ?? 0)}
      </Button>
      {sentTo === null ? null : <checkInboxDialog.Screen email={sentTo} />}
    </PageForm>
  )
}
