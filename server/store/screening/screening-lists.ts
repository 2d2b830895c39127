import type { Selectable } from 'kysely'
import type { Db, Tables, Trx } from '../tables.ts'

export type KeptList = Omit<Selectable<Tables['screening_lists']>, 'content' | 'retired_at'>
export type ListFault = Selectable<Tables['screening_faults']>

const listColumns = [
  'id',
  'name',
  'files',
  'hash',
  'date',
  'entries',
  'finding',
  'read_at',
  'accepted_by',
  'comment',
  'confirmed_at',
  'fetched_at',
] as const

/** The lists in force, without their files. */
export function listsInForce(db: Db | Trx): Promise<KeptList[]> {
  return db.selectFrom('screening_lists').select(listColumns).where('retired_at', 'is', null).orderBy('name').execute()
}

/** The lists in force with their files: one after the other, gzipped. */
export function listContents(db: Db): Promise<(KeptList & { content: Buffer })[]> {
  return db
    .selectFrom('screening_lists')
    .select([...listColumns, 'content'])
    .where('retired_at', 'is', null)
    .where('content', 'is not', null)
    .orderBy('name')
    .$narrowType<{ content: Buffer }>()
    .execute()
}

/** Whether exactly this edition was in force before and no longer is. */
export async function wasRetired(db: Db, name: string, hash: string): Promise<boolean> {
  const found = await db
    .selectFrom('screening_lists')
    .select('id')
    .where('name', '=', name)
    .where('hash', '=', hash)
    .where('retired_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Retires a list. Its row stays, so that the editions in checks can be looked up; its files are removed. */
export async function retireList(db: Trx, name: string, now: Date): Promise<void> {
  await db
    .updateTable('screening_lists')
    .set({ retired_at: now, content: null })
    .where('name', '=', name)
    .where('retired_at', 'is', null)
    .execute()
}

/** Puts an edition in force. Returns false if another instance was faster. */
export async function putInForce(db: Trx, list: KeptList & { content: Buffer }): Promise<boolean> {
  await retireList(db, list.name, list.read_at)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('screening_lists')
    .values({
      ...list,
      files: JSON.stringify(list.files),
      finding: list.finding && JSON.stringify(list.finding),
      retired_at: null,
    })
    .onConflict((conflict) => conflict.column('name').where('retired_at', 'is', null).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Records that an edition in force was current at a time. */
export async function confirmList(
  db: Db,
  id: string,
  at: Pick<KeptList, 'confirmed_at' | 'fetched_at'>,
): Promise<void> {
  await db.updateTable('screening_lists').set(at).where('id', '=', id).where('retired_at', 'is', null).execute()
}

/** Records that administrators are told about exactly these lists. Returns those about which they had not been told. */
export async function recordAlarms(db: Trx, lists: readonly string[], now: Date): Promise<string[]> {
  await db
    .deleteFrom('screening_list_alarms')
    .$if(lists.length > 0, (query) => query.where('list', 'not in', lists))
    .execute()
  if (lists.length === 0) return []
  const rows = await db
    .insertInto('screening_list_alarms')
    .values(lists.map((list) => ({ list, told_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('list')
    .execute()
  return rows.map(({ list }) => list)
}

export function faultsOf(db: Db | Trx): Promise<ListFault[]> {
  return db.selectFrom('screening_faults').selectAll().orderBy('at').orderBy('file').execute()
}

/** Stores exactly the present faults: existing ones keep their time and who accepted them. */
export async function replaceFaults(
  db: Trx,
  faults: readonly Pick<ListFault, 'file' | 'hash' | 'kind' | 'finding'>[],
  now: Date,
): Promise<void> {
  const key = (fault: Pick<ListFault, 'file' | 'hash'>) => `${fault.hash} ${fault.file}`
  const wanted = new Set(faults.map(key))
  for (const fault of await faultsOf(db)) {
    if (wanted.has(key(fault))) continue
    await db.deleteFrom('screening_faults').where('file', '=', fault.file).where('hash', '=', fault.hash).execute()
  }
  for (const { file, hash, kind, finding } of faults)
    await db
      .insertInto('screening_faults')
      .values({ file, hash, kind, finding: JSON.stringify(finding), at: now })
      .onConflict((conflict) =>
        conflict.columns(['file', 'hash']).doUpdateSet({ finding: JSON.stringify(finding), kind }),
      )
      .execute()
}

/** Records that an administrator accepts a suspicious file. Returns false if it is gone or cannot be accepted. */
export async function acceptFault(db: Trx, hash: string, by: string, comment: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('screening_faults')
    .set({ accepted_by: by, comment })
    .where('hash', '=', hash)
    .where('kind', '<>', 'broken')
    .where('accepted_by', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
