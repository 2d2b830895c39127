import { Suspense, useState, type SubmitEvent } from 'react'
import type { PlanView } from '../../../domain/catalogue/plan.ts'
import { paths, screens, signInAddress } from '../../../contract/screens.ts'
import { fieldMessages } from '#words/fields.ts'
import { orderWords as t } from '#words/order.ts'
import { shopWords } from '#words/shop.ts'
import { call } from '../../client/api.ts'
import { Title } from '../../client/page.tsx'
import { PostedProblem } from '../../forms/posted-problem.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { registerDialog } from './later-parts.ts'
import { PaymentMarks } from './payment-marks.tsx'

/** Asks for the email first: who has an account goes on to sign in, who has none registers here. */
export function AnonymousBuyer({ plan }: { plan: PlanView }) {
  const path = paths.orderSummary(plan.name)
  const [email, setEmail] = useState('')
  const [registering, setRegistering] = useState(false)
  const hydrated = useHydrated()
  return (
    <>
      {registering ? null : <Title>{screens.orderSummary.title}</Title>}
      <h2>{t.side}</h2>
      <PostedProblem />
      <EmailFirst path={path} email={email} onEmail={setEmail} onUnknown={() => setRegistering(true)} />
      <p className="needs-scripts or-line">{t.or}</p>
      <a className={buttonClass({ variant: 'quiet', wide: true })} href={signInAddress(path)}>
        {t.signIn}
      </a>
      <p>
        {t.noAccount}{' '}
        {hydrated ? (
          <button type="button" className="link" onClick={() => setRegistering(true)}>
            {t.register}
          </button>
        ) : (
          <a className="link" href={`${path}?register`}>
            {t.register}
          </a>
        )}
      </p>
      <PaymentMarks />
      {registering ? (
        <Suspense>
          <registerDialog.Screen plan={plan} email={email} onClose={() => setRegistering(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

type EmailProps = { path: string; email: string; onEmail: (email: string) => void; onUnknown: () => void }

function EmailFirst({ path, email, onEmail, onUnknown }: EmailProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function proceed(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = email.trim()
    if (busy) return
    if (typed === '' || !event.currentTarget.checkValidity()) {
      setError(typed === '' ? fieldMessages.required : fieldMessages.email)
      document.getElementById('order-email')?.focus()
      return
    }
    setBusy(true)
    // A look-up that fails tells nothing: the form to register looks again.
    const isKnown = await call('GET /api/v1/users/search/{email}', { path: { email: typed } }).then(
      () => true,
      () => false,
    )
    setBusy(false)
    if (isKnown) window.location.assign(`${signInAddress(path)}&login_hint=${encodeURIComponent(typed)}`)
    else onUnknown()
  }

  return (
    <form className="needs-scripts stack" noValidate onSubmit={(event) => void proceed(event)}>
      <TextField
        id="order-email"
        name="order-email"
        label={shopWords.form.email}
        hint={t.emailFirst}
        error={error}
        value={email}
        onChange={(value) => {
          setError(undefined)
          onEmail(value)
        }}
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
      />
      <Button type="submit" wide busy={busy} busyLabel={t.checking}>
        {t.proceed}
      </Button>
    </form>
  )
}
