/**
 * What server/actions/billing does, without a database: messages and the daily sweep read a snapshot, decide what it brings
 * and queue what follows; tasks tell the provider, and may fail.
 */
import assert from 'node:assert/strict'
import { billingNews, entitledUntil, failureOf, followUps } from '../../../domain/billing/billing-news.ts'
import {
  returnedInFull,
  standingOf,
  type BillingSnapshot,
  type Charging,
  type Standing,
} from '../../../domain/billing/billing-snapshot.ts'
import { firstPaymentOf } from '../../../domain/billing/first-payment.ts'
import { periodOf, type Period } from '../../../domain/billing/period-payments.ts'
import { daysBetween, isOver } from '../../../domain/calendar.ts'
import type { Billing, Command, Effect, SubscriptionMail } from '../../../domain/subscription/commands.ts'
import { decide } from '../../../domain/subscription/decide.ts'
import { replay, type SubscriptionEvent } from '../../../domain/subscription/events.ts'
import {
  charging,
  cleared,
  isLive,
  mayBuyAgain,
  neverStarted,
  type Person,
  type PlanTerms,
  type Subscription,
} from '../../../domain/subscription/subscription.ts'
import {
  call as ask,
  endCharging,
  moveNextCharge,
  NoAnswer,
  readSnapshot,
  recordsOf,
  refund,
  setCharging,
  voidUnpaid,
  type Line,
} from './billing-port.ts'
import { annual, monthly, ok, weekly } from '../subscriptions/given-subscription.ts'
import {
  dateOf,
  newStripe,
  StripeRefusal,
  type PlanName,
  type StripeMessage,
  type StripeSettings,
} from './stripe-model.ts'

/** Of the same interval as the monthly one. */
const plus: PlanTerms = { ...monthly, name: 'analytics-plus', title: 'Analytics plus', priceMinor: 14_900 }
export const plans = { weekly, monthly, plus, annual }

/** A subscription, and what is stored of the provider’s side of it. */
export type Row = {
  subscription: Subscription
  history: SubscriptionEvent[]
  provider: string
  charging: Charging
  withheldUntil: Date | null
  billing: Billing
  standing: Standing['kind']
  /** The change of the provider’s data that was last looked at. */
  seen: number
  askedAt: number
  /** Its payments at the provider, and those of them that are disputed. */
  payments: Set<string>
  disputed: Set<string>
  /** Invoices that were seen paid. */
  known: Set<string>
}

export type Order = {
  id: string
  row: string
  plan: PlanName
  state: 'open' | 'closed' | 'paid'
  /** Whether its page can still be paid on. */
  payable: boolean
  subscription: string | null
}

export type Task = { id: string; runAt: number } & (
  | { task: 'set-charging' | 'move-next-charge' | 'ask-provider'; row: string }
  | { task: 'end-charging'; row: string | null; provider: string | null }
  | { task: 'close-checkout'; order: string; row: null }
  | { task: 'refund'; payment: string; row: string | null; amount: number | null }
)

export type Issue = { kind: string; row: string | null; payment: string | null; task: Task | null }
export type SentMail = { mail: SubscriptionMail; row: string; at: number; failure: boolean }

export type Shop = {
  line: Line
  person: Person
  rows: Row[]
  orders: Order[]
  tasks: Task[]
  issues: Issue[]
  mails: SentMail[]
  notices: Set<string>
  /** Messages on their way. */
  inbox: StripeMessage[]
  ids: number
  /** Told of each decision: which command, from which subscription to which. */
  watch: (
    command: Command,
    before: Subscription | null,
    after: Subscription | null,
    events: SubscriptionEvent[],
  ) => void
}

export function newShop(settings: StripeSettings, watch: Shop['watch']): Shop {
  const line: Line = { stripe: newStripe(settings), fault: null, calls: 0 }
  const lists = { rows: [], orders: [], tasks: [], issues: [], mails: [], inbox: [] }
  return { line, person: { ...ok }, ...lists, notices: new Set(), ids: 0, watch }
}

