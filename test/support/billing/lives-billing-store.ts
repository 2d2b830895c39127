/** The data of the random lives as the server's actions of billing read and write it. */
import type { BillingStore, BillingTransaction } from '../../../server/actions/billing/store/port.ts'
import { noticesOf } from '../../../domain/billing/billing-steps.ts'
import { change, nowOf, person, plans, rowOf, save, waitingFor, write, type Shop } from './lives-store.ts'

export function billingStoreOf(shop: Shop): BillingStore {
  const reads = {
    side: async (id: string) => rowOf(shop, id)?.side ?? null,
    // Copies, as from a database: what was read before does not change with what is saved.
    payments: async (id: string) => rowOf(shop, id)?.payments.map((one) => ({ ...one })) ?? [],
  }
  const transaction: BillingTransaction = {
    ...reads,
    lockSubscription: async (id) => rowOf(shop, id)?.subscription,
    waitingTasks: async (subject) => waitingFor(shop, subject),
    notices: async (id) => noticesOf(rowOf(shop, id)?.notices ?? []),
    save: async (id, look, paid, rows) => save(shop, id, look, paid, rows),
    write: async (id, steps) => write(shop, id, steps),
    change: async (id, command, seen) => change(shop, (id !== null && rowOf(shop, id)) || null, command, seen),
    tell: async () => {},
  }
  return {
    ...reads,
    now: () => nowOf(shop),
    termsOf: (name) => Object.values(plans).find((plan) => plan.name === name),
    async findBilled(billingId) {
      const row = shop.rows.find(({ side }) => side.billingId === billingId)
      return row && { id: row.subscription.id, subscriberId: person }
    },
    // Nothing else runs meanwhile, so that nothing needs a lock.
    transact: (_subscriber, work) => work(transaction),
  }
}
