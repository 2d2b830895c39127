import { cleared } from '../../../domain/subscription/subscription.ts'
import { dueReminders, type Due } from '../../../domain/trial-reminders.ts'
import { trialReminderMail } from '../../mails/subscriptions/trial-reminder.ts'
import { forEachDue, type DueRun } from '../../../platform/concurrency/for-each-due.ts'
import { paidPlans, planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { noteNotice } from '../../store/billing/sent-notices.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { tellTrialsEnding } from '../../store/messages.ts'
import { asPerson, asRecipient, lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { isSubscribed } from '../../../domain/subscription/facts.ts'
import { extendableUntil } from '../subscriptions/extend-trial.ts'
import { subscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import { trialsToRemind, type TrialToRemind } from '../../store/subscriptions/trial-reminders.ts'

const batch = 200

/**
 * Notifies people that their trial is about to end or has ended, each once per end date, with a link to buy. Excludes
 * people who have paid for the product, are not cleared, or have unsubscribed.
 */
export async function remindTrials(context: AppContext, run: DueRun): Promise<void> {
  for (const due of dueReminders(context.now())) {
    if (due.reminder === 'trial-ends-soon') await context.transact((db) => tellTrialsEnding(db, due.to, context.now()))
    await forEachDue(
      (after: TrialToRemind | null) => trialsToRemind(context.db, due, batch, after),
      (trial) => remind(context, due, trial),
      run,
    )
  }
}

async function remind(
  context: AppContext,
  { reminder, status }: Due,
  { id, subscriberId, about }: TrialToRemind,
): Promise<void> {
  await context.transact(async (db) => {
    const subscriber = await lockSubscriber(db, subscriberId)
    // A skipped reminder is recorded too, because it would be wrong if it was sent later.
    if (!subscriber || !(await noteNotice(db, id, reminder, about))) return
    if (subscriber.reminders_stopped_at) return
    const all = await subscriptionsOf(db, subscriberId)
    const trial = all.find((one) => one.id === id)
    if (!trial?.endDate || trial.status !== status || !cleared(asPerson(subscriber))) return
    const { product } = trial.plan
    if (isSubscribed(all, product)) return
    const translated = <P extends { name: string; title: string }>(plan: P) =>
      planIn(context.catalogue, plan, subscriber.language)
    const plans = paidPlans(context.catalogue)
      .filter((plan) => plan.product === product)
      .map(translated)
    const extendableTo = extendableUntil(context, trial, all)
    const facts = {
      ...asRecipient(subscriber),
      reminder,
      trial: translated(trial.plan),
      endDate: trial.endDate,
      plans,
      extendableTo,
    }
    const mail = trialReminderMail(context.mailFrame, {
      ...facts,
      stop: context.unsubscribeLinks.address(subscriberId),
    })
    await queueMail(db, subscriberId, mail, context.now())
  })
}
