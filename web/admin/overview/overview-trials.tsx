import type { Output } from '../../../contract/contract.ts'
import { overviewWords } from '#words/admin/overview.ts'
import { AdminEmpty, AdminPart } from '../admin-part.tsx'
import { BarChart } from './bar-chart.tsx'
import { FigureTable, whole, word } from './figure-table.tsx'
import { countText, dayLong, dayShort, percent, share } from './figure-text.ts'

const t = overviewWords.trials
type Week = Output<'GET /api/v1/overview'>['trials'][number]
const steps = ['registered', 'confirmed', 'cleared', 'started', 'converted'] as const
type Outcome = Week['outcomes'][number]['outcome']

/** How far the trials of each week came, and why the others did not. */
export function OverviewTrials({ trials }: { trials: readonly Week[] }) {
  const outcomes = (Object.keys(t.outcomes) as Outcome[]).filter((outcome) =>
    trials.some((week) => of(week, outcome) > 0),
  )
  return (
    <AdminPart heading={t.heading}>
      {() => (
        <>
          <p className="soft small overview-definition">{t.definition}</p>
          {trials.length === 0 ? (
            <AdminEmpty>{t.empty}</AdminEmpty>
          ) : (
            <>
              <BarChart
                label={t.chart}
                columns={trials.map(({ week }) => ({ key: week, short: dayShort(week), long: dayLong(week) }))}
                series={[
                  { name: t.converted, tone: 1, values: trials.map(({ converted }) => converted) },
                  {
                    name: t.startedOnly,
                    tone: 2,
                    values: trials.map((week) => week.started - startedAndConverted(week)),
                  },
                  {
                    name: t.notStarted,
                    tone: 4,
                    values: trials.map((week) => week.registered - week.started),
                  },
                ]}
                format={countText}
              />
              <FigureTable
                title={t.heading}
                columns={[{ text: overviewWords.week }, ...steps.map((step) => ({ text: t[step] })), { text: t.rate }]}
                rows={trials
                  .toReversed()
                  .map((week) => [
                    word(dayLong(week.week), week.week),
                    ...steps.map((step) => whole(week[step])),
                    word(percent(week.converted, week.registered), String(share(week.converted, week.registered))),
                  ])}
              />
              <FigureTable
                title={t.reasons}
                columns={[{ text: overviewWords.week }, ...outcomes.map((outcome) => ({ text: t.outcomes[outcome] }))]}
                rows={trials
                  .toReversed()
                  .map((week) => [
                    word(dayLong(week.week), week.week),
                    ...outcomes.map((outcome) => whole(of(week, outcome))),
                  ])}
              />
            </>
          )}
        </>
      )}
    </AdminPart>
  )
}

const of = (week: Week, outcome: Outcome) => week.outcomes.find((one) => one.outcome === outcome)?.count ?? 0

/** A purchase may come before the trial starts: then it is no started trial that converted. */
const startedAndConverted = ({ started, converted }: Week) => Math.min(started, converted)
