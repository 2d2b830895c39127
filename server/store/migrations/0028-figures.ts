import { sql, type Kysely } from 'kysely'

/** Daily figures: what the overview of the admin area adds up. They hold no personal data, and can be computed again at any time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table figure_movements (
      day timestamptz not null,
      kind text not null,
      plan text not null,
      currency text not null,
      cohort timestamptz not null,
      count integer not null,
      amount bigint not null,
      primary key (day, kind, plan, currency, cohort)
    )`.execute(db)
  await sql`
    create table figure_counts (
      figure text not null,
      day timestamptz not null,
      label text not null,
      currency text not null,
      count integer not null,
      amount bigint not null,
      primary key (figure, day, label, currency)
    )`.execute(db)
  await sql`
    create table figure_state (
      id integer primary key check (id = 1),
      through timestamptz,
      computed_at timestamptz
    )`.execute(db)
  await sql`insert into figure_state (id) values (1)`.execute(db)
  await sql`create index payments_returned on payments (at) where kind in ('refund', 'dispute')`.execute(db)
}
