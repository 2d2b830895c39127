import { sql, type Kysely } from 'kysely'
import { admin } from './init/admin.ts'
import { billing } from './init/billing.ts'
import { connect } from './init/connect.ts'
import { jobs } from './init/jobs.ts'
import { licence } from './init/licence.ts'
import { people } from './init/people.ts'
import { screening } from './init/screening.ts'
import { subscriptions } from './init/subscriptions.ts'
import { addUserList } from './init/user-list.ts'

/**
 * Creates all tables of the first release. Times are timestamptz by the product's clock; no default reads the
 * database's. A table references only earlier ones. No constraint lists languages or kinds to which `domain/` may add:
 * its types do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    ...people,
    ...subscriptions,
    ...billing,
    ...jobs,
    ...screening,
    ...admin,
    ...licence,
    ...connect,
  ])
    await sql.raw(statement).execute(db)
  await addUserList(db)
}