export const nowOf = ({ line }: Shop): Date => dateOf(line.stripe.now)
export const rowOf = (shop: Shop, id: string): Row | undefined => shop.rows.find((one) => one.subscription.id === id)
const newId = (shop: Shop, kind: string) => `${kind}${(shop.ids += 1)}`

type Related = { provider?: string }

/** The one door: decides, stores and queues. Answers whether anything changed. */
export function change(shop: Shop, row: Row | null, command: Command, related: Related = {}): boolean {
  const others = shop.rows.filter((one) => one !== row).map(({ subscription }) => subscription)
  const expired = others.filter((one) => one.status === 'expired' && charging(one) !== null && one.renewal !== 'ended')
  const facts = {
    subscription: row?.subscription ?? null,
    person: shop.person,
    others: { live: others.some(isLive), everHeld: others.length > 0, stillCharged: expired.map(({ id }) => id) },
    ...(row && { billing: { ...row.billing, ...unusedPayments(shop, row) } }),
  }
  const decision = decide(facts, command, nowOf(shop))
  if ('refused' in decision) return false
  const { after, events, effects } = decision
  const replaced = row?.provider ?? null
  const provider = related.provider ?? replaced
  if (after && events.length > 0) {
    const saved = row ?? newRow(shop, after, provider ?? '')
    saved.history.push(...events)
    saved.subscription = after
    assert.deepEqual(replay(saved.history), after, 'replaying the events gives the state')
  }
  for (const effect of effects) enqueue(shop, { subscription: after, provider, replaced }, effect)
  shop.watch(command, facts.subscription, after, events)
  return events.length > 0
}

/** The period that a row’s subscription rests on, with the refunds that are on their way. */
export function periodOfRow(shop: Shop, { subscription, provider }: Row): Period | null {
  const period = periodOf(recordsOf(shop.line.stripe, provider), subscription.payment)
  const payments = period?.payments.map((one) => ({ ...one, returned: one.returned + awaited(shop, one.payment) }))
  return period && payments ? { ...period, payments } : null
}

function awaited({ tasks }: Shop, payment: string | null): number {
  return tasks.reduce((sum, one) => sum + (one.task === 'refund' && one.payment === payment ? (one.amount ?? 0) : 0), 0)
}

/** The payments that have bought nothing yet. */
function unusedPayments(shop: Shop, row: Row): Pick<Billing, 'payments'> {
  if (!neverStarted(row.subscription)) return {}
  const paid = periodOfRow(shop, row)?.payments ?? []
  if (!paid.some(({ payment }) => payment === row.subscription.payment)) return {}
  return { payments: paid.flatMap(({ payment, amount, returned }) => (payment && returned < amount ? [payment] : [])) }
}

function newRow(shop: Shop, subscription: Subscription, provider: string): Row {
  const billing = { periodEnd: nowOf(shop), ended: false, paidBack: false, disputed: false, awaited: false }
  const stored = { provider, charging: 'on', withheldUntil: null, billing, standing: 'given' } as const
  const row: Row = { subscription, history: [], ...stored, seen: -1, askedAt: 0, ...sets() }
  shop.rows.push(row)
  return row
}

const sets = () => ({ payments: new Set<string>(), disputed: new Set<string>(), known: new Set<string>() })

type Concerned = { subscription: Subscription | null; provider: string | null; replaced: string | null }

