import type { Output } from '../../../contract/contract.ts'
import { overviewWords as t } from '#words/admin/overview.ts'
import { Panel } from '../../ui/panel.tsx'
import { useAdminCall } from '../admin-call.ts'
import { AdminEmpty, AdminSection, TableSkeleton } from '../admin-section.tsx'
import { Loaded } from '../loaded.tsx'
import { BarChart } from './bar-chart.tsx'
import { FigureTable, whole, word } from './figure-table.tsx'
import { countText, dayLong, dayShort, momentText, monthLong, percent, share } from './figure-text.ts'
import { amountText } from '../../billing/payment.ts'
import { OverviewHeadline } from './overview-headline.tsx'
import { OverviewRevenue } from './overview-revenue.tsx'
import { OverviewTrials } from './overview-trials.tsx'
import { OldLists } from '../screening/old-lists.tsx'
import { HelpLink } from '../help-link.tsx'
import { deniedNote, useIsAdministrator } from '../use-role.ts'

type Overview = Output<'GET /api/v1/overview'>

/** How often, in ms, the page refreshes. */
const every = 60_000

/** The overview of the business: every figure is defined beside it, and has a table and a file. */
export function OverviewScreen() {
  const query = useAdminCall('GET /api/v1/overview', {}, every)
  const computedAt = query.data?.computedAt
  const isAdministrator = useIsAdministrator()
  return (
    <div className="page page--wide admin-page">
      <OldLists />
      <div>
        <h1 className="heading-2">{t.heading}</h1>
        <p className="soft small">
          {t.lead} {computedAt ? t.computed(momentText(computedAt)) : ''} <HelpLink chapter="money" what={t.heading} />
        </p>
        {isAdministrator ? null : <p className="soft small">{deniedNote([t.csv])}</p>}
      </div>
      <Loaded query={query} waiting={<TableSkeleton />} message={() => t.failed}>
        {(data) => <Figures {...data} />}
      </Loaded>
    </div>
  )
}

function Figures({ computedAt, revenue, trials, trialMonths, due, cohorts, returned }: Overview) {
  return (
    <>
      {computedAt === null ? (
        <Panel tone="amber" role="status">
          <p>{t.notYet}</p>
        </Panel>
      ) : null}
      <OverviewHeadline revenue={revenue} trialMonths={trialMonths} />
      <OverviewRevenue revenue={revenue} />
      <OverviewTrials weeks={trials} months={trialMonths} />
      <Due due={due} />
      <Cohorts cohorts={cohorts} />
      <Returned returned={returned} />
    </>
  )
}

function Due({ due }: Pick<Overview, 'due'>) {
  const words = t.due
  const amounts = (day: Overview['due'][number]) =>
    day.amounts.map(({ currency, amount }) => amountText(amount, currency)).join(', ')
  const any = due.some(({ trials, renewals }) => trials + renewals > 0)
  return (
    <AdminSection heading={words.heading}>
      {() => (
        <>
          <p className="soft small overview-definition">{words.definition}</p>
          {any ? (
            <>
              <BarChart
                label={words.chart}
                columns={due.map(({ day }) => ({ key: day, short: dayShort(day), long: dayLong(day) }))}
                series={[
                  { name: words.renewals, tone: 1, values: due.map(({ renewals }) => renewals) },
                  { name: words.trials, tone: 4, values: due.map(({ trials }) => trials) },
                ]}
                counts
                format={countText}
              />
              <FigureTable
                title={words.heading}
                columns={[t.day, words.renewals, words.charges, words.trials].map((text) => ({ text }))}
                rows={due.map((day) => [
                  word(dayLong(day.day), day.day),
                  whole(day.renewals),
                  word(amounts(day)),
                  whole(day.trials),
                ])}
              />
            </>
          ) : (
            <AdminEmpty>{words.empty}</AdminEmpty>
          )}
        </>
      )}
    </AdminSection>
  )
}

function Cohorts({ cohorts }: Pick<Overview, 'cohorts'>) {
  const words = t.cohorts
  const longest = Math.max(0, ...cohorts.map(({ paying }) => paying.length))
  const after = Array.from({ length: longest }, (_, months) => ({
    text: words.after(months),
    label: words.afterLabel(months),
  }))
  return (
    <AdminSection heading={words.heading}>
      {() => (
        <>
          <p className="soft small overview-definition">{words.definition}</p>
          {cohorts.length === 0 ? (
            <AdminEmpty>{words.empty}</AdminEmpty>
          ) : (
            <FigureTable
              title={words.heading}
              open
              columns={[{ text: t.month }, { text: words.began }, ...after]}
              rows={cohorts.toReversed().map(({ month, began, paying }) => [
                word(monthLong(month), month),
                whole(began),
                ...after.map((_, months) => {
                  const left = paying[months]
                  return left === undefined ? word('') : word(percent(left, began), String(share(left, began)))
                }),
              ])}
            />
          )}
        </>
      )}
    </AdminSection>
  )
}

function Returned({ returned }: Pick<Overview, 'returned'>) {
  const words = t.returned
  return (
    <AdminSection heading={words.heading}>
      {() => (
        <>
          <p className="soft small overview-definition">{words.definition}</p>
          {returned.length === 0 ? (
            <AdminEmpty>{words.empty}</AdminEmpty>
          ) : (
            <FigureTable
              title={words.heading}
              open
              columns={[t.month, words.kind, t.currency, t.count, t.amount].map((text) => ({ text }))}
              rows={returned
                .toReversed()
                .map(({ month, kind, currency, count, amount }) => [
                  word(monthLong(month), month),
                  word(words.kinds[kind]),
                  word(currency.toUpperCase()),
                  whole(count),
                  { text: amountText(amount, currency), value: amount },
                ])}
            />
          )}
        </>
      )}
    </AdminSection>
  )
}
