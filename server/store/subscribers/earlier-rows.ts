import { sql } from 'kysely'
import type { Mail } from '../../../domain/mail.ts'
import type { SealedRecord } from './sealed-records.ts'
import type { Db } from '../tables.ts'

/** Mails with a link to an account that stand in clear, as versions before 0.2 stored them; in those of the first there is no kind. */
export async function mailsInClear(db: Db): Promise<{ id: string; payload: Mail }[]> {
  const { rows } = await sql<{ id: string; payload: Mail }>`
    select id, payload from jobs
    where kind = 'email' and payload ? 'html'
      and (payload ->> 'kind' is null or payload ->> 'kind' in ('activation', 'reset', 'sign-up'))`.execute(db)
  return rows
}

export async function replaceMail(db: Db, id: string, payload: object): Promise<void> {
  await sql`update jobs set payload = ${JSON.stringify(payload)}::jsonb where id = ${id} and payload ? 'html'`.execute(
    db,
  )
}

/** Some records of erased people that stand in clear. */
export async function recordsInClear(db: Db, limit: number): Promise<{ id: string; content: SealedRecord }[]> {
  const { rows } = await sql<{ id: string; content: SealedRecord }>`
    select id, content from sealed_records where content ? 'person' limit ${limit}`.execute(db)
  return rows
}

export async function replaceRecord(db: Db, id: string, content: object): Promise<void> {
  await sql`update sealed_records set content = ${JSON.stringify(content)}::jsonb where id = ${id}`.execute(db)
}