function enqueue(shop: Shop, { subscription, provider, replaced }: Concerned, effect: Effect): void {
  switch (effect.kind) {
    case 'mail': {
      const failure = effect.failure !== undefined
      if (subscription) shop.mails.push({ mail: effect.mail, row: subscription.id, at: shop.line.stripe.now, failure })
      return
    }
    case 'set-charging':
    case 'move-next-charge':
      if (subscription) queue(shop, { task: effect.kind, row: subscription.id })
      return
    case 'end-charging': {
      const own = subscription && subscription.id !== effect.subscription ? null : provider
      return queue(shop, { task: 'end-charging', row: effect.subscription, provider: own })
    }
    case 'end-unused':
      return queue(shop, { task: 'end-charging', row: null, provider })
    case 'end-replaced':
      return queue(shop, { task: 'end-charging', row: null, provider: replaced })
    case 'refund': {
      const row = subscription && rowOf(shop, subscription.id)
      if (row) row.billing.paidBack = true
      return queue(shop, { task: 'refund', payment: effect.payment, row: subscription?.id ?? null, amount: null })
    }
    case 'ask-provider':
      if (subscription && !waits(shop, 'ask-provider', subscription.id)) {
        queue(shop, { task: 'ask-provider', row: subscription.id })
      }
      return
    case 'open-payment-issue':
      return openIssue(shop, { kind: effect.about, row: subscription?.id ?? null, payment: effect.payment, task: null })
    case 'forget-person':
  }
}

type NewTask<T = Task> = T extends Task ? Omit<T, 'id' | 'runAt'> : never

export function queue(shop: Shop, task: NewTask): void {
  shop.tasks.push({ ...task, id: newId(shop, 'task'), runAt: shop.line.stripe.now })
}

function waits(shop: Shop, task: Task['task'], row: string): boolean {
  return shop.tasks.some((one) => one.task === task && one.row === row)
}

function openIssue(shop: Shop, issue: Issue): void {
  const { kind, row, payment } = issue
  const open = shop.issues.find((one) => one.kind === kind && one.row === row && one.payment === payment)
  if (open) open.task = issue.task
  else shop.issues.push(issue)
}

/** What became of an order: a paid one becomes a subscription, or takes over the one it replaces. */
function reconcileOrder(shop: Shop, order: Order): void {
  if (order.subscription === null) return
  const snapshot = readSnapshot(shop.line, order.subscription, [])
  const first = firstPaymentOf(snapshot, nowOf(shop))
  if (first.kind !== 'paid') return
  if (order.state !== 'paid') {
    const owned = rowOf(shop, order.row) ?? null
    const plan = plans[order.plan]
    const confirmed: Command = { kind: 'payment-confirmed', id: order.row, plan, ...first.period, by: 'billing' }
    if (change(shop, owned, confirmed, { provider: snapshot.id })) {
      const row = rowOf(shop, order.row)
      // What has changed since is found by the look below.
      const asBegun = { ...snapshot, payments: [] }
      if (row) save(shop, row, asBegun, standingOf(snapshot, null, nowOf(shop)), 'on', null)
    }
    order.state = 'paid'
    const open = shop.orders.find(({ state }) => state === 'open')
    if (open) closeOrder(shop, open)
  }
  reconcile(shop, snapshot.id)
}

function save(
  shop: Shop,
  row: Row,
  snapshot: BillingSnapshot,
  standing: Standing,
  does: Charging,
  withheldUntil: Date | null,
): void {
  const disputed = snapshot.payments.some(({ disputes }) => disputes.some(({ status }) => status === 'open'))
  const back = snapshot.payments.some(({ received, refunded }) => received > 0 && refunded >= received)
  for (const { payment } of snapshot.invoices) if (payment) row.payments.add(payment)
  for (const { id, disputes } of snapshot.payments) {
    if (disputes.some(({ status }) => status === 'open')) row.disputed.add(id)
    else row.disputed.delete(id)
  }
  Object.assign(row, { provider: snapshot.id, charging: does, withheldUntil, standing: standing.kind })
  Object.assign(row, { seen: shop.line.stripe.version, askedAt: shop.line.stripe.now })
  row.billing = {
    periodEnd: entitledUntil(snapshot, standing),
    ended: snapshot.endedAt !== null,
    paidBack: row.billing.paidBack || back,
    disputed,
    awaited: standing.kind === 'awaited',
  }
}

