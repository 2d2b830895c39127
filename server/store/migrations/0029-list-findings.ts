import { sql, type Kysely } from 'kysely'

/** What was found about the files of a list, as a code with parameters. Earlier rows keep their English sentence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table screening_faults add column finding jsonb, alter column sentence set default ''`.execute(db)
  await sql`alter table screening_lists add column finding jsonb`.execute(db)
}
