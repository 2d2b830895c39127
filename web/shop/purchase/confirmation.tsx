import { useEffect } from 'react'
import { isOverdue } from '../../../domain/billing/payments/payment-state.ts'
import { longDate } from '../../../domain/calendar.ts'
import { paths, subscriptionTo, type Entry } from '../../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { confirmationWords } from '#words/shop/confirmation.ts'
import { situationWords } from '#words/shop/situation.ts'
import { accountWords } from '#words/account/account.ts'
import { Navigate, useLocation, useParams } from '../../client/location.tsx'
import { useVisitor } from '../../client/page.tsx'
import { useCall } from '../../client/queries.ts'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { forgetValues } from '../../forms/kept-values.ts'
import { PostedProblem } from '../../forms/posted-problem.tsx'
import { ClientCheck } from './client-check.tsx'
import { PaymentReturned, PaymentWait, type Bought } from './payment-wait.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { InstallerDownload } from './installer-download.tsx'
import { isBilled, lastDayOf } from '../../billing/payment.ts'
import { situationLine } from '../../billing/situation.ts'

const t = confirmationWords

export function ConfirmationScreen() {
  const { name = '' } = useParams()
  const { entries, orders } = useVisitor()
  const { search } = useLocation()
  const order = new URLSearchParams(search).get('order')
  const entry = subscriptionTo(entries, name)
  const isActive = entry?.subscription.status === 'active'
  // What is bought again is active while the payment is processed, and renews only after it.
  const isContinued = entry?.plan.type === 'trial' || entry?.subscription.renews === true
  const mayWait = order !== null && (!isContinued || orders.some(({ id }) => id === order))
  if (!isActive || mayWait)
    return order ? <PaymentWait key={order} order={order} plan={name} Shown={Ordered} /> : <NoneActive entry={entry} />
  return entry.plan.type === 'trial' ? <TrialWelcome entry={entry} /> : <ThankYou entry={entry} bought={entry.plan} />
}

/** Shows the subscription that an order started, whose plan or status has changed since. */
function Ordered({ bought: { plan, subscription } }: { bought: Bought }) {
  const { entries } = useVisitor()
  const entry = entries.find((one) => one.subscription.id === subscription)
  if (entry?.subscription.status === 'pending') return <Navigate to={paths.notApproved} />
  return entry?.subscription.status === 'active' ? (
    <ThankYou entry={entry} bought={plan} />
  ) : (
    <NoneActive entry={entry} />
  )
}

function TrialWelcome({ entry }: { entry: Entry }) {
  const words = t.trial
  const companion = useCompanion(entry)
  return (
    <div className="page page--narrow stack stack--loose">
      <PostedProblem />
      <div className="stack">
        <h1>{words.heading(entry.plan.title)}</h1>
        {entry.subscription.endDate ? (
          <p className="lead">{words.expires(longDate(entry.subscription.endDate, locale))}</p>
        ) : null}
      </div>
      <h2>{words.steps}</h2>
      <Download entry={entry} />
      <section className="card stack">
        <h3>{words.step(2, words.check.title)}</h3>
        <p>{words.check.text}</p>
        <ClientCheck />
      </section>
      {companion === null ? null : <Companion entry={entry} title={companion} />}
    </div>
  )
}

/**
 * Returns the title of the companion product; null if there is none or it has not loaded yet, and for the companion's
 * own plans, which would offer the same file twice.
 */
function useCompanion({ plan: { name, product } }: Entry): string | null {
  const query = { companion: 'yes' } as const
  const { data } = useCall('GET /api/v1/plans/{name}/installer', { path: { name }, query })
  return data !== undefined && data.product !== product ? data.title : null
}

function Download({ entry }: { entry: Entry }) {
  const words = t.trial
  return (
    <section className="card stack">
      <h3>{words.step(1, words.download.title)}</h3>
      <p>{words.download.text}</p>
      <InstallerDownload of="plan" plan={entry.plan.name} label={words.download.button} primary />
    </section>
  )
}

function Companion({ entry, title }: { entry: Entry; title: string }) {
  const words = t.trial
  return (
    <section className="card stack">
      <h3>{words.step(3, words.companion.title(title))}</h3>
      <p>{words.companion.text}</p>
      <InstallerDownload of="companion" plan={entry.plan.name} label={words.companion.link(title)} />
    </section>
  )
}

function ThankYou({ entry, bought }: { entry: Entry; bought: Bought['plan'] }) {
  const { user } = useVisitor()
  const companion = useCompanion(entry)
  // The payment page leads here with the order in the query; later visits come without it.
  const order = new URLSearchParams(useLocation().search).get('order')
  const justPaid = order !== null
  const { data: paid } = useCall('GET /api/v1/orders/{id}', { path: { id: order ?? '' } }, { enabled: justPaid })
  const isLate = isOverdue(entry.subscription.payment)
  const isGiven = !justPaid && !isBilled(entry.subscription.payment)
  const isChanged = bought.name !== entry.plan.name
  useEffect(() => forgetValues(), [])
  // For example because renewal was resumed before the payment: the subscription then continues without it.
  if (paid?.state === 'done' && paid.bought === null) return <PaymentReturned />
  return (
    <div className="page page--narrow stack stack--loose">
      <PostedProblem />
      <div className="stack">
        <h1>{isLate || isGiven ? entry.plan.title : t.paid.heading}</h1>
        {isLate ? (
          <Panel tone="red">
            <p>{t.paid.overdue}</p>
            <LinkButton href={paths.account}>{t.paid.fix}</LinkButton>
          </Panel>
        ) : (
          <p className="lead anywhere">
            {isGiven
              ? situationLine(user, entry)
              : (justPaid && !isChanged ? t.paid.receipt : t.paid.receiptSent)(user?.email ?? '')}
          </p>
        )}
        {isChanged ? <p className="anywhere">{t.paid.changed(bought.title, entry.plan.title)}</p> : null}
      </div>
      {isGiven ? null : <OrderReceipt entry={entry} order={order} />}
      <h2>{t.trial.steps}</h2>
      <Download entry={entry} />
      <section className="card stack">
        <h3>{t.trial.step(2, t.paid.signIn.title)}</h3>
        <p className="anywhere">{t.paid.signIn.text(user?.email ?? '')}</p>
      </section>
      {companion === null ? null : <Companion entry={entry} title={companion} />}
    </div>
  )
}

/** Explains why there is no active subscription to this plan. */
function NoneActive({ entry }: { entry: Entry | undefined }) {
  const { entries } = useVisitor()
  const active = entries.filter(({ subscription }) => subscription.status === 'active')
  const endDate = entry ? lastDayOf(entry.subscription) : null
  return (
    <div className="message-page">
      <PostedProblem />
      <span className="message-page__mark">
        <Icon name="info" />
      </span>
      <h1>{t.none.heading}</h1>
      <p>
        {entry && endDate ? situationWords.ended.endedOn(entry.plan.title, longDate(endDate, locale)) : t.none.text}
      </p>
      {active.map(({ plan }) => (
        <p key={plan.name}>{t.none.instead(plan.title)}</p>
      ))}
      <div className="cluster">
        {active.length > 0 ? (
          <LinkButton href={paths.account}>{accountWords.heading}</LinkButton>
        ) : (
          <LinkButton href={paths.plans}>{situationWords.trialOver.plans}</LinkButton>
        )}
        <LinkButton href={paths.home} variant="quiet">
          {t.none.button}
        </LinkButton>
      </div>
    </div>
  )
}
