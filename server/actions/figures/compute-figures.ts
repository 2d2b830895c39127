import { addDays, addMonths, utcMidnight } from '../../../domain/calendar.ts'
import { MovementSum, movementsOf } from '../../../domain/figures/movements.ts'
import { shownDays, shownMonths, shownWeeks } from '../../../domain/figures/ranges.ts'
import type { AppContext } from '../../context.ts'
import { replaceCounts } from '../../store/figures/counts.ts'
import { figureState, histories, lockFigures, replaceMovements } from '../../store/figures/movements.ts'
import type { Db, Trx } from '../../store/tables.ts'

type Parts = Pick<AppContext, 'db' | 'now'>

/** A transaction that began before midnight may commit after it: until then the day before is computed again. */
const settlingMs = 3_600_000

/** Brings the figures up to date: the days since the last time, or all of them the first time. Running it again changes nothing. */
export async function computeFigures(context: Parts): Promise<void> {
  const { through } = await figureState(context.db)
  if (through === null) return rebuildFigures(context)
  const movements = await movementsSince(context.db, through)
  await store(context, async (trx, now) => {
    // Another instance, or a rebuild, was faster.
    if ((await lockFigures(trx))?.getTime() !== through.getTime()) return false
    await replaceMovements(trx, through, movements, now)
    return true
  })
}

/** Computes all figures again. `progress` receives the number of events read. */
export async function rebuildFigures(
  context: Parts,
  progress: (events: number) => void = () => undefined,
): Promise<void> {
  const now = moments(context.now())
  const movements = await movementsSince(context.db, null, progress)
  await store(context, async (trx) => {
    await lockFigures(trx)
    await replaceMovements(trx, null, movements, now)
    return true
  })
}

async function movementsSince(db: Db, since: Date | null, progress: (events: number) => void = () => undefined) {
  const sum = new MovementSum()
  let read = 0
  for await (const history of histories(db, since)) {
    const movements = movementsOf(history)
    sum.add(since === null ? movements : movements.filter(({ day }) => day >= since))
    read += history.length
    progress(read)
  }
  return sum.rows().filter(({ count, amount }) => count !== 0 || amount !== 0)
}

type Moments = { through: Date; now: Date }
const moments = (now: Date): Moments => ({ through: utcMidnight(new Date(now.getTime() - settlingMs)), now })

async function store({ db, now }: Parts, write: (trx: Trx, now: Moments) => Promise<boolean>): Promise<void> {
  const moment = moments(now())
  await db.transaction().execute(async (trx) => {
    if (!(await write(trx, moment))) return
    const today = utcMidnight(moment.now)
    const monday = addDays(today, -((today.getUTCDay() + 6) % 7))
    const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1))
    await replaceCounts(trx, {
      weeks: addDays(monday, -7 * (shownWeeks - 1)),
      months: addMonths(month, 1 - shownMonths),
      due: today,
      dueUntil: addDays(today, shownDays),
    })
  })
}
