import { billingNews } from '../../../domain/billing/news/billing-news.ts'
import type { BillingFacts } from '../../../domain/billing/news/billing-facts.ts'
import { standingOf } from '../../../domain/billing/standing.ts'
import type { BillingPayment, BillingSnapshot } from '../../../domain/billing/billing-snapshot.ts'
import type { Report } from '../../../domain/subscription/commands.ts'
import { annual, given, monthly, on, weekly } from '../subscriptions/given-subscription.ts'
import { invoice, snapshot } from './given-snapshot.ts'

export const by = 'billing'
export const now = on('12-20', '18:00')
/** The second period: `given` and `snapshot` have paid the first. */
export const period = { start: on('12-20'), end: on('2027-01-20') }
export const first = invoice({ period: { start: on('11-20'), end: on('12-20') }, status: 'paid', payment: 'in_1' })
export const payment = (over: Partial<BillingPayment>): BillingPayment => ({
  id: 'in_1',
  status: 'succeeded',
  received: 9900,
  refunded: 0,
  refunds: [],
  disputes: [],
  ...over,
})
export const dispute = (status: 'open' | 'won' | 'lost') => ({ id: 'dp_1', amount: 9900, at: now, status })

type Given = Partial<Omit<BillingFacts, 'snapshot' | 'standing'>> & { withheldUntil?: Date }

/** Returns the reports of a look at a provider where only the given values have changed. */
export function news(over: Partial<BillingSnapshot>, { withheldUntil, ...look }: Given = {}, at = now): Report[] {
  const seen = snapshot(over)
  return billingNews(
    {
      subscription: given('active'),
      snapshot: seen,
      standing: standingOf(seen, withheldUntil ?? null, at),
      told: 'on',
      changing: false,
      disputed: false,
      owedUntil: null,
      known: new Set(['in_1']),
      termsOf: (name) => [weekly, monthly, annual].find((plan) => plan.name === name),
      notify: true,
      ...look,
    },
    at,
  )
}

export const kinds = (reports: Report[]) => reports.map(({ kind }) => kind)