/** Reads one of the provider’s subscriptions afresh and brings ours in line with it; null for one that is none of ours. */
export function reconcile(
  shop: Shop,
  provider: string,
  named: readonly string[] = [],
): { snapshot: BillingSnapshot; standing: Standing } | null {
  const row = shop.rows.find((one) => one.provider === provider)
  if (!row) return reconcileForeign(shop, provider)
  const asked = [...named, ...row.disputed]
  const first = readSnapshot(shop.line, provider, asked)
  // A payment that nobody reported may have been disputed or refunded since, and that message have come too early.
  const fresh = first.invoices.filter(({ id: invoice, payment }) => payment && !row.known.has(invoice))
  const unread = fresh
    .flatMap(({ payment }) => payment ?? [])
    .filter((one) => first.payments.every(({ id }) => id !== one))
  const snapshot = unread.length === 0 ? first : readSnapshot(shop.line, provider, [...asked, ...unread])
  const now = nowOf(shop)
  const { subscription, withheldUntil } = row
  const standing = standingOf(snapshot, withheldUntil, now)
  const { id } = subscription
  const { disputed } = row.billing
  const telling = row.charging !== charging(subscription, disputed)
  const changing = (telling && waits(shop, 'set-charging', id)) || waits(shop, 'move-next-charge', id)
  const look = {
    subscription,
    snapshot,
    standing,
    told: row.charging,
    changing,
    disputed,
    owedUntil: null,
    known: new Set(row.known),
    termsOf: (name: string) => Object.values(plans).find((plan) => plan.name === name),
    notify: standing.kind === 'failed' && isFirstNotice(shop, id, standing),
  }
  const voidedNow = standing.kind === 'void' && charging(subscription, disputed) !== 'on'
  const until =
    voidedNow && !(withheldUntil && withheldUntil > snapshot.period.end) ? snapshot.period.end : withheldUntil
  save(shop, row, snapshot, standing, changing ? row.charging : snapshot.charging, until)
  for (const { id: invoice, status: paid, total } of snapshot.invoices) {
    if (paid === 'paid' && total !== 0) row.known.add(invoice)
  }
  for (const report of billingNews(look, now)) {
    // A return is seen at every look, and decided upon once.
    if (report.kind === 'payment-returned' && !note(shop, `${id} ${report.kind} ${report.payment}`)) continue
    change(shop, row, report, { provider: snapshot.id })
  }
  for (const task of followUps(row.subscription, snapshot, standing, now)) {
    if (changing && task === 'move-next-charge') continue
    queue(shop, task === 'end-charging' ? { task, row: id, provider: snapshot.id } : { task, row: id })
  }
  return { snapshot, standing }
}

function isFirstNotice(shop: Shop, id: string, standing: Extract<Standing, { kind: 'failed' }>): boolean {
  const due = `${id} ${standing.due.toISOString()}`
  const last = standing.invoice.nextAttempt === null
  if (note(shop, `${due} first`)) {
    if (last) note(shop, `${due} last`)
    return true
  }
  return last && note(shop, `${due} last`)
}

/** True the first time. */
const note = ({ notices }: Shop, key: string) => !notices.has(key) && Boolean(notices.add(key))

function reconcileForeign(shop: Shop, provider: string): null {
  const snapshot = readSnapshot(shop.line, provider, [])
  const order = shop.orders.find(({ id }) => id === snapshot.order)
  if (order && order.state !== 'paid') {
    order.subscription ??= provider
    reconcileOrder(shop, order)
  } else returnStrays(shop, snapshot)
  return null
}

/** What is charged for a subscription that was bought in vain, or that another purchase has replaced, goes back. */
function returnStrays(shop: Shop, { id, invoices }: BillingSnapshot): void {
  const charged = invoices.flatMap(({ payment }) => payment ?? [])
  const strays = charged.filter((payment) => shop.rows.every(({ payments }) => !payments.has(payment)))
  if (strays.length === 0) return
  const { payments } = readSnapshot(shop.line, id, strays)
  for (const payment of payments.filter((one) => strays.includes(one.id) && !returnedInFull(one))) {
    queue(shop, { task: 'refund', payment: payment.id, row: null, amount: null })
    queue(shop, { task: 'end-charging', row: null, provider: id })
  }
}

