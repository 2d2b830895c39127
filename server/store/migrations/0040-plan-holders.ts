import { sql, type Kysely } from 'kysely'

/** How many people have each plan is counted from the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index subscriptions_plan_holders on subscriptions (plan, status) where status in ('active', 'pending')`.execute(
    db,
  )
}
