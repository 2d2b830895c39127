import { randomUUID } from 'node:crypto'
import type { Command, Effect, Others } from '../../core/subscription-commands.ts'
import { decide } from '../../core/subscription-decide.ts'
import { apply } from '../../core/subscription-events.ts'
import {
  cleared,
  isLive,
  neverStarted,
  type PlanTerms,
  type RefusalCode,
  type Subscription,
} from '../../core/subscription.ts'
import { trialRefusedMail } from '../mails/trial-refused.ts'
import { trialStartedMail } from '../mails/trial-started.ts'
import type { Shop } from '../shop.ts'
import { appendEvents } from '../store/event-log.ts'
import { queueMail } from '../store/outbox.ts'
import { asPerson, type Subscriber } from '../store/subscribers.ts'
import { lockSubscriptionsOf, saveSubscription } from '../store/subscriptions.ts'
import type { Trx } from '../store/tables.ts'
import { hadTrial, rememberTrial } from '../store/trials.ts'

export type Changed = { subscription: Subscription } | { refused: RefusalCode; subscription: Subscription | null }

/**
 * The one door through which every change of a subscription goes. The caller has locked the subscriber in this transaction;
 * here its subscriptions are locked, the command decided, the state saved, the events appended and the outbox filled.
 * `subscriptionId` is null for a command that begins a subscription of `command.plan`.
 */
export async function changeSubscription(
  db: Trx,
  shop: Shop,
  subscriber: Subscriber,
  subscriptionId: string | null,
  command: Command,
): Promise<Changed> {
  const now = shop.now()
  const all = await lockSubscriptionsOf(db, subscriber.id)
  const current = subscriptionId === null ? null : (all.find(({ id }) => id === subscriptionId) ?? null)
  const plan = current?.plan ?? ('plan' in command ? command.plan : null)
  const others = plan ? await othersOf(db, shop, subscriber, all, current, plan) : noOthers
  const decision = decide({ subscription: current, person: asPerson(subscriber), others }, command, now)
  if ('refused' in decision) return { refused: decision.refused, subscription: current }

  const after = decision.events.reduce<Subscription | null>(apply, current)
  if (!after) throw new Error(`${command.kind} about no subscription came to nothing`)
  if (decision.events.length > 0) {
    await saveSubscription(db, subscriber.id, after)
    await appendEvents(db, after.id, decision.events)
    if (after.plan.type === 'trial' && after.startDate && !current?.startDate) {
      await rememberTrial(db, shop.trialHashes(subscriber.email)[0], after.plan.product)
    }
  }
  for (const effect of decision.effects) await carryOut(db, shop, subscriber, after, effect)
  return { subscription: after }
}

const noOthers: Others = { live: false, everHeld: false, stillCharged: [] }

async function othersOf(
  db: Trx,
  shop: Shop,
  subscriber: Subscriber,
  all: readonly Subscription[],
  current: Subscription | null,
  plan: PlanTerms,
): Promise<Others> {
  const others = all.filter(
    (one) => one.id !== current?.id && one.plan.product === plan.product && one.plan.type === plan.type,
  )
  const remembered =
    plan.type === 'trial' && !current && (await hadTrial(db, shop.trialHashes(subscriber.email), plan.product))
  return { live: others.some(isLive), everHeld: others.length > 0 || remembered, stillCharged: [] }
}

/** Turns an effect into something the outbox does after the commit. Those of paid plans come with the payment provider. */
async function carryOut(
  db: Trx,
  shop: Shop,
  subscriber: Subscriber,
  after: Subscription,
  effect: Effect,
): Promise<void> {
  if (effect.kind === 'mail' && effect.mail === 'trial-started' && after.endDate) {
    const mail = trialStartedMail(shop.mailFrame, { to: subscriber.email, plan: after.plan, endDate: after.endDate })
    await queueMail(db, randomUUID(), subscriber.id, mail, shop.now())
    shop.outboxFilled()
  }
}

/** Says `clearance-changed` to each of a person's subscriptions: part of every change of the person. */
export async function clearanceChanged(db: Trx, shop: Shop, subscriber: Subscriber): Promise<void> {
  for (const subscription of await lockSubscriptionsOf(db, subscriber.id)) {
    const second = await isSecondTrial(db, shop, subscriber, subscription)
    const command: Command = second
      ? { kind: 'person-refused', comment: 'The trial was had already, under another address.', by: 'system' }
      : { kind: 'clearance-changed', by: 'system' }
    await changeSubscription(db, shop, subscriber, subscription.id, command)
    if (!second) continue
    const facts = { to: subscriber.email, plan: subscription.plan, refusal: { reason: 'had' } } as const
    await queueMail(db, randomUUID(), subscriber.id, trialRefusedMail(shop.mailFrame, facts), shop.now())
  }
}

/** Whether a trial that could start now was had meanwhile by the same person, under the same address with another `+tag`. */
async function isSecondTrial(db: Trx, shop: Shop, subscriber: Subscriber, trial: Subscription): Promise<boolean> {
  const waits = trial.plan.type === 'trial' && trial.status === 'pending' && neverStarted(trial)
  return (
    waits &&
    cleared(asPerson(subscriber)) &&
    (await hadTrial(db, shop.trialHashes(subscriber.email), trial.plan.product))
  )
}
