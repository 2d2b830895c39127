import type { Migration } from 'kysely/migration'
import * as init from './migrations/0001-init.ts'

/** The shop's migrations in order. One that has been released is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-init': init,
}
