import { sql, type Selectable } from 'kysely'
import type { AffectedPeople } from '../../../domain/screening/basis.ts'
import type { Reason } from '../../../domain/screening/screening.ts'
import { queueRescreening } from '../jobs/rescreening.ts'
import type { LeasedJob } from '../jobs/leases.ts'
import type { Subscriber } from '../subscribers/subscribers.ts'
import type { Db, Tables, Trx } from '../tables.ts'
import type { ScreenedList } from '../tables/screening.ts'

export type Run = Selectable<Tables['screening_runs']>

/** Returns the newest run, finished or not; undefined if there was none yet. */
export function latestRun(db: Db | Trx): Promise<Run | undefined> {
  return db
    .selectFrom('screening_runs')
    .selectAll()
    .orderBy('began_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Begins a run over those who are affected, in place of one that goes on. False when another instance begins one at the same moment: that one stands.
 */
export async function beginRun(
  db: Trx,
  run: { id: string; basis: string; lists: readonly ScreenedList[]; affected: AffectedPeople },
  now: Date,
): Promise<boolean> {
  if (!(await queueRescreening(db, run.basis, run.id, now))) return false
  await db
    .updateTable('screening_runs')
    .set({ ended_at: now, superseded: true })
    .where('ended_at', 'is', null)
    .execute()
  const { total } = await db
    .selectFrom('subscribers')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('total'))
    .where(isAmong(run.affected))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('screening_runs')
    .values({
      ...run,
      affected: JSON.stringify(run.affected),
      lists: JSON.stringify(run.lists),
      began_at: now,
      ended_at: null,
      reached: null,
      total,
    })
    .execute()
  return true
}

function isAmong(affected: AffectedPeople) {
  if (affected === 'everyone') return sql<boolean>`true`
  const { listed, countries } = affected
  return sql<boolean>`(country = any(${[...countries]}::text[]) or ${listed ? wasFound : sql`false`})`
}

/** People for whom a check found a list match. */
const wasFound = sql<boolean>`id in (select subscriber_id from screening_checks where reasons @> '[{"kind":"list"}]')`

export function runningRun(db: Db, id: string): Promise<Run | undefined> {
  return db
    .selectFrom('screening_runs')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** Stores the progress of a run. Returns false if the job is no longer leased to the caller, or the run is over. */
export async function runReached(
  db: Db,
  id: string,
  job: Pick<LeasedJob, 'id' | 'lease'>,
  step: { reached: string | null; people: number; changed: number; endedAt: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('screening_runs')
    .set((eb) => ({
      ...(step.reached !== null && { reached: step.reached }),
      people: eb('people', '+', step.people),
      changed: eb('changed', '+', step.changed),
      ended_at: step.endedAt,
    }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('jobs').select('jobs.id').where('jobs.id', '=', job.id).where('jobs.lease', '=', job.lease)),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The state of a person before they are screened again: the last check's findings, and what they were cleared of. */
export type Screenee = Subscriber & {
  last: { outcome: string; reasons: Reason[] } | null
  excepted: string[]
}

/** Returns the next people of a run, by id. */
export function peopleAfter(
  db: Db,
  reached: string | null,
  affected: AffectedPeople,
  limit: number,
): Promise<Screenee[]> {
  return screenees(
    db,
    sql`select * from subscribers where ${isAmong(affected)}
      and ${reached === null ? sql`true` : sql`id > ${reached}::uuid`} order by id limit ${limit}`,
  )
}

/** Returns one person of a run; undefined for one who was erased since. */
export async function screenee(db: Db, id: string): Promise<Screenee | undefined> {
  const [person] = await screenees(db, sql`select * from subscribers where id = ${id}::uuid`)
  return person
}

/** Returns people whose last check failed. */
export function unscreenedPeople(db: Db, limit: number): Promise<Screenee[]> {
  return screenees(
    db,
    sql`select s.* from subscribers s where s.dpl_status = 'PENDING'
      and s.id in (select subscriber_id from screening_checks where reasons @> '[{"kind":"unscreened"}]')
      and (select c.reasons @> '[{"kind":"unscreened"}]' from screening_checks c
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
