import { addInterval, monthsOf } from '../../../domain/catalogue/interval.ts'
import { longDate } from '../../../domain/calendar.ts'
import { priceText, type PlanView } from '../../../domain/catalogue/plan.ts'
import { comparedWith, perMonth } from '../../../domain/catalogue/price-comparison.ts'
import { locale } from '#words/locale.ts'
import { orderWords as t } from '#words/shop/order.ts'
import { useSettings } from '../../client/page.tsx'

type Props = {
  plan: PlanView
  /** The plans of the same product. */
  siblings: readonly PlanView[]
  /** The remaining days of an earlier purchase are added, so the next charge comes later. */
  daysAdded: boolean
}

/** Shows what is due today and later. */
export function OrderTotal({ plan, siblings, daysAdded }: Props) {
  const { now } = useSettings()
  const price = priceText(plan.price, plan.currency, locale)
  const { recurringInterval: interval, recurringIntervalCount: count } = plan
  const next = interval && !daysAdded ? addInterval(new Date(now), interval, count ?? 1) : null
  const saved = yearlySaving(plan, siblings)
  return (
    <div className="stack">
      <dl className="totals">
        <div>
          <dt>
            {t.subtotal}
            <span className="totals__note">{t.users}</span>
          </dt>
          <dd>{price}</dd>
        </div>
        {saved ? (
          <div className="totals__saving">
            <dt>{t.savedBeside[saved.interval](saved.count)}</dt>
            <dd>{t.perYear(priceText(saved.amount, plan.currency, locale))}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t.tax}</dt>
          <dd className="soft">{t.taxLater}</dd>
        </div>
        <div className="totals__due">
          <dt>{t.total}</dt>
          <dd>
            {price}
            <span className="totals__note">{t.plusTax}</span>
          </dd>
        </div>
      </dl>
      {next ? (
        <p className="small soft">
          {t.nextCharge(price, longDate(next, locale))} {t.cancel}
        </p>
      ) : null}
    </div>
  )
}

/** Returns how much less a year costs than with the next shorter billing period; nothing for periods below a year. */
function yearlySaving(plan: PlanView, siblings: readonly PlanView[]) {
  const other = comparedWith(plan, siblings)
  const amount = other && monthsOf(plan) >= 12 ? (perMonth(other) - perMonth(plan)) * 12 : 0
  if (!other?.recurringInterval || amount <= 0) return null
  return { amount, interval: other.recurringInterval, count: other.recurringIntervalCount ?? 1 }
}
