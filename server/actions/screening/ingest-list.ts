import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { editionTime } from '../../../domain/screening/list-age.ts'
import type { ListFinding } from '../../../domain/screening/list-findings.ts'
import type { FolderFault, FoundFile, FoundList, ListFolder } from '../../screening/port.ts'
import type { AppContext } from '../../context.ts'
import {
  faultsOf,
  listContents,
  listsInForce,
  putInForce,
  retireList,
  wasRetired,
  type KeptList,
} from '../../store/screening/screening-lists.ts'
import { dayMs, isoDay } from '../../../domain/calendar.ts'

const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** The result for a list in the folder; `ingested` and `retired` are logged. */
export type IngestResult =
  | { fault: FolderFault | null }
  | { ingested: { finding?: ListFinding } & Record<string, unknown> }
  | { retired: object }

/**
 * Reads a list whose files are stable, checks it against the one in force, and applies it as a whole. A broken or
 * suspicious one changes nothing, unless an administrator has accepted the suspicious one.
 */
export async function ingestList(
  context: Pick<AppContext, 'db' | 'now'>,
  folder: ListFolder,
  found: FoundList,
): Promise<IngestResult> {
  const broken = (finding: ListFinding, hash = '', file = found.files[0]?.file ?? ''): IngestResult => ({
    fault: { file, hash, kind: 'broken', finding },
  })
  // oxlint-disable-next-line no-restricted-properties -- a sandbox's clock may be moved; the times of files are the machine's.
  const latest = Math.max(context.now().getTime(), Date.now()) + dayMs
  const files: FoundFile[] = []
  for (const seen of found.files) {
    if (seen.modifiedAt > latest) return broken({ code: 'future', file: seen.file, date: dayOf(seen.modifiedAt) })
    const read = await folder.read(seen)
    if ('finding' in read) return broken(read.finding, '', seen.file)
    files.push(read)
  }
  const hash = hashOf(files)
  const before = (await listsInForce(context.db)).find((list) => list.name === found.name) ?? null
  if (before?.hash === hash) return { fault: null }
  const modifiedAt = Math.max(...files.map((file) => file.modifiedAt))
  // Another instance's folder may be out of date, and its old list must not return automatically.
  if (before && modifiedAt <= newestOf(before) && (await wasRetired(context.db, found.name, hash)))
    return broken({ code: 'replaced', file: files[0]?.file ?? '' }, hash)

  const reading = await folder.understand(found.name, files)
  if ('finding' in reading) return broken(reading.finding, hash)
  const suspicious =
    judgeSize(
      files.map(({ file }) => ({ file, rows: reading.rows[file] ?? 0 })),
      before,
    ) ??
    judgeAge({ edition: reading.version, modifiedAt }, before) ??
    (await judgeEnd(context, files, before))
  const accepted = suspicious && (await acceptance(context, hash))
  if (suspicious && !accepted) return { fault: { ...suspicious, hash } }

  const kept = files.map((file) => ({
    file: file.file,
    hash: file.hash,
    rows: reading.rows[file.file] ?? 0,
    size: file.size,
    modifiedAt: file.modifiedAt,
    ...(reading.version !== '' && { edition: reading.version }),
  }))
  const currentAt = new Date(editionTime(kept))
  const list: KeptList = {
    id: randomUUID(),
    name: found.name,
    files: kept,
    hash,
    date: dayOf(currentAt.getTime()),
    entries: reading.entries,
    finding: reading.note,
    read_at: context.now(),
    accepted_by: accepted ? accepted.by : null,
    comment: accepted ? accepted.comment : null,
    confirmed_at: currentAt,
    fetched_at: null,
  }
  const content = await zip(Buffer.concat(files.map((file) => file.content)))
  await context.db.transaction().execute((db) => putInForce(db, { ...list, content }))
  const { name, date, entries, finding } = list
  const rows = Object.values(reading.rows).reduce((sum, amount) => sum + amount, 0)
  return {
    ingested: {
      list: name,
      files: files.map(({ file }) => file),
      date,
      hash,
      rows,
      entries,
      ...(finding && { finding }),
    },
  }
}

