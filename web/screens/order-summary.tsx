import { decodeText, priceText, type PlanView } from '../../core/plan.ts'
import { shopWords } from '../../core/words/en/shop.ts'
import { useParams } from '../location.tsx'
import { useCall, useSettings } from '../page.tsx'

const say = shopWords.order

/** The plan and its terms. Paying online comes with the payment provider; until then the page says how to buy. */
export function OrderSummaryScreen() {
  const { name = '' } = useParams()
  const plan = useCall('GET /api/v1/plans/{name}', { path: { name } })
  const { brand } = useSettings()
  return (
    <div className="page page--split">
      <section className="stack">
        <h1>{say.heading}</h1>
        <PlanTerms plan={plan} />
      </section>
      <section className="card card--raised stack">
        <h2>{say.side}</h2>
        <p>{say.notYet}</p>
        <p className="soft">{say.write(brand.supportEmail)}</p>
        <a
          className="button button--primary"
          href={`mailto:${brand.supportEmail}?subject=${encodeURIComponent(plan.title)}`}
        >
          {say.contact}
        </a>
      </section>
    </div>
  )
}

function PlanTerms({ plan }: { plan: PlanView }) {
  const { recurringInterval: interval, recurringIntervalCount: count } = plan
  return (
    <>
      <h2>{plan.title}</h2>
      <p className="price">{priceText(plan.price, plan.currency, 'en-GB')}</p>
      <p className="soft">
        {interval && count ? say.every(say.intervals[interval](count)) : null}, {say.excludingTax}
      </p>
      <h3>{say.conditions}</h3>
      <p className="as-written">{decodeText(plan.conditions)}</p>
    </>
  )
}
