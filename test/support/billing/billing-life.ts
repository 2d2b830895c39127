/** A life of one person’s subscriptions: acts of the person, the vendor, the bank and the network, in any order. */
import fc from 'fast-check'
import { addDays } from '../../../domain/calendar.ts'
import type { Command } from '../../../domain/subscription/commands.ts'
import { isLive } from '../../../domain/subscription/subscription.ts'
import { check, newJournal, noteDecision, noteStep, type Journal } from './billing-checks.ts'
import {
  changeClearance,
  deliver,
  payablePage,
  placeOrder,
  refundPeriod,
  retryIssues,
  runTasks,
  sweep,
} from './lives-shop.ts'
import { change } from './lives-billing-store.ts'
import { newShop, nowOf, type Row, type Shop } from './lives-store.ts'
import {
  advance,
  nextHour,
  subscriptionOf,
  type PlanName,
  type StripeMessage,
  type StripeSettings,
} from './stripe-model.ts'
import { table } from '../subscriptions/subscription-table.ts'
import {
  addCard,
  cancelInPortal,
  checkOut,
  declineCards,
  dispute,
  endInDashboard,
  giveCoupon,
  giveDays,
  payLate,
  refundInDashboard,
  resumeInPortal,
  scheduleInPortal,
  switchInPortal,
  waive,
} from './stripe-people.ts'

const acts = [
  'wait',
  'turn',
  'buy',
  'pay',
  'switch',
  'schedule',
  'stop',
  'resume',
  'portal-stop',
  'portal-resume',
  'extend',
  'hold',
  'refuse',
  'release',
  'decline',
  'new-card',
  'pay-late',
  'refund',
  'dashboard-refund',
  'dispute',
  'close-dispute',
  'free-days',
  'coupon',
  'waive',
  'end',
  'cancel',
  'undo',
  'outage',
  'retry',
] as const
export type Act = (typeof acts)[number]

export type Step = {
  act: Act
  plan: PlanName
  /** Days, choices and the like: each act interprets it as it needs. */
  size: number
  /** The fate of this step's messages. */
  post: 'prompt' | 'late' | 'lost' | 'twice'
  /** Whether everything comes to rest afterwards, and is checked. */
  rests: boolean
}

/** Acts that lead to others occur more often. */
const weights: Partial<Record<Act, number>> = {
  wait: 4,
  turn: 9,
  buy: 3,
  pay: 4,
  stop: 4,
  resume: 2,
  switch: 3,
  extend: 2,
  decline: 2,
  release: 2,
  outage: 2,
}

const steps: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(...acts.map((act) => ({ weight: weights[act] ?? 1, arbitrary: fc.constant(act) }))),
  plan: fc.constantFrom('monthly', 'monthly', 'plus', 'weekly', 'annual'),
  size: fc.nat(59),
  post: fc.constantFrom('prompt', 'prompt', 'prompt', 'late', 'lost', 'twice'),
  rests: fc.boolean(),
})

export const story: fc.Arbitrary<Step[]> = fc.array(steps, { minLength: 5, maxLength: 40, size: 'max' })

export const settings: fc.Arbitrary<StripeSettings> = fc.record({
  retries: fc.constantFrom([72, 120, 120], [72, 120, 168], [72, 120, 168], []),
  afterRetries: fc.constantFrom('past_due', 'past_due', 'unpaid', 'canceled'),
  trialInvoices: fc.boolean(),
})

/**
 * Performs all steps; throws if a rule about charging is broken. `reached` collects the rows that decided something.
 */
export async function live(setting: StripeSettings, steps: readonly Step[], reached: Set<string>): Promise<void> {
  const journal = newJournal()
  const shop = newShop(setting, (command, before, after, events) => {
    noteDecision(journal, shop, command, before, after, events)
    if (events.length > 0) reached.add(rowName(command.kind, before, after))
  })
  // Without a purchase there is nothing to test.
  for (const act of ['buy', 'pay'] as const)
    await take(shop, journal, { ...first, act, plan: steps[0]?.plan ?? 'monthly' })
  for (const step of steps) {
    await take(shop, journal, step)
    if (!step.rests) continue
    await rest(shop)
    check(shop, journal)
  }
  retryIssues(shop)
  await rest(shop)
  check(shop, journal)
}

