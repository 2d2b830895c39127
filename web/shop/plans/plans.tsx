import { firstPeriod, offersOf, periodsOf, planOfPeriod, periodSlug } from '../../../domain/catalogue/offers.ts'
import { comparedWith, savingPercent } from '../../../domain/catalogue/price-comparison.ts'
import { paths } from '../../../contract/screens.ts'
import { plansWords as t } from '#words/shop/plans.ts'
import { useLocation } from '../../client/location.tsx'
import { useSuspenseCall } from '../../client/queries.ts'
import { PeriodSwitch } from './period-switch.tsx'
import { PlanCard } from './plan-card.tsx'
import { Questions } from './questions.tsx'

/** Shows the pricing page: a card per product, for the billing period in the URL. */
export function PlansScreen() {
  const plans = useSuspenseCall('GET /api/v1/plans', { query: {} })
  const { search } = useLocation()
  const paid = plans.filter(({ type }) => type === 'subscription')
  const periods = periodsOf(paid)
  const asked = new URLSearchParams(search).get('period')
  const period = periods.map(periodSlug).find((one) => one === asked) ?? firstPeriod(paid)
  const offers = offersOf(paid)
  return (
    <div className="page pricing">
      <div className="pricing__head stack">
        <h1>{t.heading}</h1>
        <p className="lead">{t.lead}</p>
        {periods.length > 1 ? (
          <PeriodSwitch
            label={t.period}
            options={periods.map((plan) => {
              const saving = savingOf(offers, periodSlug(plan))
              return {
                plan,
                href: `${paths.plans}?period=${periodSlug(plan)}`,
                chosen: periodSlug(plan) === period,
                note: saving > 0 ? t.savingShort(saving) : undefined,
              }
            })}
          />
        ) : null}
      </div>
      {period === undefined ? <p>{t.empty}</p> : null}
      {period === undefined ? null : (
        <ul className="pricing__cards">
          {offers.map((offer) => (
            <PlanCard
              key={`${offer.product} ${offer.plans[0].name}`}
              offer={offer}
              plan={planOfPeriod(offer, period)}
              isOther={periodSlug(planOfPeriod(offer, period)) !== period}
              trial={plans.find(({ type, product }) => type === 'trial' && product === offer.product)}
            />
          ))}
        </ul>
      )}
      <Questions />
    </div>
  )
}

/** Returns how much the plan of a period saves, in whole per cent, over all products with a choice of periods. */
function savingOf(
  offers: ReturnType<typeof offersOf<Parameters<typeof periodSlug>[0] & { price: number }>>,
  period: string,
) {
  const savings = offers.flatMap(({ plans }) => {
    const plan = plans.find((one) => periodSlug(one) === period)
    const other = plan && comparedWith(plan, plans)
    return plan && other ? [savingPercent(plan, other)] : []
  })
  return savings.length === 0 ? 0 : Math.min(...savings)
}
