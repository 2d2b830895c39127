import { trialOutcomes } from '../../../contract/admin/overview.ts'
import type { Output } from '../../../contract/contract.ts'
import { addDays, addMonths, isoDay, utcMidnight } from '../../../domain/calendar.ts'
import { majorUnits } from '../../../domain/catalogue/plan.ts'
import { shownDays, shownMonths } from '../../../domain/figures/ranges.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import { ownedPlans } from '../../store/admin/users-list/owned-plans.ts'
import { figureState } from '../../store/figures/movements.ts'
import { cohortsByMonth, countedFigures, movementsByMonth, revenueByPlan } from '../../store/figures/overview.ts'

type Overview = Output<'GET /api/v1/overview'>
type FigureCounts = Awaited<ReturnType<typeof countedFigures>>
type FigureMovements = Awaited<ReturnType<typeof movementsByMonth>>

export function overviewHandlers({ db, now, catalogue }: Pick<AppContext, 'db' | 'now' | 'catalogue'>) {
  return {
    async 'GET /api/v1/overview'() {
      const { computed_at } = await figureState(db)
      const months = monthsUntil(now())
      const first = months[0] ?? now()
      const [moved, plans, cohorts, counted, owned] = await Promise.all([
        movementsByMonth(db, first),
        revenueByPlan(db),
        cohortsByMonth(db, first),
        countedFigures(db),
        ownedPlans(db),
      ])
      const titles = new Map([...owned, ...catalogue.plans.values()].map(({ name, title }) => [name, title]))
      return {
        computedAt: computed_at?.toISOString() ?? null,
        revenue: [...new Set(moved.map(({ currency }) => currency))].toSorted().map((currency) => ({
          currency,
          months: revenueMonths(
            moved.filter((one) => one.currency === currency),
            months,
          ),
          plans: plans
            .filter((one) => one.currency === currency)
            .map(({ plan, count, amount }) => ({
              title: titles.get(plan) ?? plan,
              subscriptions: count,
              amount: majorUnits(amount, currency),
            })),
        })),
        trials: trialsBy('week', weeksOf(counted), counted).map(({ day, ...counts }) => ({ week: day, ...counts })),
        trialMonths: trialsBy('month', months, counted).map(({ day, ...counts }) => ({ month: day, ...counts })),
        due: dueDays(counted, now()),
        cohorts: cohortMonths(cohorts, months),
        returned: counted
          .filter(({ figure }) => figure === 'returned')
          .map(({ day, label, currency, count, amount }) => ({
            month: isoDay(day),
            kind: label === 'dispute' ? ('dispute' as const) : ('refund' as const),
            currency,
            count,
            amount: majorUnits(amount, currency),
          })),
      }
    },
  } satisfies Partial<Handlers>
}

/** Returns the first days of the shown months, the present month last. */
function monthsUntil(now: Date): Date[] {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  return Array.from({ length: shownMonths }, (_, index) => addMonths(month, index + 1 - shownMonths))
}

function revenueMonths(moved: FigureMovements, months: Date[]): Overview['revenue'][number]['months'] {
  const currency = moved[0]?.currency ?? ''
  const sum = (rows: FigureMovements, what: 'amount' | 'count') => rows.reduce((total, one) => total + one[what], 0)
  const earlier = moved.filter(({ month }) => month === null)
  let [start, subscriptions] = [sum(earlier, 'amount'), sum(earlier, 'count')]
  return months.map((month) => {
    const rows = moved.filter((one) => one.month?.getTime() === month.getTime())
    const of = (kind: FigureMovements[number]['kind']) =>
      majorUnits(
        sum(
          rows.filter((one) => one.kind === kind),
          'amount',
        ),
        currency,
      )
    const before = start
    start += sum(rows, 'amount')
    subscriptions += sum(rows, 'count')
    return {
      month: isoDay(month),
      start: majorUnits(before, currency),
      new: of('new'),
      reactivation: of('reactivation'),
      expansion: of('expansion'),
      contraction: of('contraction'),
      churn: of('churn'),
      end: majorUnits(start, currency),
      subscriptions,
    }
  })
}

/** Returns the first days of the weeks with trial requests. */
function weeksOf(counted: FigureCounts): Date[] {
  const days = counted.filter(({ figure }) => figure === 'funnel-week').map(({ day }) => day.getTime())
  return [...new Set(days)].map((time) => new Date(time))
}

function trialsBy(unit: 'week' | 'month', days: Date[], counted: FigureCounts) {
  return days.map((first) => {
    const rows = counted.filter(({ day }) => day.getTime() === first.getTime())
    const of = (figure: 'funnel' | 'outcome', label: string) =>
      rows.find((one) => one.figure === `${figure}-${unit}` && one.label === label)?.count ?? 0
    return {
      day: isoDay(first),
      registered: of('funnel', 'registered'),
      confirmed: of('funnel', 'confirmed'),
      cleared: of('funnel', 'cleared'),
      started: of('funnel', 'started'),
      converted: of('funnel', 'converted'),
      outcomes: trialOutcomes
        .map((outcome) => ({ outcome, count: of('outcome', outcome) }))
        .filter(({ count }) => count > 0),
    }
  })
}

function dueDays(counted: FigureCounts, now: Date): Overview['due'] {
  const today = utcMidnight(now)
  return Array.from({ length: shownDays }, (_, index) => {
    const day = addDays(today, index)
    const rows = counted.filter((one) => one.figure === 'due' && one.day.getTime() === day.getTime())
    const renewals = rows.filter(({ label }) => label === 'renewal')
    return {
      day: isoDay(day),
      trials: rows.find(({ label }) => label === 'trial')?.count ?? 0,
      renewals: renewals.reduce((total, { count }) => total + count, 0),
      amounts: renewals.map(({ currency, amount }) => ({ currency, amount: majorUnits(amount, currency) })),
    }
  })
}

function cohortMonths(rows: Awaited<ReturnType<typeof cohortsByMonth>>, months: Date[]): Overview['cohorts'] {
  const cohorts = months.map((month) => {
    const own = rows.filter(({ cohort }) => cohort.getTime() === month.getTime())
    let paying = 0
    return {
      month: isoDay(month),
      began: own.reduce((total, { began }) => total + began, 0),
      paying: months
        .filter((later) => later >= month)
        .map((later) => (paying += own.find((one) => one.month.getTime() === later.getTime())?.count ?? 0)),
    }
  })
  return cohorts.filter(({ began }) => began > 0)
}