/** Retires a list whose files are gone, if an administrator accepted that. */
export async function retireKeptList(context: Pick<AppContext, 'db' | 'now'>, list: KeptList): Promise<IngestResult> {
  const file = list.files[0]?.file ?? list.name
  if (!(await acceptance(context, list.hash)))
    return {
      fault: {
        file,
        hash: list.hash,
        kind: 'gone',
        finding: { code: 'gone', files: list.files.map((one) => one.file) },
      },
    }
  await context.db.transaction().execute((db) => retireList(db, list.name, context.now()))
  return { retired: { list: list.name, hash: list.hash } }
}

/** Returns the SHA-256 of one file, or of several files joined: `cat sdn.csv alt.csv add.csv | sha256sum`. */
function hashOf(files: readonly FoundFile[]): string {
  const [only] = files
  if (only && files.length === 1) return only.hash
  const hash = createHash('sha256')
  for (const { content } of files) hash.update(content)
  return hash.digest('hex')
}

const dayOf = (ms: number) => isoDay(new Date(ms))
const newestOf = (list: KeptList | null) => Math.max(0, ...(list?.files ?? []).map((file) => file.modifiedAt))

/** A file that lost a third of its rows may have been cut; one of many times the length is another file. */
function judgeSize(
  files: readonly { file: string; rows: number }[],
  before: KeptList | null,
): Omit<FolderFault, 'hash'> | null {
  for (const [place, { file, rows }] of files.entries()) {
    const had = before?.files[place]?.rows
    if (had === undefined) continue
    if (rows * 3 <= had * 2) return { file, kind: 'shrunk', finding: { code: 'shrunk', file, before: had, now: rows } }
    if (rows > had * 5) return { file, kind: 'grown', finding: { code: 'grown', file, before: had, now: rows } }
  }
  return null
}

/**
 * Checks for an edition older than the one in force, or one whose newest entries were cut off; for files that state no
 * edition, by their modification time.
 */
function judgeAge(
  { edition, modifiedAt }: { edition: string; modifiedAt: number },
  before: KeptList | null,
): Omit<FolderFault, 'hash'> | null {
  const [first] = before?.files ?? []
  if (!first) return null
  const isOlder =
    first.edition && edition !== ''
      ? edition < first.edition
      : !first.edition && edition === '' && modifiedAt < newestOf(before)
  if (!isOlder) return null
  return { file: first.file, kind: 'older', finding: { code: 'older', file: first.file } }
}

/** A file that is the beginning of the one in force: the rest was cut off, even if it ends with a whole row. */
async function judgeEnd(
  context: Pick<AppContext, 'db'>,
  files: readonly FoundFile[],
  before: KeptList | null,
): Promise<Omit<FolderFault, 'hash'> | null> {
  const shorter = files.filter(({ content }, at) => content.length < (before?.files[at]?.size ?? 0))
  if (!before || shorter.length === 0) return null
  const kept = (await listContents(context.db)).find(({ id }) => id === before.id)
  if (!kept) return null
  const all = await unzip(kept.content)
  let start = 0
  for (const [at, { size }] of before.files.entries()) {
    const file = files[at]
    const had = all.subarray(start, start + size)
    start += size
    if (file && file.content.length < size && had.subarray(0, file.content.length).equals(file.content))
      return { file: file.file, kind: 'cut', finding: { code: 'truncated', file: file.file } }
  }
  return null
}

async function acceptance(
  context: Pick<AppContext, 'db'>,
  hash: string,
): Promise<{ by: string; comment: string | null } | null> {
  const fault = (await faultsOf(context.db)).find((one) => one.hash === hash && one.accepted_by !== null)
  return fault?.accepted_by ? { by: fault.accepted_by, comment: fault.comment } : null
}
