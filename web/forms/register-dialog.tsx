import { useState, type SubmitEvent } from 'react'
import type { PlanView } from '../../core/plan.ts'
import { registrationForm, toPayload, visibleValues, type FieldName } from '../../core/registration.ts'
import { paths } from '../../core/screens.ts'
import { shopWords } from '../../core/words/en/shop.ts'
import { stateTitles } from '../../core/words/en/titles.ts'
import { ApiError, call, messageOf } from '../api.ts'
import { Title, useSettings } from '../page.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { CheckInboxDialog } from './check-inbox-dialog.tsx'
import { emailNote } from './email-note.tsx'
import { FormProblems } from './form-problems.tsx'
import { RegistrationFields } from './registration-fields.tsx'
import { useEmailLookup } from './use-email-lookup.ts'
import { useForm } from './use-form.ts'

const say = shopWords.registerDialog

/** Registers somebody who came to buy: six fields, then the activation mail leads back to this page. */
export function RegisterDialog({ plan, onClose }: { plan: PlanView; onClose: () => void }) {
  const { brand, defaultCountry } = useSettings()
  const form = registrationForm(plan)
  const state = useForm(form, { country: defaultCountry })
  const lookup = useEmailLookup()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const isKnown = lookup.state === 'known'

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy || isKnown || !state.check()) return
    setBusy(true)
    try {
      const values = visibleValues(form, state.values)
      await call('POST /api/v1/users', { headers: { 'x-selected-product': plan.name }, body: toPayload(values) })
      setSentTo(String(values.email))
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0) state.reject(error.errors)
      else toast({ tone: 'error', message: messageOf(error, shopWords.problem.registering) })
    } finally {
      setBusy(false)
    }
  }

  if (sentTo !== null) {
    return (
      <>
        <Title>{stateTitles.checkInbox}</Title>
        <CheckInboxDialog email={sentTo} next={shopWords.checkInbox.nextToBuy} />
      </>
    )
  }
  return (
    <>
      <Title>{stateTitles.registerToBuy}</Title>
      <Dialog open onClose={onClose} title={say.title} closeLabel={shopWords.close} width="page">
        <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
          <FormProblems state={state} />
          <RegistrationFields
            form={form}
            state={lookup.forgotBy(state)}
            disabled={(name: FieldName) => isKnown && name !== 'email'}
            email={{
              hint: shopWords.form.emailHint,
              note: emailNote(lookup.state, paths.orderSummary(plan.name)),
              onBlur: () => lookup.ask(String(state.values.email ?? '')),
            }}
            documents={{ documents: [brand.documents.privacy] }}
          />
          <Button type="submit" wide busy={busy} busyLabel={say.submitting} disabled={isKnown}>
            {say.submit}
          </Button>
        </form>
      </Dialog>
    </>
  )
}
