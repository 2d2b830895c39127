import { isDeepStrictEqual } from 'node:util'
import { termsOf } from '../../../domain/subscription/subscription.ts'
import type { Trx } from '../../store/tables.ts'
import { isTemporary, type Payments } from '../../adapters/payments/port.ts'
import { paidPlans } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { closeIssues, closePlanIssues, openIssue } from '../../store/billing/payment-issues.ts'

/** For how many milliseconds the prices count as current. */
const lasts = 5 * 60_000

type Context = Pick<AppContext, 'now' | 'sales' | 'transact'> & { catalogue: Pick<AppContext['catalogue'], 'plans'> }

/**
 * Reads the provider's prices every five minutes: a plan whose price does not match is not sold until it does, and is a
 * payment issue until then. While the provider is unavailable, the last result applies. A result read before another
 * instance's opens and closes no issue.
 */
export async function checkPrices(
  context: Context,
  payments: Pick<Payments, 'checkPrices' | 'faultOf'>,
): Promise<void> {
  const { readAt } = context.sales
  if (readAt !== null && context.now().getTime() - readAt.getTime() < lasts) return
  const sold = paidPlans(context.catalogue).map(termsOf)
  const read = await payments.checkPrices(sold).catch((error: unknown) => {
    if (!isTemporary(payments.faultOf(error))) throw error
    return null
  })
  if (!read) return
  const now = context.now()
  setNotSold(context, read)
  await context.transact(async (db) => {
    for (const [plan, fault] of read) await openPlanIssue(db, plan, fault, now)
    await closePlanIssues(db, [...read.keys()], now)
  })
  context.sales.readAt = now
}

/** Stores the provider's response about one plan's price when it was used: null once it was sold. */
export async function notePrice(context: Context, plan: string, fault: string | null): Promise<void> {
  const others = [...context.sales.notSold].filter(([name]) => name !== plan)
  if (fault === null && others.length === context.sales.notSold.size) return
  setNotSold(context, new Map(fault === null ? others : [...others, [plan, fault]]))
  await context.transact((db) =>
    fault === null ? closeIssues(db, [issueOf(plan)], context.now()) : openPlanIssue(db, plan, fault, context.now()),
  )
}

/** An unchanged map stays the same object: caches compare it by identity. */
function setNotSold({ sales }: Context, notSold: ReadonlyMap<string, string>): void {
  if (!isDeepStrictEqual(notSold, sales.notSold)) sales.notSold = notSold
}

const issueOf = (plan: string) => ({ subscriptionId: null, kind: 'plan-not-sold', payment: plan }) as const

function openPlanIssue(db: Trx, plan: string, detail: string, now: Date): Promise<void> {
  return openIssue(db, { ...issueOf(plan), providerObject: null, detail }, now)
}
