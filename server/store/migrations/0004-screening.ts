import { sql, type Kysely } from 'kysely'

/** The official lists that were read, what was refused of them, and everybody's screening again when they change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One row for each edition. The one in force has its files, so that it survives a broken folder and all instances use it.
  await sql`
    create table screening_lists (
      id uuid primary key,
      name text not null,
      files jsonb not null,
      hash text not null,
      date text not null,
      entries integer not null,
      note text,
      read_at timestamptz not null,
      accepted_by text,
      comment text,
      content bytea,
      retired_at timestamptz
    )`.execute(db)
  await sql`create unique index screening_lists_in_force on screening_lists (name) where retired_at is null`.execute(db)
  await sql`create index screening_lists_hash on screening_lists (hash)`.execute(db)

  // What is wrong in the folder now. An administrator may accept what is only suspicious.
  await sql`
    create table screening_faults (
      file text not null,
      hash text not null,
      kind text not null,
      sentence text not null,
      at timestamptz not null,
      accepted_by text,
      comment text,
      primary key (file, hash)
    )`.execute(db)

  // Everybody screened again: against what, how far, with which result.
  await sql`
    create table screening_runs (
      id uuid primary key,
      basis text not null,
      lists jsonb not null,
      began_at timestamptz not null,
      ended_at timestamptz,
      superseded boolean not null default false,
      reached uuid,
      total integer not null,
      people integer not null default 0,
      changed integer not null default 0,
      leased_until timestamptz,
      lease uuid
    )`.execute(db)
  await sql`create index screening_runs_began on screening_runs (began_at desc)`.execute(db)

  // A domain cleared for a company is cleared for all who register from there.
  await sql`create index screening_exceptions_domain on screening_exceptions (reason) where reason like 'domain:%'`.execute(
    db,
  )
}