const first: Step = { act: 'wait', plan: 'monthly', size: 0, post: 'prompt', rests: false }

function rowName(kind: string, before: Row['subscription'] | null, after: Row['subscription'] | null): string {
  const state = (of: Row['subscription'] | null) =>
    of === null ? 'none' : of.status === 'pending' ? (of.startDate ? 'held' : 'waiting') : of.status
  return `${kind}: ${state(before)} > ${state(after)}`
}

/** Returns the rows of the table that these lives concern: no trials, grants, new prices, erased people, or comments. */
export function rowsOfLives(): string[] {
  const elsewhere = new Set([
    'start-trial',
    'extend-trial',
    'grant',
    'price-changed',
    'address-unconfirmed',
    'second-trial',
    'person-forgotten',
    'comment',
  ])
  return Object.entries(table)
    .filter(([kind]) => !elsewhere.has(kind))
    .flatMap(([kind, rows]) => Object.keys(rows).map((row) => `${kind}: ${row}`))
}

async function take(shop: Shop, journal: Journal, step: Step): Promise<void> {
  noteStep(journal, shop)
  const { line } = shop
  if (step.act === 'wait') await pass(shop, step.size * 24 + (step.size % 24), step.post)
  else if (step.act === 'turn') await toTheTurn(shop, step)
  else await doIt(shop, journal, step)
  post(shop, step.post)
  if (step.post !== 'late') await work(shop)
  if (step.act === 'outage') Object.assign(line, { calls: 1 + (step.size % 7), fault: faults[step.size % 3] })
}

const faults = ['unreached', 'unheard', 'refused'] as const

/** Moves the clock to around Stripe's next automatic act, when faults are most likely. */
async function toTheTurn(shop: Shop, { size, post: how }: Step): Promise<void> {
  const next = nextHour(shop.line.stripe)
  if (next === Number.POSITIVE_INFINITY) return
  await pass(shop, Math.max(0, next - shop.line.stripe.now + ((size % 4) - 1)), how)
}

/** Lets hours pass: Stripe acts, messages arrive, and the shop works whenever something is due and once a day. */
async function pass(shop: Shop, hours: number, how: Step['post']): Promise<void> {
  const { stripe } = shop.line
  const until = stripe.now + hours
  while (stripe.now < until) {
    const tasks = shop.tasks.length > 0 || shop.inbox.length > 0 ? stripe.now + 1 : until
    const day = (Math.floor(stripe.now / 24) + 1) * 24
    advance(stripe, Math.max(stripe.now + 1, Math.min(until, day, nextHour(stripe), tasks)))
    post(shop, how)
    await work(shop)
  }
}

/** Sends the messages. */
function post(shop: Shop, how: Step['post']): void {
  const { stripe } = shop.line
  const messages = stripe.messages.splice(0)
  // The sweep makes up for lost messages, except for those about subscriptions that ended at the provider, refunds,
  // disputes and closed orders.
  if (how === 'lost') shop.inbox.push(...messages.filter((message) => mustArrive(shop, message)))
  else shop.inbox.push(...messages, ...(how === 'twice' ? messages.toReversed() : []))
}

function mustArrive({ line: { stripe }, orders }: Shop, message: StripeMessage): boolean {
  if ('payment' in message) return true
  if ('checkout' in message)
    return orders.some(({ session, state }) => session === message.checkout && state === 'closed')
  return subscriptionOf(stripe, message.subscription).endedAt !== null
}

async function work(shop: Shop): Promise<void> {
  for (const message of shop.inbox.splice(0)) await deliver(shop, message)
  await sweep(shop)
  await runTasks(shop)
}

