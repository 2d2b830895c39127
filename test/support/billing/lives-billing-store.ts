/** The data of the random lives as the server's actions of billing read and write it. */
import assert from 'node:assert/strict'
import type { BillingStore, BillingTransaction, Claimable } from '../../../server/actions/billing/store/port.ts'
import { applyCommand, type CommandStore } from '../../../server/actions/subscriptions/apply-command.ts'
import type { ProviderFindings } from '../../../domain/billing/effect-steps.ts'
import type { Command } from '../../../domain/subscription/commands.ts'
import type { OrderChange } from '../../../domain/billing/payments/order-plan.ts'
import { cleared, type Subscription } from '../../../domain/subscription/subscription.ts'
import { sideOf, type StoredSide } from '../../../domain/billing/billing-side.ts'
import { noticesOf } from '../../../domain/billing/billing-steps.ts'
import {
  invoiceOf,
  isSame,
  nowOf,
  latest,
  neverAsked,
  person,
  plans,
  refundMade,
  rowOf,
  rowOfPayment,
  save,
  saveChange,
  waitingFor,
  write,
  type Row,
  type Shop,
} from './lives-store.ts'
import { hourOf } from './stripe-model.ts'

/** As from a database: what was read does not change with what is saved. */
const copyOf = <T>(one: T): T => one && { ...one }

/**
 * Decides a command about a subscription, or about a new one. Returns the subscription after it, or null if nothing
 * changed.
 */
export async function change(
  shop: Shop,
  id: string | null,
  command: Command,
  findings: ProviderFindings = {},
): Promise<Subscription | null> {
  const before = (id !== null && rowOf(shop, id)?.subscription) || null
  const changed = await applyCommand(commandStoreOf(shop), id, command, findings)
  if ('refused' in changed) return null
  const { subscription, events } = changed
  shop.watch(command, before, subscription, events)
  return events.length > 0 ? subscription : null
}

function commandStoreOf(shop: Shop): CommandStore {
  return {
    ...dataOf(shop),
    subscriberId: person,
    lockSubscriptions: async () => shop.rows.map(({ subscription }) => subscription),
    personFor: async () => shop.person,
    // No one has a trial.
    hadTrial: async () => false,
    rememberTrial: async () => {},
    titleOf: ({ title }) => title,
    invoiceOf: async (payment) => invoiceOf(shop, payment),
    save: async (change) => saveChange(shop, change),
    write: async ({ id }, steps) => write(shop, id, steps),
  }
}

/** What both stores read. */
const dataOf = (shop: Shop) => ({
  now: () => nowOf(shop),
  async side(id: string) {
    const stored = rowOf(shop, id)?.side
    return stored ? sideOf(stored) : null
  },
  payments: async (id: string) => rowOf(shop, id)?.payments.map(copyOf) ?? [],
  notices: async (id: string) => noticesOf(rowOf(shop, id)?.notices ?? []),
  waitingTasks: async (subject: string) => waitingFor(shop, subject),
})

