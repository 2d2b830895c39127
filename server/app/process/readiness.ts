import { isReadOnly, type Writes } from '../../database/writes.ts'
import { countKey, countWithin } from '../../store/accounts/rate-limits.ts'
import type { Db } from '../../store/tables.ts'

/**
 * Whether the database responds and accepts writes, within 2 s. A row is written only after a write has failed, to
 * check whether that is over, because this is called about every second. On a full disk one row may still fit where a
 * registration does not, so the result counts only some seconds after the last failure.
 */
export async function takesWrites(db: Db, writes: Writes, now: Date): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), 2_000)
  const asked = ask(db, writes, now).catch(() => false)
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

async function ask(db: Db, writes: Writes, now: Date): Promise<boolean> {
  if (await isReadOnly(db)) {
    writes.readOnly()
    return false
  }
  if (writes.fault() !== null) {
    if (writes.failedRecently()) return false
    await countWithin(db, countKey('readiness', ''), now)
    writes.succeeded()
  }
  return true
}
