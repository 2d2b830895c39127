import { sql, type Kysely } from 'kysely'

/** Versions before 0.2 recorded the English wording of the affirmation whatever language the form had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update acceptances set version = 'de-1' from subscribers
    where subscribers.id = subscriber_id and document = 'affirmation' and version = 'en-1' and language = 'de'`.execute(
    db,
  )
}
