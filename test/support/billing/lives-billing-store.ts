/** The data of the random lives as the server's actions of billing read and write it. */
import assert from 'node:assert/strict'
import type { BillingStore, BillingTransaction } from '../../../server/actions/billing/store/port.ts'
import type { OrderChange } from '../../../domain/billing/payments/order-plan.ts'
import { cleared } from '../../../domain/subscription/subscription.ts'
import type { BillingSide } from '../../../domain/billing/billing-side.ts'
import { noticesOf } from '../../../domain/billing/billing-steps.ts'
import {
  change,
  isSame,
  nowOf,
  latest,
  person,
  plans,
  refundMade,
  rowOf,
  rowOfPayment,
  save,
  waitingFor,
  write,
  type Shop,
} from './lives-store.ts'

/** As from a database: what was read does not change with what is saved. */
const copyOf = <T>(one: T): T => one && { ...one }

export function billingStoreOf(shop: Shop): BillingStore {
  const sideOf = (id: string) => rowOf(shop, id)?.side ?? null
  const setSide = (id: string, change: Partial<BillingSide>) => {
    const row = rowOf(shop, id)
    if (row) row.side = { ...row.side, ...change }
  }
  const data = {
    side: async (id: string) => sideOf(id),
    payments: async (id: string) => rowOf(shop, id)?.payments.map(copyOf) ?? [],
    async changeOrder(id: string, change: OrderChange) {
      const order = shop.orders.find((one) => one.id === id)
      assert.ok(order)
      Object.assign(order, change)
      if (change.state === 'paid') order.paidAt = nowOf(shop)
    },
  }
  const transaction: BillingTransaction = {
    ...data,
    subscriberId: person,
    lockSubscription: async (id) => rowOf(shop, id)?.subscription,
    lockOrder: async (id) => copyOf(shop.orders.find((one) => one.id === id)),
    lockOpenOrder: async () => copyOf(shop.orders.find(({ state }) => state === 'open')),
    ownerOf: ({ terms }) => ({ subscriber: person, isCleared: cleared(shop.person), title: terms.title }),
    waitingTasks: async (subject) => waitingFor(shop, subject),
    notices: async (id) => noticesOf(rowOf(shop, id)?.notices ?? []),
    isOpen: async (issue) => shop.issues.some((one) => isSame(one, issue)),
    save: async (id, look, paid, rows) => save(shop, id, look, paid, rows),
    write: async (id, steps) => write(shop, id, steps),
    change: async (id, command, seen) => change(shop, (id !== null && rowOf(shop, id)) || null, command, seen),
    refundMade: async (refund, providerId) => refundMade(shop, refund, providerId),
    mailRefund: async () => {},
    mailOrder: async () => {},
    tell: async () => {},
  }
  return {
    ...data,
    now: () => nowOf(shop),
    termsOf: (name) => Object.values(plans).find((plan) => plan.name === name),
    async findBilled(billingId) {
      const row = shop.rows.find(({ side }) => side.billingId === billingId)
      return row && { id: row.subscription.id, subscriberId: person }
    },
    subscription: async (id) => {
      const row = rowOf(shop, id)
      return row && { ...row.subscription, subscriberId: person }
    },
    subscriptionOfPayment: async (payment) => rowOfPayment(shop, payment)?.subscription.id,
    setCharging: async (id, charging) => setSide(id, { charging }),
    withholdUntil: async (id, end) => setSide(id, { withheldUntil: latest(sideOf(id)?.withheldUntil ?? null, end) }),
    oweUntil: async (id, end) => setSide(id, { owedUntil: latest(sideOf(id)?.owedUntil ?? null, end) }),
    // The person's details never change.
    customerOf: async () => null,
    orderOfSession: async (session) => copyOf(shop.orders.find((one) => one.session === session)),
    findOrder: async (id) => copyOf(shop.orders.find((one) => one.id === id)),
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
