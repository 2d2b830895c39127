import { sql } from 'kysely'
import { csvLine } from '../../../platform/csv.ts'
import type { DplStatus, Reason } from '../../../domain/screening/screening.ts'
import { screeningWords } from '../../../i18n/en/admin-screening.ts'
import { openRecord, type RowSealing } from '../subscribers/sealed-records.ts'
import type { Db, ScreenedList, Trx } from '../tables.ts'

/** Evidence is of one wording, whoever fetches it: English, as the lists and what was recorded are. */
const say = screeningWords.export
/** Checks of a piece: enough that asking costs nothing, few enough that nobody waits for the next. */
const piece = 500
const sealedPiece = 20

type Person = { id: string; email: string; firstName: string; lastName: string; company: string; country: string }
type Check = {
  at: Date | string
  occasion: string
  outcome: DplStatus
  lists: ScreenedList[]
  reasons: Reason[]
  decided_by: string
  comment: string | null
  /** Absent from what was sealed before there were repeats. */
  last_checked_at?: Date | string | null
  repeats?: number
}

type Sealed = { person: Person; records: Check[] }

/** What the columns are called. */
export const evidenceHead = csvLine(Object.values(say.columns))

/** Whether there is evidence of somebody: they are known, or forgotten and sealed. */
export async function hasEvidence(db: Db, subscriberId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from subscribers where id = ${subscriberId}::uuid
    union all
    select 1 from sealed_records where kind = 'checks' and keep_until > ${now} and content ->> 'subscriber' = ${subscriberId}
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Every check as CSV, a line for each reason it found, piece by piece, as it stood when the first was read: of one person
 * or of everybody, the erased after those who are known. Nothing is open meanwhile but a transaction that only reads.
 */
export async function* evidenceLines(
  db: Db,
  subscriberId: string | null,
  now: Date,
  sealing: RowSealing,
): AsyncGenerator<string, void, undefined> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    if (subscriberId === null) yield* runs(trx)
    yield* known(trx, subscriberId)
    yield* sealed(trx, subscriberId, now, sealing)
  } finally {
    await trx.rollback().execute()
  }
}

/** As many as a reason has cells. */
const noReason = () => blanks(9)
const blanks = (amount: number) => Array<string>(amount).fill('')

/** When everybody was screened again: who is not named after it had the same result as before. */
async function* runs(db: Trx): AsyncGenerator<string> {
  const all = await db.selectFrom('screening_runs').selectAll().orderBy('began_at').orderBy('id').execute()
  for (const run of all) {
    const told = say.run(run.people, run.total, run.changed)
    const about = [run.began_at.toISOString(), say.everybody, ...blanks(5), 'lists', '', 'system', told]
    yield csvLine([...about, listsOf(run.lists), ...noReason(), '', ''])
  }
}

async function* known(db: Trx, subscriberId: string | null): AsyncGenerator<string> {
  let after: { subscriber_id: string; at: Date; id: string } | null = null
  for (;;) {
    const rows: (Check & Person & { check_id: string; at: Date })[] = await db
      .selectFrom('screening_checks as c')
      .innerJoin('subscribers as s', 's.id', 'c.subscriber_id')
      .select(['c.id as check_id', 'c.at', 'occasion', 'outcome', 'lists', 'reasons', 'decided_by', 'c.comment'])
      .select(['last_checked_at', 'repeats'])
      .select(['s.id', 'email', 'first_name as firstName', 'last_name as lastName', 'company', 'country'])
      .$if(subscriberId !== null, (query) => query.where('c.subscriber_id', '=', subscriberId))
      .$if(after !== null, (query) =>
        query.where(
          sql<boolean>`(c.subscriber_id, c.at, c.id) > (${after?.subscriber_id}::uuid, ${after?.at}, ${after?.id}::uuid)`,
        ),
      )
      .orderBy('c.subscriber_id')
      .orderBy('c.at')
      .orderBy('c.id')
      .limit(piece)
      .execute()
    yield rows.map((row) => linesOf(row, row, '')).join('')
    const last = rows.at(-1)
    if (!last || rows.length < piece) return
    after = { subscriber_id: last.id, at: last.at, id: last.check_id }
  }
}

async function* sealed(db: Trx, subscriberId: string | null, now: Date, sealing: RowSealing): AsyncGenerator<string> {
  let after: string | null = null
  for (;;) {
    const records: { id: string; sealed_at: Date; content: unknown }[] = await db
      .selectFrom('sealed_records')
      .select(['id', 'sealed_at', 'content'])
      .where('kind', '=', 'checks')
      .where('keep_until', '>', now)
      .$if(subscriberId !== null, (query) => query.where(sql<boolean>`content ->> 'subscriber' = ${subscriberId}`))
      .$if(after !== null, (query) => query.where('id', '>', after))
      .orderBy('id')
      .limit(sealedPiece)
      .execute()
    for (const { id, content, sealed_at } of records) {
      const { person, records: checks } = openRecord(sealing, id, content) as unknown as Sealed
      yield checks.map((check) => linesOf(person, check, sealed_at.toISOString())).join('')
    }
    after = records.at(-1)?.id ?? null
    if (records.length < sealedPiece) return
  }
}

function linesOf(person: Person, check: Check, forgottenAt: string): string {
  const about = [
    new Date(check.at).toISOString(),
    person.id,
    `${person.firstName} ${person.lastName}`.trim(),
    person.email,
    person.company,
    person.country,
    forgottenAt,
    check.occasion,
    check.outcome,
    check.decided_by,
    check.comment ?? '',
    listsOf(check.lists),
  ]
  const again = [check.last_checked_at ? new Date(check.last_checked_at).toISOString() : '', String(check.repeats ?? 0)]
  const reasons = check.reasons.map(({ kind, text, list, entry, programmes, alias, compared, score, holds }) => [
    kind,
    text,
    list ?? '',
    entry ?? '',
    programmes?.join('; ') ?? '',
    alias ?? '',
    compared ?? '',
    score === undefined ? '' : score.toFixed(3),
    holds ? say.holds : say.looks,
  ])
  return (reasons.length > 0 ? reasons : [noReason()])
    .map((reason) => csvLine([...about, ...reason, ...again]))
    .join('')
}

function listsOf(lists: readonly ScreenedList[]): string {
  return lists.map(({ name, hash, date }) => [name, date, hash].filter(Boolean).join(' ')).join('; ')
}