/** Brings everything to rest: nothing fails, messages arrive, the sweep has checked everything, tasks are done. */
async function rest(shop: Shop): Promise<void> {
  shop.line.calls = 0
  for (let turn = 0; turn < 12; turn += 1) {
    shop.inbox.push(...shop.line.stripe.messages.splice(0))
    for (const task of shop.tasks) task.runAt = Math.min(task.runAt, shop.line.stripe.now)
    for (const message of shop.inbox.splice(0)) await deliver(shop, message)
    await sweep(shop, true)
    await runTasks(shop)
    const quiet = shop.line.stripe.messages.length === 0 && shop.tasks.every(({ task }) => task.task === 'ask-provider')
    if (quiet && turn > 0) return
  }
  throw new Error(`it does not come to rest: ${shop.tasks.map(({ task }) => task.task).join(', ')}`)
}

async function doIt(shop: Shop, journal: Journal, { act, plan, size }: Step): Promise<void> {
  const { stripe } = shop.line
  const row = shop.rows.findLast(({ subscription }) => isLive(subscription)) ?? shop.rows.at(-1)
  const over = [...stripe.subscriptions.values()].findLast(({ endedAt }) => endedAt === null)
  const payment = [...stripe.payments.values()].toReversed()[size % 4 === 0 ? 1 : 0]
  const ask = async (command: Command) => {
    if (row) await change(shop, row.subscription.id, command)
  }
  const by = 'admin@example.com'
  switch (act) {
    case 'buy':
      return placeOrder(shop, plan)
    case 'pay': {
      const page = payablePage(shop)
      return page && checkOut(stripe, page, size > 55 ? 1 : 0)
    }
    case 'switch':
      return over && switchInPortal(stripe, over, plan)
    case 'schedule':
      return over && scheduleInPortal(stripe, over, plan)
    case 'stop':
      return ask({ kind: 'stop-renewal', by: 'owner@example.com' })
    case 'resume':
      return ask({ kind: 'resume-renewal', by: 'owner@example.com' })
    case 'portal-stop':
      return over && cancelInPortal(stripe, over)
    case 'portal-resume':
      return over && resumeInPortal(stripe, over)
    case 'extend': {
      const from = row?.subscription.endDate ?? nowOf(shop)
      return ask({ kind: 'extend', by, endDate: addDays(from, size > 55 ? size * 20 : size - 5), comment: 'longer' })
    }
    case 'hold':
      return changeClearance(shop, { dplStatus: 'PENDING' })
    case 'refuse':
      return changeClearance(shop, { dplStatus: 'FAIL' })
    case 'release':
      return changeClearance(shop, { dplStatus: 'PASS' })
    case 'decline':
      return declineCards(stripe)
    case 'new-card':
      return addCard(stripe)
    case 'pay-late':
      return payLate(stripe, size)
    case 'refund': {
      if (!row || !refundPeriod(shop, row, size % 2 ? null : 1)) return
      if (size % 3 === 0) await ask({ kind: 'cancel', by, comment: 'refunded', withRefund: true })
      return
    }
    case 'dashboard-refund':
      return payment && refundInDashboard(stripe, payment.id, size % 2 === 0)
    case 'dispute':
      return payment && dispute(stripe, payment.id, 'open')
    case 'close-dispute': {
      const disputed = [...stripe.payments.values()].find((one) => one.dispute === 'open')
      return disputed && dispute(stripe, disputed.id, size % 2 ? 'won' : 'lost')
    }
    case 'free-days': {
      const to = over && giveDays(stripe, over, 1 + size)
      if (to) journal.grants.push(to)
      return
    }
    case 'coupon':
      return over && giveCoupon(stripe, over, 1 + (size % 2))
    case 'waive':
      return waive(stripe, size % 2 === 0)
    case 'end':
      if (!over || over.endedAt !== null || size % 3 !== 0) return
      endInDashboard(stripe, over)
      journal.endedByVendor.set(over.id, stripe.now)
      return
    case 'cancel':
      return ask({ kind: 'cancel', by, comment: 'asked by phone' })
    case 'undo':
      return ask({ kind: 'undo', by, comment: 'a mistake' })
    case 'retry':
      return retryIssues(shop)
    case 'wait':
    case 'turn':
    case 'outage':
  }
}
