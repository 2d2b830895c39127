import { randomUUID } from 'node:crypto'
import type { BillingInvoice } from '../../../../domain/billing/billing-snapshot.ts'
import type { BillingStep } from '../../../../domain/billing/billing-steps.ts'
import type { PaymentCard } from '../../../../domain/billing/payments/payment-card.ts'
import { isResumable } from '../../../../domain/subscription/requests.ts'
import type { Subscription } from '../../../../domain/subscription/subscription.ts'
import type { Mail } from '../../../../domain/mail.ts'
import { planIn } from '../../../catalogue.ts'
import type { AppContext } from '../../../context.ts'
import type { PlanChangeFacts } from '../../../mails/subscriptions/plan-changed.ts'
import { paymentRefundedMail, refundFailedMail } from '../../../mails/subscriptions/refund.ts'
import { subscriptionMail } from '../../../mails/subscriptions/subscription-mails.ts'
import { forgetNotices, noteNotice } from '../../../store/billing/sent-notices.ts'
import { billingSide, markPaidBack, owedOf } from '../../../store/billing/billing-side.ts'
import { closeIssues, openIssue } from '../../../store/billing/payment-issues.ts'
import { setRefundState } from '../../../store/billing/payments.ts'
import { queueMail, queueTask } from '../../../store/jobs/jobs.ts'
import { asRecipient, type Subscriber } from '../../../store/subscribers/subscribers.ts'
import type { Trx } from '../../../store/tables.ts'

/** The recipient and subject of the emails. `id` is our own id of the subscription, also if that is not read. */
export type StepSubject = {
  id: string | null
  subscriber: Subscriber | undefined
  subscription?: Subscription | null
  /** The invoice that a payment paid, where there is one, and the card that paid it. */
  invoice?: BillingInvoice | undefined
  card?: PaymentCard | null | undefined
  /** A change of plan, or of its price, as a fresh look shows it. */
  change?: PlanChangeFacts | undefined
}

/** Writes the steps that the rules of billing returned; no external call is made before the commit. */
export async function writeSteps(
  db: Trx,
  context: AppContext,
  about: StepSubject,
  steps: readonly BillingStep[],
): Promise<void> {
  const closed = steps.filter((one) => one.step === 'close-issue').map(({ issue }) => issue)
  await closeIssues(db, closed, context.now())
  for (const one of steps) if (one.step !== 'close-issue') await writeStep(db, context, about, one)
}

type OtherStep = Exclude<BillingStep, { step: 'close-issue' }>

async function writeStep(db: Trx, context: AppContext, about: StepSubject, one: OtherStep): Promise<void> {
  const now = context.now()
  const { id, subscriber } = about
  const send = async (mail: Mail | null) => {
    if (mail) await queueMail(db, subscriber?.id ?? null, mail, now)
  }
  switch (one.step) {
    case 'queue':
      return queueTask(db, randomUUID(), subscriber?.id ?? null, one.task, now)
    case 'mail':
      return send(await mailOf(db, context, about, one))
    case 'mail-refund':
    case 'mail-failed-refund': {
      const { subscription } = about
      if (!subscriber || !subscription) return
      const plan = planIn(context.catalogue, subscription.plan, subscriber.language).title
      const facts = { ...asRecipient(subscriber), plan }
      return send(
        one.step === 'mail-refund'
          ? paymentRefundedMail(context.mailFrame, { ...facts, ...one })
          : refundFailedMail(context.mailFrame, { ...facts, money: one.money }),
      )
    }
    case 'open-issue':
      return openIssue(db, one.issue, now)
    case 'note':
      if (id !== null) await noteNotice(db, id, one.notice, one.about)
      return
    case 'forget-notes':
      if (id !== null) await forgetNotices(db, id, one.notice, one.except)
      return
    case 'mark-paid-back':
      if (id !== null) await markPaidBack(db, id, one.paidBack)
      return
    case 'mark-refund':
      return setRefundState(db, one.refund, one.state)
  }
}

/** Null if no recipient is left. */
async function mailOf(
  db: Trx,
  context: AppContext,
  { subscriber, subscription, invoice, card, change }: StepSubject,
  { mail, failure }: Extract<BillingStep, { step: 'mail' }>,
): Promise<Mail | null> {
  if (!subscriber || !subscription) return null
  const { language } = subscriber
  const facts = {
    ...asRecipient(subscriber),
    deniedCountry: subscriber.denied_country,
    subscription: { ...subscription, plan: planIn(context.catalogue, subscription.plan, language) },
    ...(failure && { failure }),
    ...(invoice && { invoice }),
    ...(card && { card }),
    owed: await owedOf(db, subscription.id),
    resumable: isResumable(subscription, (await billingSide(db, subscription.id))?.billing, context.now()),
    ...(change && { change: { ...change, from: planIn(context.catalogue, change.from, language) } }),
  }
  return subscriptionMail(context.mailFrame, mail, facts)
}
