import { decodeText, type PlanView } from '../../../domain/catalogue/plan.ts'
import { offersOf, periodSlug } from '../../../domain/catalogue/offers.ts'
import { paths } from '../../../contract/screens.ts'
import { orderWords as t } from '#words/shop/order.ts'
import { plansWords } from '#words/shop/plans.ts'
import { addsDays, ownedPaid } from '../../billing/payment.ts'
import { useVisitor } from '../../client/page.tsx'
import { useSuspenseCall } from '../../client/queries.ts'
import { Expander } from '../../ui/expander.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/links/link.tsx'
import { PlanConditions } from '../plan-conditions.tsx'
import { PlanPrice } from '../plan-price.tsx'
import { PeriodSwitch } from '../plans/period-switch.tsx'
import { OrderTotal } from './order-total.tsx'

/**
 * Shows the order: plan and period, and, for people who can buy it, what is due today and later. On a narrow screen the
 * conditions are behind a button, so that the form is nearer; what is due is always visible.
 */
export function OrderLines({ plan, canBuy }: { plan: PlanView; canBuy: boolean }) {
  const { entries } = useVisitor()
  const plans = useSuspenseCall('GET /api/v1/plans', { query: {} })
  const paid = plans.filter(({ type }) => type === 'subscription')
  const siblings = offersOf(paid).find((offer) => offer.plans.some(({ name }) => name === plan.name))?.plans ?? [plan]
  const owned = ownedPaid(entries, plan.product)
  return (
    <div className="card stack">
      <div className="stack stack--tight">
        <h2>{plan.title}</h2>
        <p className="soft as-written">{decodeText(plan.description)}</p>
      </div>
      <PlanPrice plan={plan} />
      {siblings.length > 1 ? (
        <PeriodSwitch
          label={plansWords.period}
          options={siblings.map((one) => ({
            plan: one,
            href: paths.orderSummary(one.name),
            chosen: one.name === plan.name,
          }))}
        />
      ) : null}
      {canBuy ? (
        <OrderTotal plan={plan} siblings={siblings} daysAdded={owned !== undefined && addsDays(owned)} />
      ) : null}
      <Expander more={t.details} less={t.lessDetails}>
        <div className="stack stack--tight order-conditions">
          <h3>{t.conditions}</h3>
          <PlanConditions plan={plan} />
        </div>
      </Expander>
    </div>
  )
}

/** Links back to all plans, for the billing period of this one. */
export function BackToPlans({ plan }: { plan: PlanView }) {
  return (
    <Link className="back-link" href={`${paths.plans}?period=${periodSlug(plan)}`}>
      <Icon name="chevron-end" />
      {t.back}
    </Link>
  )
}
