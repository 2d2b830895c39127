import { useState } from 'react'
import type { Output } from '../../../contract/contract.ts'
import { overviewWords } from '#words/admin/overview.ts'
import { AdminEmpty, AdminSection } from '../admin-section.tsx'
import { BarChart, type Series } from './bar-chart.tsx'
import { FigureTable, whole, word } from './figure-table.tsx'
import { monthLong, monthShort, percent, roundMoney, share } from './figure-text.ts'
import { amountText } from '../../billing/payment.ts'
import { OverviewSelect } from './overview-select.tsx'

const t = overviewWords.revenue
type Revenue = Output<'GET /api/v1/overview'>['revenue'][number]
const kinds = ['new', 'reactivation', 'expansion', 'contraction', 'churn'] as const
const tones = { new: 1, reactivation: 2, expansion: 3, contraction: 4, churn: 5 } as const

/** MRR and its changes, by month and by plan; one currency at a time, because amounts in two cannot be added. */
export function OverviewRevenue({ revenue }: { revenue: readonly Revenue[] }) {
  const [currency, setCurrency] = useState(largest(revenue))
  const one = revenue.find((each) => each.currency === currency) ?? revenue[0]
  return (
    <AdminSection heading={t.heading}>
      {() => (
        <>
          <p className="soft small overview-definition">{t.definition}</p>
          {revenue.length > 1 ? (
            <OverviewSelect
              label={overviewWords.currency}
              value={one?.currency ?? ''}
              options={revenue.map(({ currency }) => ({ value: currency, text: currency.toUpperCase() }))}
              onChange={setCurrency}
            />
          ) : null}
          {one ? <OfCurrency {...one} /> : <AdminEmpty>{t.empty}</AdminEmpty>}
        </>
      )}
    </AdminSection>
  )
}

const largest = (revenue: readonly Revenue[]) =>
  revenue.toSorted(
    (one, other) => (other.months.at(-1)?.subscriptions ?? 0) - (one.months.at(-1)?.subscriptions ?? 0),
  )[0]?.currency ?? ''

function OfCurrency({ currency, months, plans }: Revenue) {
  const inFull = (amount: number) => ({ text: amountText(amount, currency), value: amount })
  const series: Series[] = kinds.map((kind) => ({
    name: t[kind],
    tone: tones[kind],
    values: months.map((month) => month[kind]),
  }))
  return (
    <>
      <BarChart
        label={t.chart(currency.toUpperCase())}
        columns={months.map(({ month }) => ({ key: month, short: monthShort(month), long: monthLong(month) }))}
        series={series}
        format={(value) => roundMoney(value, currency)}
      />
      <FigureTable
        title={t.heading}
        columns={[
          { text: overviewWords.month },
          { text: t.start },
          ...kinds.map((kind) => ({ text: t[kind] })),
          { text: t.end },
          { text: t.churnRate },
          { text: overviewWords.subscriptions },
        ]}
        rows={months
          .toReversed()
          .map((month) => [
            word(monthLong(month.month), month.month),
            inFull(month.start),
            ...kinds.map((kind) => inFull(month[kind])),
            inFull(month.end),
            word(percent(-month.churn, month.start), String(share(-month.churn, month.start))),
            whole(month.subscriptions),
          ])}
      />
      <FigureTable
        title={t.byPlan}
        open
        columns={[{ text: overviewWords.plan }, { text: overviewWords.subscriptions }, { text: overviewWords.amount }]}
        rows={plans.map(({ title, subscriptions, amount }) => [word(title), whole(subscriptions), inFull(amount)])}
      />
    </>
  )
}
