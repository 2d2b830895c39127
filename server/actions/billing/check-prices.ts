import { isDeepStrictEqual } from 'node:util'
import { termsOf } from '../../../domain/subscription/subscription.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import { closePlanIssues, openIssue } from '../../store/billing/payment-issues.ts'

/** For how many milliseconds the prices that were read count. */
const lasts = 5 * 60_000

/**
 * Reads the provider's prices every five minutes: a plan whose price does not fit is not sold until it does, and is a payment
 * issue until then. While the provider cannot be asked, what was read last holds.
 */
export async function checkPrices(context: AppContext, payments: Payments): Promise<void> {
  const { readAt, notSold } = context.sales
  if (readAt !== null && context.now().getTime() - readAt.getTime() < lasts) return noteIssues(context, notSold)
  const sold = [...context.catalogue.plans.values()].filter(({ type }) => type === 'subscription').map(termsOf)
  const read = await payments.checkPrices(sold).catch((error: unknown) => {
    if (!payments.faultOf(error).temporary) throw error
    return null
  })
  if (!read) return
  context.sales.readAt = context.now()
  await setNotSold(context, read)
}

/** Notes what the provider said of one plan's price when it was used: null once it was sold. */
export async function notePrice(context: AppContext, plan: string, fault: string | null): Promise<void> {
  const others = [...context.sales.notSold].filter(([name]) => name !== plan)
  if (fault === null && others.length === context.sales.notSold.size) return
  await setNotSold(context, new Map(fault === null ? others : [...others, [plan, fault]]))
}

async function setNotSold(context: AppContext, notSold: ReadonlyMap<string, string>): Promise<void> {
  // The same map is the same answer to whoever asked before.
  if (!isDeepStrictEqual(notSold, context.sales.notSold)) context.sales.notSold = notSold
  await noteIssues(context, notSold)
}

async function noteIssues(context: AppContext, notSold: ReadonlyMap<string, string>): Promise<void> {
  await context.transact(async (db) => {
    for (const [plan, detail] of notSold) {
      const issue = { subscriptionId: null, kind: 'plan-not-sold', payment: plan, providerObject: null } as const
      await openIssue(db, { ...issue, detail }, context.now())
    }
    await closePlanIssues(db, [...notSold.keys()], context.now())
  })
}
