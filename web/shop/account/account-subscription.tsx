import { useState } from 'react'
import { isOverdue } from '../../../domain/billing/payments/payment-state.ts'
import { isOver, longDate } from '../../../domain/calendar.ts'
import { priceText } from '../../../domain/catalogue/plan.ts'
import { subscriptionForms } from '../../../contract/forms/subscription-forms.ts'
import { isActPossible } from '../../../domain/subscription/acts.ts'
import { barOf, situationWith } from '../../../domain/subscription/situation.ts'
import { explanationOf, paths, type Entry, type User } from '../../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { orderWords } from '#words/shop/order.ts'
import { plansWords } from '#words/shop/plans.ts'
import { paymentWords } from '#words/account/payments.ts'
import { accountWords as t } from '#words/account/account.ts'
import { shopWords } from '#words/shop/shop.ts'
import { situationWords } from '#words/shop/situation.ts'
import { PageForm, useSending } from '../../forms/page-form.tsx'
import { call } from '../../client/api.ts'
import { useSettings, useVisitor } from '../../client/page.tsx'
import { useRefresh } from '../../client/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { AccountPayment, isShownOverdue, NextCharge, paymentBadge } from './account-payment.tsx'
import { ExtendTrial } from './extend-trial.tsx'
import { ManageButton } from './manage-button.tsx'
import { SubscribeAgain } from './subscribe-again.tsx'
import { addsDays, amountText, isBilled, isEntrySoldAgain } from '../../billing/payment.ts'
import { situationBadge, situationLine } from '../../billing/situation.ts'

export function AccountSubscription({ entry }: { entry: Entry }) {
  const { user, entries } = useVisitor()
  const { now } = useSettings()
  const { plan, subscription } = entry
  const { status, endDate, renews, payment } = subscription
  const billed = isBilled(payment)
  // An invoice that stays a draft while billing is paused keeps access beyond the end date.
  const isExtended = payment.state === 'paused' && endDate !== null && isOver(new Date(endDate), new Date(now))
  const line = isExtended ? null : situationLine(user, entry)
  const situation = situationWith(user, entries, plan.product)
  // Whether this is the subscription that the person currently has of its product.
  const leading = situation.owned === entry ? situation.kind : null
  const over = leading === 'ended'
  const bar = user && barOf(user)
  return (
    <section className="card stack">
      <div className="cluster cluster--apart">
        <h2>{plan.title}</h2>
        <StatusBadge {...(paymentBadge(subscription) ?? situationBadge(user, entry))} />
      </div>
      <PlanFacts plan={plan} subscription={subscription} />
      {line === null ? null : (
        <div>
          <p className="strong">{line}</p>
          <NextCharge subscription={subscription} />
        </div>
      )}
      <AccountPayment entry={entry} over={over} />
      <ExtendTrial subscription={subscription} size="small" />
      {isEntrySoldAgain(entry) && bar === null ? (
        <p className="soft">
          {addsDays(entry) ? `${paymentWords.buyAgainText} ` : null}
          {/* A request to the server, which checks whether the plan is still on sale. */}
          <a href={paths.orderSummary(plan.name)} aria-label={paymentWords.buyAgainLabel(plan.title)}>
            {paymentWords.buyAgain}
          </a>
        </p>
      ) : null}
      <div className="cluster">
        {status === 'active' ? (
          <LinkButton
            variant={leading === null || isOverdue(payment) ? 'quiet' : 'primary'}
            size="small"
            href={paths.confirmation(plan.name)}
          >
            {t.installers}
          </LinkButton>
        ) : null}
        {over && !isShownOverdue(subscription) ? <SubscribeAgain plan={plan} /> : null}
        {leading === 'trial_over' ? <LinkButton href={paths.plans}>{t.seePlans}</LinkButton> : null}
        {leading === 'trial_running' ? (
          <LinkButton variant="quiet" size="small" href={paths.plans}>
            {t.seePlans}
          </LinkButton>
        ) : null}
        {status === 'pending' && bar !== null ? (
          <LinkButton variant="quiet" size="small" href={explanationOf(user)}>
            {situationWords.review.more}
          </LinkButton>
        ) : null}
        {billed ? <ManageButton plan={plan.name} label={t.billing} variant="quiet" size="small" /> : null}
        {billed && status === 'active' && renews ? (
          <LinkButton variant="quiet" size="small" href={paths.plans}>
            {t.change}
          </LinkButton>
        ) : null}
        {isActPossible(actOnRenewal(subscription), { ...subscription, plan }) ? (
          <RenewalButton plan={plan} subscription={subscription} />
        ) : null}
      </div>
      {billed ? <p className="fine-print">{t.billingHint}</p> : null}
    </section>
  )
}