function runTask(shop: Shop, task: Task): number | null {
  const { line } = shop
  switch (task.task) {
    case 'set-charging': {
      const row = rowOf(shop, task.row)
      const to = row && charging(row.subscription, row.billing.disputed)
      if (!row || !to || row.billing.ended) return null
      // It does so already: what is asked of it in the portal meanwhile must not be undone.
      const does = row.charging === to
      if (does && to === 'on') return null
      const voided = does ? voidUnpaid(line, row.provider) : setCharging(line, row.provider, to).voided
      if (voided && !(row.withheldUntil && row.withheldUntil > voided)) row.withheldUntil = voided
      row.charging = to
      return null
    }
    case 'move-next-charge': {
      const row = rowOf(shop, task.row)
      // Brought in line first: a period that was paid over there meanwhile must not be cut short.
      const found = row && !row.billing.ended && reconcile(shop, row.provider)
      const end = row?.subscription.endDate
      if (!row || !end || !found || charging(row.subscription, row.billing.disputed) !== 'on') return null
      const { snapshot, standing } = found
      if (isOver(end, nowOf(shop)) || snapshot.endedAt) return null
      if (snapshot.invoices.some(({ status }) => status === 'open' || status === 'draft')) return null
      if (daysBetween(end, entitledUntil(snapshot, standing)) > 0) return null
      if (daysBetween(end, snapshot.period.end) === 0) return null
      // On the last day itself, it is charged now.
      moveNextCharge(line, row.provider, end > nowOf(shop) ? end : dateOf(line.stripe.now + 1), nowOf(shop))
      reconcile(shop, row.provider)
      return null
    }
    case 'ask-provider':
      return askWhetherPaid(shop, task.row)
    case 'end-charging': {
      const provider = (task.row === null ? null : rowOf(shop, task.row)?.provider) ?? task.provider
      if (provider) endCharging(line, provider)
      return null
    }
    case 'close-checkout': {
      const order = shop.orders.find(({ id }) => id === task.order)
      if (!order) return null
      ask(line, () => (order.payable = false))
      // Somebody may have paid a moment before.
      reconcileOrder(shop, order)
      return null
    }
    case 'refund': {
      refund(line, task.id, task.payment, task.amount)
      const row = shop.rows.find(({ payments }) => payments.has(task.payment))
      if (row) reconcile(shop, row.provider, [task.payment])
      return null
    }
  }
}

function askWhetherPaid(shop: Shop, id: string): number | null {
  const row = rowOf(shop, id)
  if (!row) return null
  let standing: Standing | null = null
  try {
    standing = reconcile(shop, row.provider)?.standing ?? null
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    change(shop, row, { kind: 'end-date-over', provider: 'no-answer', by: 'system' })
    return shop.line.stripe.now + 1
  }
  const provider = standing?.kind === 'awaited' ? 'awaited' : 'unpaid'
  const failure = standing?.kind === 'failed' ? { failure: failureOf(standing) } : {}
  change(shop, row, { kind: 'end-date-over', provider, ...failure, by: 'system' })
  return provider === 'awaited' ? shop.line.stripe.now + 1 : null
}

/** Runs what is due. What gets no answer runs again; what is refused for good becomes a payment issue. */
export function runTasks(shop: Shop): void {
  for (let turn = 0; turn < 30; turn += 1) {
    const task = shop.tasks.find(({ runAt }) => runAt <= shop.line.stripe.now)
    if (!task) return
    try {
      const again = runTask(shop, task)
      if (again === null) shop.tasks.splice(shop.tasks.indexOf(task), 1)
      else task.runAt = again
    } catch (error) {
      if (error instanceof NoAnswer) task.runAt = shop.line.stripe.now + 1
      else if (error instanceof StripeRefusal) giveUp(shop, task)
      else throw error
    }
  }
}

