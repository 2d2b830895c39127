import { useState, type ReactNode } from 'react'
import { daysBetween, longDate } from '../../domain/calendar.ts'
import { reminderDays } from '../../domain/limits.ts'
import type { Situation } from '../../domain/subscription/situation.ts'
import { paths, type Entry } from '../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { shopWords } from '#words/shop/shop.ts'
import { situationWords as t } from '#words/shop/situation.ts'
import { stateTitles, screenTitles } from '#words/titles.ts'
import { ExtendTrial } from './account/extend-trial.tsx'
import { lastDayOf } from '../billing/payment.ts'
import { situationLine } from '../billing/situation.ts'
import { SignOutForm } from '../forms/sign-out-form.tsx'
import { Title, useSettings, useVisitor } from '../client/page.tsx'
import { Icon } from '../ui/icon.tsx'
import { LinkButton } from '../ui/links/link-button.tsx'

/** Shows what a signed-in person who cannot start this trial has instead. */
export function TrialState({ situation, trial }: { situation: Situation<Entry>; trial: Entry | undefined }) {
  return (
    <>
      <State situation={situation} trial={trial} />
      <SignedInAs />
    </>
  )
}

function State({ situation: { kind, owned }, trial }: { situation: Situation<Entry>; trial: Entry | undefined }) {
  switch (kind) {
    case 'paid':
    case 'past_due':
    case 'stopped':
    case 'on_hold':
      return owned ? <Owned entry={owned} overdue={kind === 'past_due'} /> : null
    case 'trial_running':
      return owned ? <Running entry={owned} /> : null
    case 'refused':
    case 'denied_country':
      return <Refused />
    case 'in_review':
    case 'unconfirmed':
      return <InReview />
    case 'ended':
      return owned ? <Ended entry={owned} /> : null
    case 'trial_over':
    case 'none':
      return <Over endDate={trial ? lastDayOf(trial.subscription) : null} />
  }
}

function Head({ title, children }: { title: string; children: string }) {
  return (
    <>
      <Title>{title}</Title>
      <h2>{children}</h2>
    </>
  )
}

function Running({ entry: { plan, subscription } }: { entry: Entry }) {
  const words = t.trialRunning
  const { now } = useSettings()
  const { endDate } = subscription
  // As the page appeared: the offer stays to report the extension, after which the end is no longer near.
  const [endsSoon] = useState(
    () => endDate !== null && daysBetween(new Date(now), new Date(endDate)) <= reminderDays.soon,
  )
  return (
    <>
      <Head title={stateTitles.trialRunning}>{words.title}</Head>
      {subscription.endDate ? <Dated>{words.expires(longDate(subscription.endDate, locale))}</Dated> : null}
      <LinkButton href={paths.confirmation(plan.name)} wide>
        {words.find}
      </LinkButton>
      {endsSoon ? <ExtendTrial subscription={subscription} wide /> : null}
    </>
  )
}

const Dated = ({ children }: { children: ReactNode }) => (
  <p className="cluster cluster--line">
    <Icon name="calendar" />
    {children}
  </p>
)

function Over({ endDate }: { endDate: string | null }) {
  const { brand } = useSettings()
  const words = t.trialOver
  return (
    <>
      <Head title={stateTitles.trialOver}>{words.title}</Head>
      {endDate ? <p>{words.ended(longDate(endDate, locale))}</p> : null}
      <LinkButton href={paths.plans} wide>
        {words.plans}
      </LinkButton>
      <p className="soft">{words.next(brand.supportEmail)}</p>
    </>
  )
}

function Ended({ entry: { plan, subscription } }: { entry: Entry }) {
  const endDate = lastDayOf(subscription)
  return (
    <>
      <Head title={screenTitles.trial}>{t.ended.title}</Head>
      {endDate ? <p>{t.ended.endedOn(plan.title, longDate(endDate, locale))}</p> : null}
      <LinkButton href={paths.plans} wide>
        {t.trialOver.plans}
      </LinkButton>
    </>
  )
}

function Owned({ entry, overdue }: { entry: Entry; overdue: boolean }) {
  const { user } = useVisitor()
  const line = situationLine(user, entry)
  return (
    <>
      <Head title={screenTitles.trial}>{t.owned.title(entry.plan.title)}</Head>
      {overdue ? <p>{t.owned.pastDue}</p> : null}
      {line === null ? null : <Dated>{line}</Dated>}
      {overdue ? (
        <LinkButton href={paths.account} wide>
          {t.owned.fix}
        </LinkButton>
      ) : null}
      <LinkButton href={paths.confirmation(entry.plan.name)} variant={overdue ? 'quiet' : 'primary'} wide>
        {t.trialRunning.find}
      </LinkButton>
      {overdue ? null : (
        <LinkButton href={paths.account} variant="quiet" wide>
          {t.owned.account}
        </LinkButton>
      )}
    </>
  )
}

function Refused() {
  const { brand } = useSettings()
  const words = t.refused
  return (
    <>
      <Head title={screenTitles.notApproved}>{words.heading}</Head>
      <p>{words.text}</p>
      <p>{words.mistake(brand.supportEmail)}</p>
      <a className="button button--quiet button--wide" href={`mailto:${brand.supportEmail}`}>
        {words.contact}
      </a>
    </>
  )
}

function InReview() {
  const { user } = useVisitor()
  return (
    <>
      <Head title={screenTitles.pending}>{t.review.heading}</Head>
      <p className="anywhere">{t.review.decision(user?.email ?? '')}</p>
      <LinkButton href={paths.pending} wide>
        {t.review.more}
      </LinkButton>
    </>
  )
}

function SignedInAs() {
  const { user } = useVisitor()
  if (!user) return null
  return (
    <div className="cluster cluster--apart">
      <p className="small soft">
        {t.signedInAs}
        <br />
        <span className="strong anywhere">{user.email}</span>
      </p>
      <SignOutForm>
        <button type="submit" className="link small">
          {shopWords.header.signOut}
        </button>
      </SignOutForm>
    </div>
  )
}