export function billingStoreOf(shop: Shop): BillingStore {
  const storedSide = (id: string) => rowOf(shop, id)?.side ?? null
  const setSide = (id: string, change: Partial<StoredSide>) => {
    const row = rowOf(shop, id)
    if (row?.side) row.side = { ...row.side, ...change }
  }
  const data = {
    ...dataOf(shop),
    async changeOrder(id: string, change: OrderChange, askedAt?: Date) {
      const order = shop.orders.find((one) => one.id === id)
      assert.ok(order)
      Object.assign(order, change, askedAt && { askedAt: hourOf(askedAt) })
      if (change.state === 'paid') order.paidAt = nowOf(shop)
    },
  }
  const transaction: BillingTransaction = {
    ...data,
    subscriberId: person,
    lockSubscriptions: async () => shop.rows.map(({ subscription }) => subscription),
    lockOrder: async (id) => copyOf(shop.orders.find((one) => one.id === id)),
    lockOpenOrder: async () => copyOf(shop.orders.find(({ state }) => state === 'open')),
    ownerOf: ({ terms }) => ({ subscriber: person, isCleared: cleared(shop.person), title: terms.title }),
    isOpen: async (issue) => shop.issues.some((one) => isSame(one, issue)),
    save: async (id, found, payments) => save(shop, id, found, payments),
    write: async (id, steps) => write(shop, id, steps),
    change: (id, command, seen) => change(shop, id, command, seen),
    refundMade: async (refund, providerId) => refundMade(shop, refund, providerId),
    // Administrators change no plans here.
    closePlanChange: async () => {},
    mailRefund: async () => {},
    mailOrder: async () => {},
    tell: async () => {},
  }
  return {
    ...data,
    termsOf: (name) => Object.values(plans).find((plan) => plan.name === name),
    async findBilled(billingId) {
      const row = shop.rows.find(({ side }) => side?.billingId === billingId)
      return row && { id: row.subscription.id, subscriberId: person }
    },
    async billedWith(payment) {
      return rowOfPayment(shop, payment)?.side?.billingId
    },
    // Nothing reports about the customer.
    billedTo: async () => [],
    subscription: async (id) => {
      const row = rowOf(shop, id)
      return row && { ...row.subscription, subscriberId: person }
    },
    subscriptionOfPayment: async (payment) => rowOfPayment(shop, payment)?.subscription.id,
    setCharging: async (id, charging) => setSide(id, { charging }),
    withholdUntil: async (id, end) =>
      setSide(id, { withheldUntil: latest(storedSide(id)?.withheldUntil ?? null, end) }),
    oweUntil: async (id, end) => setSide(id, { owedUntil: latest(storedSide(id)?.owedUntil ?? null, end) }),
    // The person's details never change.
    customerOf: async () => null,
    orderOfSession: async (session) => copyOf(shop.orders.find((one) => one.session === session)),
    findOrder: async (id) => copyOf(shop.orders.find((one) => one.id === id)),
    // A step of the model is an hour, so that what is due in the same hour is due now.
    ordersNotAskedSince: async (moment) =>
      shop.orders
        .filter(({ state, leftOver, askedAt }) => (state === 'open' || leftOver) && askedAt <= hourOf(moment))
        .map((order) => ({ ...order, ...claimable(shop, order) })),
    async notAskedSince(moment) {
      const due = shop.rows.filter(({ side, askedAt }) => side && !side.endedAt && askedAt <= hourOf(moment))
      for (const row of due) if (isUnchanged(shop, row)) row.askedAt = shop.line.stripe.now
      return due.flatMap((row) =>
        row.side && !isUnchanged(shop, row)
          ? [{ id: row.subscription.id, billingId: row.side.billingId, ...claimable(shop, row) }]
          : [],
      )
    },
    async lastPurchase(id) {
      const times = shop.orders.flatMap(({ subscriptionId, paidAt }) => (subscriptionId === id && paidAt) || [])
      return times.length > 0 ? new Date(Math.max(...times.map(Number))) : null
    },
    knownPayments: async (payments) => new Set(payments.filter((payment) => rowOfPayment(shop, payment))),
    // No one is erased.
    findErased: async () => undefined,
    // Nothing else runs meanwhile, so that nothing needs a lock.
    transact: (_subscriber, work) => work(transaction),
  }
}

function claimable(shop: Shop, due: { askedAt: number }): Claimable {
  const { askedAt } = due
  return {
    async claim() {
      due.askedAt = shop.line.stripe.now
      return true
    },
    async release() {
      due.askedAt = askedAt
    },
  }
}

/** Whether nothing has changed at the provider, and time alone would change nothing either. */
const isUnchanged = ({ line }: Shop, { seen, side, subscription, askedAt }: Row): boolean =>
  seen === line.stripe.version &&
  side?.paymentState === 'paid' &&
  subscription.grantedUntil === null &&
  askedAt !== neverAsked