function giveUp(shop: Shop, task: Task): void {
  shop.tasks.splice(shop.tasks.indexOf(task), 1)
  const payment = task.task === 'refund' ? task.payment : task.task
  openIssue(shop, { kind: 'task-refused', row: task.row, payment, task })
  const row = task.row === null ? undefined : rowOf(shop, task.row)
  if (task.task === 'set-charging' && row?.subscription.renewal === 'stopped') {
    const { id } = row.subscription
    shop.mails.push({ mail: 'renewal-not-stopped', row: id, at: shop.line.stripe.now, failure: false })
  }
}

/** An administrator has the provider asked once more for all that it refused. */
export function retryIssues(shop: Shop): void {
  for (const { task } of shop.issues) if (task) shop.tasks.push({ ...task, runAt: shop.line.stripe.now })
  shop.issues = shop.issues.filter(({ task }) => task === null)
}

/** Looks into a message; one that cannot be read now stays. */
export function deliver(shop: Shop, message: StripeMessage): void {
  try {
    lookInto(shop, message)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    shop.inbox.push(message)
  }
}

function lookInto(shop: Shop, message: StripeMessage): void {
  if ('subscription' in message) {
    reconcile(shop, message.subscription)
  } else if ('order' in message) {
    const order = shop.orders.find(({ id }) => id === message.order)
    if (order) reconcileOrder(shop, order)
  } else {
    const { payment } = message
    const owner = shop.rows.find(
      ({ payments, subscription }) => payments.has(payment) || subscription.payment === payment,
    )
    if (owner) reconcile(shop, owner.provider, [payment])
  }
}

/** The hourly and daily work: what expired, and what nobody asked about for a day. */
export function sweep(shop: Shop, all = false): void {
  const { now, version } = shop.line.stripe
  try {
    for (const order of shop.orders) if (order.state === 'open') reconcileOrder(shop, order)
    for (const row of shop.rows) {
      if (row.billing.ended || (!all && now - row.askedAt < 24)) continue
      // Nothing over there has changed, nor anything that time alone would change.
      if (!all && row.seen === version && row.standing === 'given' && row.subscription.grantedUntil === null) {
        row.askedAt = now
      } else reconcile(shop, row.provider)
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
  }
  for (const row of shop.rows) {
    const { endDate, status } = row.subscription
    if (status === 'active' && endDate && isOver(endDate, nowOf(shop))) {
      change(shop, row, { kind: 'end-date-over', by: 'system' })
    }
  }
}

function closeOrder(shop: Shop, order: Order): void {
  order.state = 'closed'
  queue(shop, { task: 'close-checkout', order: order.id, row: null })
}

/** Places an order, or none for somebody who may not buy: one open order, that of another plan is closed. */
export function placeOrder(shop: Shop, plan: PlanName): Order | null {
  if (!cleared(shop.person)) return null
  const owned = shop.rows.map(({ subscription }) => subscription).find(isLive)
  if (owned && !mayBuyAgain(owned)) return null
  const open = shop.orders.find(({ state }) => state === 'open')
  if (open && open.plan === plan && (owned === undefined || open.row === owned.id)) return open
  if (open) closeOrder(shop, open)
  const id = newId(shop, 'order')
  const order: Order = {
    id,
    row: owned?.id ?? newId(shop, 's'),
    plan,
    state: 'open',
    payable: true,
    subscription: null,
  }
  shop.orders.push(order)
  return order
}

/** The person changes, and in the same breath what that means for each subscription. */
export function changeClearance(shop: Shop, person: Partial<Person>): void {
  Object.assign(shop.person, person)
  for (const row of shop.rows) change(shop, row, { kind: 'clearance-changed', by: 'system' })
}
