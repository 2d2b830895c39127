import { setTimeout as wait } from 'node:timers/promises'
import { isStartingUp, isUnavailable, reasonInWords, UnusableDatabase } from '../../../platform/database-errors.ts'
import type { Say } from './running.ts'

/** Milliseconds in which a database must return, and between two attempts. */
const usual = { giveUp: 30_000, pause: 1_000 }

/**
 * Retries startup until the database can be used, for 30 s: if it is lost during startup, as in a failover, or is
 * itself starting. Another database that cannot be used from the beginning is a matter of the configuration.
 */
export async function beginAgain<T>(begin: () => Promise<T>, say: Say, isStopping: () => boolean, times = usual) {
  let lostAt: number | null = null
  for (;;) {
    try {
      return await begin()
    } catch (error) {
      const cause = error instanceof UnusableDatabase ? error.cause : error
      const isOver = !isUnavailable(cause) || isStopping()
      if (isOver || (error instanceof UnusableDatabase && lostAt === null && !isStartingUp(cause))) throw error
      const reason = reasonInWords(cause)
      if (lostAt === null) say(`The database ${reason}. Retrying startup until it can be used.`)
      lostAt ??= performance.now()
      if (performance.now() - lostAt > times.giveUp)
        throw new Error(`The database ${reason}. It did not return during startup.`, { cause: error })
      await wait(times.pause)
    }
  }
}
