import type { Output } from '../../../contract/contract.ts'
import { overviewWords } from '#words/admin/overview.ts'
import { countText, money, percent } from './figure-text.ts'

const t = overviewWords.headline
type Overview = Output<'GET /api/v1/overview'>

/** The figures of this month beside those of the last: revenue and churn by currency, trials and their conversion. */
export function OverviewHeadline({ revenue, trialMonths }: Pick<Overview, 'revenue' | 'trialMonths'>) {
  const [before, now] = trialMonths.slice(-2)
  const figures = [
    ...revenue.flatMap(({ currency, months }) => {
      const [last, present] = months.slice(-2)
      return last && present
        ? [
            {
              of: currency,
              term: t.revenue(currency.toUpperCase()),
              text: money(present.end, currency),
              before: money(last.end, currency),
            },
            {
              of: currency,
              term: t.churn,
              text: percent(-present.churn, present.start),
              before: percent(-last.churn, last.start),
            },
          ]
        : []
    }),
    ...(before && now
      ? [
          { of: 'trials', term: t.trials, text: countText(now.registered), before: countText(before.registered) },
          {
            of: 'trials',
            term: t.conversion,
            text: percent(now.converted, now.registered),
            before: percent(before.converted, before.registered),
          },
        ]
      : []),
  ]
  return (
    <section aria-label={t.label}>
      <dl className="overview-headline">
        {figures.map(({ of, term, text, before: earlier }) => (
          <div key={`${of} ${term}`}>
            <dt>{term}</dt>
            <dd className="tabular overview-number">{text}</dd>
            <dd className="small soft tabular">{t.before(earlier)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
