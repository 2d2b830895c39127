import { createSandboxClock } from '../../../sandbox/clock.ts'
import { rebuildFigures } from '../../actions/figures/compute-figures.ts'
import { latestMoment } from '../../store/clock.ts'
import { estimatedEvents } from '../../store/figures/movements.ts'
import type { Config } from '../config/config.ts'
import { openBesideShop } from '../open-database.ts'
import { startClock } from '../process/clock.ts'
import { readArguments, runCommand } from './run-command.ts'

const usage = `Usage: npm run figures
Computes the figures of the overview again from all events.`

const everyEvents = 100_000

/** Computes the overview's figures again from the events, whether the server runs or not. */
export async function figures(config: Config, say: (line: string) => void): Promise<void> {
  const { db, close } = await openBesideShop(config, say)
  try {
    const now = await startClock(config, await latestMoment(db), createSandboxClock, () => undefined)
    const all = await estimatedEvents(db)
    let reported = 0
    let read = 0
    await rebuildFigures({ db, now }, (events) => {
      read = events
      if (events - reported < everyEvents) return
      reported = events
      say(`${events.toLocaleString('en')} of about ${Math.max(all, events).toLocaleString('en')} events read.`)
    })
    say(`The figures are rebuilt from ${read.toLocaleString('en')} events.`)
  } finally {
    await close()
  }
}

if (import.meta.main) {
  await runCommand(usage, async (args, config, say) => {
    readArguments(args, usage, {})
    await figures(config, say)
  })
}
