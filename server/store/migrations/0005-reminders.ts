import { sql, type Kysely } from 'kysely'

/** Who wants no reminders, and a quick way to the trials that end about now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscribers add column reminders_stopped_at timestamptz`.execute(db)
  await sql`create index subscriptions_trials_ending on subscriptions (end_date, id) where type = 'trial' and status in ('active', 'expired')`.execute(
    db,
  )
}
