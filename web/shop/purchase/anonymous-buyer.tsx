import { Suspense, useState, type SubmitEvent } from 'react'
import type { PlanView } from '../../../domain/catalogue/plan.ts'
import { paths, signInAddress } from '../../../contract/screens.ts'
import { sentenceOf } from '../../../domain/registration/field-faults.ts'
import { emailRules } from '../../../domain/person/field-rules.ts'
import { registerDialogWords } from '#words/shop/register-dialog.ts'
import { checkInboxWords } from '#words/shop/check-inbox.ts'
import { fieldMessages } from '#words/forms/fields.ts'
import { orderWords } from '#words/shop/order.ts'
import { strangerWords as t } from '#words/shop/stranger.ts'
import { fieldWords } from '#words/forms/person-fields.ts'
import { shopWords } from '#words/shop/shop.ts'
import { screenTitles, stateTitles } from '#words/titles.ts'
import { call, messageOf } from '../../client/api.ts'
import { useLocation } from '../../client/location.tsx'
import { Title, usePosted } from '../../client/page.tsx'
import { CheckInbox } from '../../forms/registration/check-inbox.tsx'
import { PostedProblem } from '../../forms/posted-problem.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useHydrated } from '../../ui/loading/hydrated.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import { SkeletonLines } from '../../ui/loading/skeleton.tsx'
import { registerDialog, registerForm } from './lazy-parts.ts'
import { OrderNext } from './order-next.tsx'
import { PaymentMarks } from './payment-marks.tsx'

/** Renders the half of the order page that asks anonymous visitors to identify themselves. */
export function AnonymousBuyer({ plan }: { plan: PlanView }) {
  const registering = new URLSearchParams(useLocation().search).has('register')
  return registering ? <Registering plan={plan} /> : <Stranger plan={plan} />
}

/** Asks for the email first: a person with an account continues to the sign-in, others register here. */
function Stranger({ plan }: { plan: PlanView }) {
  const path = paths.orderSummary(plan.name)
  const [email, setEmail] = useState('')
  const [registering, setRegistering] = useState(false)
  const hydrated = useHydrated()
  const toast = useToast()
  // The dialog is in a separate file. Browsers remember that an import failed, so it cannot be retried before the page is
  // loaded again (https://github.com/whatwg/html/pull/10327). That page contains the form.
  const register = () =>
    registerDialog.ready().then(
      () => setRegistering(true),
      () => {
        if (navigator.onLine) window.location.assign(`${path}?register`)
        else toast({ tone: 'error', message: shopWords.problem.offline })
      },
    )
  return (
    <>
      {registering ? null : <Title>{screenTitles.orderSummary}</Title>}
      <h2>{orderWords.side}</h2>
      <PostedProblem />
      <EmailFirst path={path} email={email} onEmail={setEmail} onUnknown={register} />
      <a className={buttonClass({ variant: 'quiet', wide: true })} href={signInAddress(path)}>
        {t.signIn}
      </a>
      <p>
        {t.noAccount}{' '}
        {hydrated ? (
          <button type="button" className="link" onClick={() => void register()}>
            {t.register}
          </button>
        ) : (
          <a className="link" href={`${path}?register`}>
            {t.register}
          </a>
        )}
      </p>
      <OrderNext steps={t.next} />
      <PaymentMarks />
      {registering ? <registerDialog.Screen plan={plan} email={email} onClose={() => setRegistering(false)} /> : null}
    </>
  )
}

type EmailProps = { path: string; email: string; onEmail: (email: string) => void; onUnknown: () => Promise<void> }

function EmailFirst({ path, email, onEmail, onUnknown }: EmailProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function proceed(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = email.trim()
    if (busy) return
    const broken = emailRules.rules.find((rule) => rule.broken(typed, {}))
    if (typed === '' || broken) {
      setError(typed === '' || !broken ? fieldMessages.required : sentenceOf(broken.fault, fieldMessages))
      document.getElementById('order-email')?.focus()
      return
    }
    setBusy(true)
    // A look-up that fails tells nothing: the form to register looks again. Without a connection that form cannot come.
    const found = await call('GET /api/v1/users/search/{email}', { path: { email: typed } }).then(
      () => true,
      (fault: unknown) => (navigator.onLine ? false : messageOf(fault, '')),
    )
    if (found === false) await onUnknown()
    setBusy(false)
    if (typeof found === 'string') setError(found)
    else if (found) window.location.assign(signInAddress(path, typed))
  }

  return (
    <form className="needs-scripts stack" noValidate onSubmit={(event) => void proceed(event)}>
      <TextField
        id="order-email"
        name="order-email"
        label={fieldWords.email}
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

/** Renders the content of the dialog in the page: without scripts, and for a person whom a form sent here. */
function Registering({ plan }: { plan: PlanView }) {
  const posted = usePosted()
  const [sentTo, setSentTo] = useState(posted?.sentTo)
  const path = paths.orderSummary(plan.name)
  if (sentTo !== undefined) return <CheckInbox email={sentTo} path={path} next={checkInboxWords.nextToBuy} />
  return (
    <>
      <Title>{stateTitles.registerToBuy}</Title>
      <h2>{registerDialogWords.title}</h2>
      <Suspense fallback={<SkeletonLines label={shopWords.loading} count={4} />}>
        <registerForm.Screen plan={plan} onSent={setSentTo} />
      </Suspense>
      <p>
        {t.haveAccount} <a href={signInAddress(path)}>{t.signIn}</a>
      </p>
    </>
  )
}
