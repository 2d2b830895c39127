import type { PlanView } from '../../../domain/catalogue/plan.ts'
import { sendRegistration } from '../../../contract/forms/registering.ts'
import { registrationForm, type FieldName } from '../../../domain/registration/registration.ts'
import { paths } from '../../../contract/screens.ts'
import { registerDialogWords } from '#words/shop/register-dialog.ts'
import { shopWords } from '#words/shop/shop.ts'
import { call } from '../../client/api.ts'
import { usePosted, useSettings } from '../../client/page.tsx'
import { Button } from '../../ui/button.tsx'
import { emailNote } from './fields/email-note.tsx'
import { FormProblems } from '../form-problems.tsx'
import { PageForm, useSending } from '../page-form.tsx'
import { RegistrationFields } from './fields/registration-fields.tsx'
import { useBrowserCountry } from './fields/use-browser-country.ts'
import { useEmailLookup } from './fields/use-email-lookup.ts'
import { useForm } from '../use-form.ts'

export { RegionField } from './fields/region-field.tsx'

const t = registerDialogWords

type Props = { plan: PlanView; email?: string; onSent: (email: string) => void }

/** Registers a buyer; the activation email then leads back to this page. */
export function RegisterForm({ plan, email = '', onSent }: Props) {
  const { brand, defaultCountry } = useSettings()
  const form = registrationForm(plan)
  const posted = usePosted()
  // An email address entered on the page is newer than the stored one.
  const state = useForm(form, { country: defaultCountry, email }, posted, {
    form: `register ${plan.name}`,
    fixed: email === '' ? {} : { email },
  })
  useBrowserCountry(state, posted !== null)
  const lookup = useEmailLookup()
  const { busy, send } = useSending(() => shopWords.problem.registering)
  const isKnown = lookup.state === 'known'

  async function submit() {
    if (busy || isKnown || !state.check()) return
    await send(async () => {
      await sendRegistration(call, plan, state.values)
      state.forget()
      onSent(String(state.values.email).trim())
    }, state.reject)
  }

  return (
    <PageForm className="stack" action={registeringAt(plan)} onSubmit={submit}>
      <FormProblems state={state} />
      <RegistrationFields
        form={form}
        state={lookup.forgotBy(state)}
        disabled={(name: FieldName) => isKnown && name !== 'email'}
        email={{
          hint: shopWords.form.emailHint,
          note: emailNote(lookup.state, paths.orderSummary(plan.name), String(state.values.email ?? '').trim()),
          onBlur: () => lookup.ask(String(state.values.email ?? '')),
        }}
        documents={[brand.documents.privacy]}
      />
      <Button type="submit" wide busy={busy} busyLabel={t.submitting} disabled={isKnown}>
        {t.submit}
      </Button>
    </PageForm>
  )
}

/** Renders the form in the page, for browsers without scripts to open a dialog. */
export function registeringAt(plan: PlanView): string {
  return `${paths.orderSummary(plan.name)}?register`
}