/** Shows the agreed price and period, and the start. */
function PlanFacts({ plan, subscription: { startDate } }: Entry) {
  const { price, currency, recurringInterval: interval, recurringIntervalCount: count } = plan
  return (
    <dl className="plan-facts">
      {interval ? (
        <div>
          <dt>{t.price}</dt>
          <dd>
            <span className="strong">{priceText(price, currency, locale)}</span> {plansWords.per[interval](count ?? 1)}{' '}
            {orderWords.plusTax}
          </dd>
        </div>
      ) : null}
      {startDate === null ? null : (
        <div>
          <dt>{t.since}</dt>
          <dd>{longDate(startDate, locale)}</dd>
        </div>
      )}
    </dl>
  )
}

const actOnRenewal = ({ renews }: Entry['subscription']) => (renews ? 'stop-renewal' : 'resume-renewal')

/** Stops or resumes the renewal, after confirmation. */
function RenewalButton({ plan, subscription }: Entry) {
  const [asking, setAsking] = useState(false)
  const { busy, send } = useSending(() => t.failed)
  const refresh = useRefresh()
  const toast = useToast()
  const { user } = useVisitor()
  const stopping = subscription.renews
  const words = stopping ? t.stopDialog : t.resumeDialog
  const act = actOnRenewal(subscription)
  const fields = { subscription: subscription.id }

  async function change() {
    await send(async () => {
      try {
        await subscriptionForms[act](call, fields)
        toast({ tone: 'success', message: stopping ? t.stopped : t.resumed })
      } finally {
        await refresh('GET /api/v1/subscriptions/user')
      }
    })
    setAsking(false)
  }

  return (
    <>
      <PageForm action={paths.account} hidden={{ act, ...fields }} onSubmit={() => setAsking(true)}>
        <Button variant="quiet" size="small" type="submit">
          {stopping ? t.stop : t.resume}
        </Button>
      </PageForm>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.title}
        closeLabel={shopWords.close}
        role="alertdialog"
        busy={busy}
        actions={
          <>
            <Button variant="quiet" disabled={busy} onClick={() => setAsking(false)}>
              {words.discard}
            </Button>
            <Button
              variant={stopping ? 'danger' : 'primary'}
              busy={busy}
              busyLabel={words.doing}
              onClick={() => void change()}
            >
              {words.confirm}
            </Button>
          </>
        }
      >
        <p>{stopping ? stopText(user, { plan, subscription }) : resumeText(user, { plan, subscription })}</p>
      </Dialog>
    </>
  )
}

const endOf = ({ endDate }: Entry['subscription']) => (endDate ? longDate(endDate, locale) : '')

/** Returns the consequences of a stop, with the amount that is still due and the resulting end. */
function stopText(user: User | null, { plan, subscription }: Entry): string {
  const { owed, resumable } = subscription.payment
  if (!owed) {
    const text = textOf(t.stopDialog, user, subscription)(plan.title, endOf(subscription))
    return resumable && subscription.status === 'active' ? `${text} ${t.stopDialog.resumable}` : text
  }
  const amount = amountText(owed.amount, owed.currency)
  const until = longDate(owed.until, locale)
  return owed.dueAt === null
    ? t.stopDialog.processing(plan.title, amount, until)
    : t.stopDialog.due(plan.title, amount, until, longDate(owed.dueAt, locale))
}

const resumeText = (user: User | null, { plan, subscription }: Entry) =>
  textOf(t.resumeDialog, user, subscription)(plan.title, endOf(subscription))

/** On hold, the days until a decision are added to the end. */
function textOf(
  words: typeof t.stopDialog | typeof t.resumeDialog,
  user: User | null,
  { status }: Entry['subscription'],
) {
  if (status !== 'pending') return words.text
  return user?.deniedCountry ? words.heldCountry : words.held
}
