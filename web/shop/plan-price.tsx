import { priceText, type PlanView } from '../../domain/catalogue/plan.ts'
import { locale } from '#words/locale.ts'
import { orderWords as t } from '#words/shop/order.ts'

export function PlanPrice({ plan }: { plan: PlanView }) {
  const { recurringInterval: interval, recurringIntervalCount: count } = plan
  return (
    <div className="stack stack--tight">
      <p className="price">{priceText(plan.price, plan.currency, locale)}</p>
      <p className="soft">
        {interval && count ? `${t.every(t.intervals[interval](count))}, ` : null}
        {t.excludingTax}
      </p>
    </div>
  )
}
