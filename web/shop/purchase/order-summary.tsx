import { useState } from 'react'
import { decodeText, longDate, type PlanView } from '../../../domain/catalogue/plan.ts'
import { paths, screens, signInAddress, type User } from '../../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { shopWords } from '#words/shop.ts'
import { stateTitles } from '#words/titles.ts'
import { CheckInbox } from '../../forms/registration/check-inbox.tsx'
import { PostedProblem } from '../../forms/posted-problem.tsx'
import { PurchaseForm } from '../../forms/registration/purchase-form.tsx'
import { RegisterDialog } from '../../forms/registration/register-dialog.tsx'
import { RegisterForm, registeringAt } from '../../forms/registration/register-form.tsx'
import { SignOutForm } from '../../forms/sign-out-form.tsx'
import { useLocation, useParams } from '../../client/location.tsx'
import { Title, useCall, usePosted, useVisitor } from '../../client/page.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ManageButton } from '../account/manage-button.tsx'
import { mayBuyAgain } from '../../billing/payment.ts'
import { PlanPrice } from '../plan-price.tsx'

const t = shopWords.order

export function OrderSummaryScreen() {
  const { name = '' } = useParams()
  const plan = useCall('GET /api/v1/plans/{name}', { path: { name } })
  return (
    <div className="page page--split">
      <section className="stack stack--loose">
        <div className="stack">
          <h1>{t.heading}</h1>
          <p className="lead as-written">{decodeText(plan.description)}</p>
        </div>
        <div className="card stack">
          <h2>{plan.title}</h2>
          <PlanPrice plan={plan} />
          <div className="stack stack--tight order-conditions">
            <h3>{t.conditions}</h3>
            <p className="soft as-written">{decodeText(plan.conditions)}</p>
          </div>
        </div>
      </section>
      <section className="card card--raised stack">
        <Completion plan={plan} />
      </section>
    </div>
  )
}

function Completion({ plan }: { plan: PlanView }) {
  const { user, entries } = useVisitor()
  const held = entries.find(
    ({ plan: one, subscription }) =>
      one.type === 'subscription' &&
      one.product === plan.product &&
      (subscription.status === 'active' || subscription.status === 'pending'),
  )
  const registering = new URLSearchParams(useLocation().search).has('register')
  if (!user) return registering ? <Registering plan={plan} /> : <Anonymous plan={plan} />
  return (
    <>
      <Title>{screens.orderSummary.title}</Title>
      <h2>{t.side}</h2>
      <SignedIn user={user} />
      {held && !mayBuyAgain(held) ? (
        <>
          <p>{t.subscribed}</p>
          <ManageButton plan={held.plan.name} label={t.manage} />
          <LinkButton variant="quiet" href={paths.account}>
            {t.account}
          </LinkButton>
        </>
      ) : (
        <>
          {held?.subscription.endDate ? (
            <Panel title={t.notRenewing(held.plan.title, longDate(held.subscription.endDate, locale))}>
              <p>{t.daysAdded}</p>
            </Panel>
          ) : null}
          <PurchaseForm plan={plan} />
        </>
      )}
    </>
  )
}

function Anonymous({ plan }: { plan: PlanView }) {
  const { pathname } = useLocation()
  const [registering, setRegistering] = useState(false)
  const hydrated = useHydrated()
  return (
    <>
      {registering ? null : <Title>{screens.orderSummary.title}</Title>}
      <h2>{t.side}</h2>
      <PostedProblem />
      <p>{t.signInFirst}</p>
      <a className="button button--primary button--wide" href={signInAddress(pathname)}>
        {t.signIn}
      </a>
      <p>
        {t.noAccount}{' '}
        {hydrated ? (
          <button type="button" className="link" onClick={() => setRegistering(true)}>
            {t.register}
          </button>
        ) : (
          <a className="link" href={registeringAt(plan)}>
            {t.register}
          </a>
        )}
      </p>
      {registering ? <RegisterDialog plan={plan} onClose={() => setRegistering(false)} /> : null}
    </>
  )
}

/** What the dialog shows, in the page: where there are no scripts, and for whoever was sent here meanwhile. */
function Registering({ plan }: { plan: PlanView }) {
  const posted = usePosted()
  const [sentTo, setSentTo] = useState(posted?.sentTo)
  const path = paths.orderSummary(plan.name)
  if (sentTo !== undefined) return <CheckInbox email={sentTo} path={path} next={shopWords.checkInbox.nextToBuy} />
  return (
    <>
      <Title>{stateTitles.registerToBuy}</Title>
      <h2>{shopWords.registerDialog.title}</h2>
      <RegisterForm plan={plan} onSent={setSentTo} />
      <p>
        {t.haveAccount} <a href={signInAddress(path)}>{t.signIn}</a>
      </p>
    </>
  )
}

function SignedIn({ user }: { user: User }) {
  return (
    <div className="small">
      <div className="cluster cluster--apart cluster--line">
        <p className="strong anywhere">{`${user.firstName} ${user.lastName}`.trim()}</p>
        <SignOutForm>
          <button type="submit" className="link">
            {shopWords.header.signOut}
          </button>
        </SignOutForm>
      </div>
      <p className="soft anywhere">{user.email}</p>
    </div>
  )
}
