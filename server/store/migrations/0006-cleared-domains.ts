import { sql, type Kysely } from 'kysely'

/** Which domains fit which companies because an administrator said so: docs/decisions/0020-cleared-domains.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `pair` is a keyed hash: the company of one person, and its domain, would name that person after they are forgotten.
  await sql`
    create table cleared_domains (
      pair text primary key,
      cleared_by text not null,
      cleared_at timestamptz not null
    )`.execute(db)
  await sql`drop index screening_exceptions_domain`.execute(db)
}
