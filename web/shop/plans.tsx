import { decodeText } from '../../domain/catalogue/plan.ts'
import { paths } from '../../contract/screens.ts'
import { shopWords } from '#words/shop.ts'
import { useCall } from '../client/page.tsx'
import { LinkButton } from '../ui/links/link-button.tsx'
import { PlanConditions } from './plan-conditions.tsx'
import { PlanPrice } from './plan-price.tsx'

const t = shopWords.plans
const lengths = { week: 7, month: 30, year: 365 }

/** The shelf: paid plans side by side, product by product, the shortest period first. */
export function PlansScreen() {
  const plans = useCall('GET /api/v1/plans', { query: { type: 'paid' } })
  const products = [...Map.groupBy(plans, (plan) => plan.product).values()]
  return (
    <div className="page stack stack--loose">
      <div className="stack">
        <h1>{t.heading}</h1>
        <p className="lead">{t.lead}</p>
      </div>
      {products.length === 0 ? <p>{t.empty}</p> : null}
      {products.map((offered) => (
        <ul key={offered[0]?.product} className="shelf">
          {offered
            .toSorted(
              (one, other) => lengths[one.recurringInterval ?? 'year'] - lengths[other.recurringInterval ?? 'year'],
            )
            .map((plan) => (
              <li key={plan.name} className="card card--raised stack">
                <h2>{plan.title}</h2>
                <PlanPrice plan={plan} />
                <p className="soft as-written">{decodeText(plan.description)}</p>
                <PlanConditions plan={plan} />
                <LinkButton wide href={paths.orderSummary(plan.name)} aria-label={t.chooseLabel(plan.title)}>
                  {t.choose}
                </LinkButton>
              </li>
            ))}
        </ul>
      ))}
      <p>
        {t.trialFirst} <a href={paths.home}>{t.tryFree}</a>
      </p>
    </div>
  )
}
