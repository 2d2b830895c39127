import { useEffect } from 'react'
import { longDate } from '../../../domain/catalogue/plan.ts'
import { paths, type Entry } from '../../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { confirmationWords } from '#words/shop/confirmation.ts'
import { situationWords } from '#words/shop/situation.ts'
import { accountWords } from '#words/account/account.ts'
import { useLocation, useParams } from '../../client/location.tsx'
import { useVisitor } from '../../client/page.tsx'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { forgetValues } from '../../forms/kept-values.ts'
import { PostedProblem } from '../../forms/posted-problem.tsx'
import { ClientCheck } from './client-check.tsx'
import { PaymentWait } from './payment-wait.tsx'
import { InstallerDownload } from './installer-download.tsx'

const t = confirmationWords

export function ConfirmationScreen() {
  const { name = '' } = useParams()
  const { entries, orders } = useVisitor()
  const { search } = useLocation()
  const order = new URLSearchParams(search).get('order')
  const entry = entries.find((one) => one.plan.name === name)
  // Bought again, it may be active while its payment is processed.
  if (entry?.subscription.status !== 'active' || orders.some(({ id }) => id === order))
    return order ? <PaymentWait order={order} plan={name} /> : <NoneActive entry={entry} />
  return entry.plan.type === 'trial' ? <TrialWelcome entry={entry} /> : <ThankYou entry={entry} />
}

function TrialWelcome({ entry }: { entry: Entry }) {
  const words = t.trial
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
      <section className="card stack">
        <h3>{words.step(1, words.download.title)}</h3>
        <p>{words.download.text}</p>
        <InstallerDownload of="plan" plan={entry.plan.name} label={words.download.button} primary />
      </section>
      <section className="card stack">
        <h3>{words.step(2, words.check.title)}</h3>
        <p>{words.check.text}</p>
        <ClientCheck />
      </section>
      <section className="card stack">
        <h3>{words.step(3, words.companion.title)}</h3>
        <p>{words.companion.text}</p>
        <InstallerDownload of="companion" plan={entry.plan.name} label={words.companion.link} />
      </section>
    </div>
  )
}

function ThankYou({ entry }: { entry: Entry }) {
  const { user } = useVisitor()
  // The payment page leads here with the order; later visits come without.
  const justPaid = new URLSearchParams(useLocation().search).has('order')
  useEffect(() => forgetValues(), [])
  return (
    <div className="page page--narrow stack stack--loose">
      <PostedProblem />
      <div className="stack">
        <h1>{t.paid.heading}</h1>
        <p className="lead anywhere">{(justPaid ? t.paid.receipt : t.paid.receiptSent)(user?.email ?? '')}</p>
      </div>
      <section className="card stack">
        <h2>{entry.plan.title}</h2>
        <p>{t.paid.text}</p>
        <InstallerDownload of="plan" plan={entry.plan.name} label={t.paid.button} primary />
      </section>
      <p>
        <a href={paths.account}>{accountWords.heading}</a>
      </p>
    </div>
  )
}

/** No active subscription to this plan: what there is instead. */
function NoneActive({ entry }: { entry: Entry | undefined }) {
  const { entries } = useVisitor()
  const active = entries.filter(({ subscription }) => subscription.status === 'active')
  const endDate = entry?.subscription.endDate
  return (
    <div className="message-page">
      <PostedProblem />
      <span className="message-page__mark">
        <Icon name="info" />
      </span>
      <h1>{t.none.heading}</h1>
      {endDate ? <p>{situationWords.ended.endedOn(entry.plan.title, longDate(endDate, locale))}</p> : null}
      {entry ? null : <p>{t.none.text}</p>}
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
