import type { AdminTables } from './tables/admin.ts'
import type { BillingTables } from './tables/billing.ts'
import type { JobsTables } from './tables/jobs.ts'
import type { PeopleTables } from './tables/people.ts'
import type { ScreeningTables } from './tables/screening.ts'
import type { SubscriptionsTables } from './tables/subscriptions.ts'
import type { Kysely, Transaction } from 'kysely'

export type Tables = AdminTables & BillingTables & JobsTables & PeopleTables & ScreeningTables & SubscriptionsTables

export type Db = Kysely<Tables>
/** For functions that must run inside a transaction of their caller. */
export type Trx = Transaction<Tables>
