import { sql, type Kysely } from 'kysely'

/** A correction of one's own details that waits for review. Whoever has one is in the queue, from the earlier of the two moments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscribers add column correction jsonb, add column correction_since timestamptz`.execute(db)
  await sql`drop index subscribers_review`.execute(db)
  await sql`
    create index subscribers_review on subscribers (least(review_since, correction_since), id)
    where least(review_since, correction_since) is not null and email_verified_at is not null`.execute(db)
}
