import { sql, type Kysely } from 'kysely'

/** The language of the mails to a person: the one they registered in, until they choose another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscribers
      add column language text not null default 'en' check (language in ('en', 'de'))`.execute(db)
}
