import { useState } from 'react'
import type { Output } from '../../../contract/contract.ts'
import { overviewWords } from '#words/admin/overview.ts'
import { AdminEmpty, AdminSection } from '../admin-section.tsx'
import { BarChart } from './bar-chart.tsx'
import { FigureTable, whole, word } from './figure-table.tsx'
import { Chip } from '../chip.tsx'
import { countText, dayLong, dayShort, monthLong, monthShort, percent, share } from './figure-text.ts'

const t = overviewWords.trials
const steps = ['registered', 'confirmed', 'cleared', 'started', 'converted'] as const
type Overview = Output<'GET /api/v1/overview'>
type Counts = Omit<Overview['trials'][number], 'week'>
type Outcome = Counts['outcomes'][number]['outcome']
const units = {
  month: { column: overviewWords.month, short: monthShort, long: monthLong },
  week: { column: overviewWords.week, short: dayShort, long: dayLong },
}

/** How far the trials of each month or week came, and why the others did not. */
export function OverviewTrials({ weeks, months }: { weeks: Overview['trials']; months: Overview['trialMonths'] }) {
  const [unit, setUnit] = useState<keyof typeof units>('month')
  const { column, short, long } = units[unit]
  const trials: (Counts & { day: string })[] =
    unit === 'week'
      ? weeks.map(({ week: day, ...counts }) => ({ day, ...counts }))
      : months.map(({ month: day, ...counts }) => ({ day, ...counts }))
  const outcomes = (Object.keys(t.outcomes) as Outcome[]).filter((outcome) =>
    trials.some((one) => of(one, outcome) > 0),
  )
  return (
    <AdminSection heading={t.heading}>
      {() => (
        <>
          <p className="soft small overview-definition">{t.definition}</p>
          {months.every(({ registered }) => registered === 0) ? (
            <AdminEmpty>{t.empty}</AdminEmpty>
          ) : (
            <>
              <div role="group" aria-label={t.by} className="chips">
                {(['month', 'week'] as const).map((one) => (
                  <Chip key={one} on={unit === one} onPress={() => setUnit(one)}>
                    {t.units[one]}
                  </Chip>
                ))}
              </div>
              <BarChart
                label={t.chart[unit]}
                columns={trials.map(({ day }) => ({ key: day, short: short(day), long: long(day) }))}
                series={[
                  { name: t.converted, tone: 1, values: trials.map(({ converted }) => converted) },
                  {
                    name: t.startedOnly,
                    tone: 2,
                    values: trials.map((one) => one.started - startedAndConverted(one)),
                  },
                  {
                    name: t.notStarted,
                    tone: 4,
                    values: trials.map(({ registered, started }) => registered - started),
                  },
                ]}
                counts
                format={countText}
              />
              <FigureTable
                title={t.heading}
                columns={[{ text: column }, ...steps.map((step) => ({ text: t[step] })), { text: t.rate }]}
                rows={trials
                  .toReversed()
                  .map((one) => [
                    word(long(one.day), one.day),
                    ...steps.map((step) => whole(one[step])),
                    word(percent(one.converted, one.registered), String(share(one.converted, one.registered))),
                  ])}
              />
              <FigureTable
                title={t.reasons}
                columns={[{ text: column }, ...outcomes.map((outcome) => ({ text: t.outcomes[outcome] }))]}
                rows={trials
                  .toReversed()
                  .map((one) => [word(long(one.day), one.day), ...outcomes.map((outcome) => whole(of(one, outcome)))])}
              />
            </>
          )}
        </>
      )}
    </AdminSection>
  )
}

const of = ({ outcomes }: Counts, outcome: Outcome) => outcomes.find((one) => one.outcome === outcome)?.count ?? 0

/** A purchase may precede the start of the trial, which then does not count as a converted one. */
const startedAndConverted = ({ started, converted }: Counts) => Math.min(started, converted)
