import { sql, type Selectable } from 'kysely'
import type { Reason } from '../../core/screening.ts'
import type { Subscriber } from './subscribers.ts'
import type { Db, ScreenedList, ScreeningRunsTable, Trx } from './tables.ts'

export type Run = Selectable<ScreeningRunsTable>

/** The newest run, going on or over; undefined where there was none yet. */
export function latestRun(db: Db | Trx): Promise<Run | undefined> {
  return db
    .selectFrom('screening_runs')
    .selectAll()
    .orderBy('began_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Begins a run over everybody there is, in place of one that goes on. */
export async function beginRun(
  db: Db,
  run: { id: string; basis: string; lists: readonly ScreenedList[] },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('screening_runs')
      .set({ ended_at: now, superseded: true, lease: null, leased_until: null })
      .where('ended_at', 'is', null)
      .execute()
    const { total } = await trx
      .selectFrom('subscribers')
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('total'))
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('screening_runs')
      .values({
        ...run,
        lists: JSON.stringify(run.lists),
        began_at: now,
        ended_at: null,
        reached: null,
        total,
        leased_until: null,
        lease: null,
      })
      .execute()
  })
}

/** Takes a run for this instance, unless another has it. */
export async function leaseRun(db: Db, id: string, lease: string, now: Date, until: Date): Promise<Run | undefined> {
  return db
    .updateTable('screening_runs')
    .set({ lease, leased_until: until })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now), eb('lease', '=', lease)]))
    .returningAll()
    .executeTakeFirst()
}

/** Notes how far a run has come. False where it is no longer this instance's, or over. */
export async function runReached(
  db: Db,
  id: string,
  lease: string,
  step: { reached: string | null; people: number; changed: number; leasedUntil: Date | null; endedAt: Date | null },
): Promise<boolean> {
  const noted = await db
    .updateTable('screening_runs')
    .set((eb) => ({
      ...(step.reached !== null && { reached: step.reached }),
      people: eb('people', '+', step.people),
      changed: eb('changed', '+', step.changed),
      leased_until: step.leasedUntil,
      ended_at: step.endedAt,
    }))
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** What is known of somebody before they are screened again: the last check's findings, and what they were cleared of. */
export type Screenee = Subscriber & {
  last: { outcome: string; reasons: Reason[] } | null
  excepted: string[]
}

/** The next people of a run, by id. */
export async function peopleAfter(db: Db, reached: string | null, limit: number): Promise<Screenee[]> {
  const rows = await screenees(
    db,
    sql`select * from subscribers
    where ${reached === null ? sql`true` : sql`id > ${reached}::uuid`} order by id limit ${limit}`,
  )
  return rows
}

/** People whose last check could not be made. */
export function unscreenedPeople(db: Db, limit: number): Promise<Screenee[]> {
  return screenees(
    db,
    sql`select s.* from subscribers s where s.dpl_status = 'PENDING' and (
      select c.reasons @> '[{"kind":"unscreened"}]' from screening_checks c
      where c.subscriber_id = s.id and c.occasion <> 'review' order by c.at desc, c.id desc limit 1)
    order by s.id limit ${limit}`,
  )
}

async function screenees(db: Db, people: ReturnType<typeof sql>): Promise<Screenee[]> {
  const { rows } = await sql<Screenee>`
    select s.*, c.last, array(select e.reason from screening_exceptions e where e.subscriber_id = s.id) as excepted
    from (${people}) s
    left join lateral (
      select json_build_object('outcome', outcome, 'reasons', reasons) as last from screening_checks
      where subscriber_id = s.id and occasion <> 'review' order by at desc, id desc limit 1
    ) c on true
    order by s.id`.execute(db)
  return rows
}
