import { useState } from 'react'
import type { Output } from '../../../contract/contract.ts'
import { overviewWords } from '#words/admin/overview.ts'
import { useSettings } from '../../client/page.tsx'
import { countText, monthLong, percent } from './figure-text.ts'
import { amountText } from '../../billing/payment.ts'
import { OverviewSelect } from './overview-select.tsx'

const t = overviewWords.headline
type Overview = Output<'GET /api/v1/overview'>
type Figure = { of: string; term: string; text: string; before: string }

/** The figures of a month beside those of the month before: revenue and churn of each currency, trials and their conversion. */
export function OverviewHeadline({ revenue, trialMonths }: Pick<Overview, 'revenue' | 'trialMonths'>) {
  const { now } = useSettings()
  const [chosen, setChosen] = useState<string>()
  const months = [...revenue.flatMap((one) => one.months), ...trialMonths].map(({ month }) => month)
  // The first month has none before it to compare with.
  const choices = [...new Set(months)].toSorted().slice(1).toReversed()
  const month = chosen !== undefined && choices.includes(chosen) ? chosen : choices[0]
  if (month === undefined) return null
  return (
    <section className="stack stack--tight" aria-label={t.label}>
      <OverviewSelect
        label={overviewWords.month}
        value={month}
        options={choices.map((one) => ({
          value: one,
          text: one.startsWith(now.slice(0, 7)) ? t.soFar(monthLong(one)) : monthLong(one),
        }))}
        onChange={setChosen}
      />
      <dl className="overview-headline">
        {[...revenueIn(revenue, month), ...trialsIn(trialMonths, month)].map(({ of, term, text, before }) => (
          <div key={`${of} ${term}`}>
            <dt>{term}</dt>
            <dd className="tabular overview-number">{text}</dd>
            <dd className="small soft tabular">{t.before(before)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The entry of a month, with the one before it. */
function pairAt<Month extends { month: string }>(months: readonly Month[], month: string) {
  const place = months.findIndex((one) => one.month === month)
  const [before, present] = [months[place - 1], months[place]]
  return before && present ? { before, present } : null
}

function revenueIn(revenue: Overview['revenue'], month: string): Figure[] {
  return revenue.flatMap(({ currency, months }) => {
    const pair = pairAt(months, month)
    if (!pair) return []
    const { before, present } = pair
    const churnOf = ({ churn, start }: typeof present) => percent(-churn, start)
    return [
      {
        of: currency,
        term: t.revenue(currency.toUpperCase()),
        text: amountText(present.end, currency),
        before: amountText(before.end, currency),
      },
      { of: currency, term: t.churn, text: churnOf(present), before: churnOf(before) },
    ]
  })
}

function trialsIn(months: Overview['trialMonths'], month: string): Figure[] {
  const pair = pairAt(months, month)
  if (!pair) return []
  const { before, present } = pair
  const conversionOf = ({ converted, registered }: typeof present) => percent(converted, registered)
  return [
    { of: 'trials', term: t.trials, text: countText(present.registered), before: countText(before.registered) },
    { of: 'trials', term: t.conversion, text: conversionOf(present), before: conversionOf(before) },
  ]
}
