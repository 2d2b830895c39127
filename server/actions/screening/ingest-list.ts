import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { editionTime } from '../../../domain/screening/list-age.ts'
import {
  cutFile,
  isShorter,
  newestFile,
  suspicionAbout,
  type Suspicion,
} from '../../../domain/screening/list-changes.ts'
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
  const read = await readFiles(context, folder, found)
  if ('finding' in read) return broken(read.finding, '', read.file)
  const { files } = read
  const hash = hashOf(files)
  const before = (await listsInForce(context.db)).find((list) => list.name === found.name) ?? null
  if (before?.hash === hash) return { fault: null }
  // Another instance's folder may be out of date, and its old list must not return automatically.
  if (before && newestFile(files) <= newestFile(before.files) && (await wasRetired(context.db, found.name, hash)))
    return broken({ code: 'replaced', file: files[0]?.file ?? '' }, hash)

  const reading = await folder.understand(found.name, files)
  if ('finding' in reading) return broken(reading.finding, hash)
  const kept = files.map(({ file, hash: own, size, modifiedAt }) => ({
    file,
    hash: own,
    rows: reading.rows[file] ?? 0,
    size,
    modifiedAt,
    ...(reading.version !== '' && { edition: reading.version }),
  }))
  const suspicion = suspicionAbout(kept, before?.files ?? []) ?? (await findCutFile(context, files, before))
  const accepted = suspicion && (await acceptance(context, hash))
  if (suspicion && !accepted) return { fault: { ...suspicion, hash } }

  const currentAt = new Date(editionTime(kept))
  const list: KeptList = {
    id: randomUUID(),
    name: found.name,
    files: kept,
    hash,
    date: isoDay(currentAt),
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
  return { ingested: logLine(list) }
}

/** Returns what the log says about a list that is now in force. */
function logLine({ name, files, date, hash, entries, finding }: KeptList) {
  const rows = files.reduce((sum, file) => sum + file.rows, 0)
  return { list: name, files: files.map(({ file }) => file), date, hash, rows, entries, ...(finding && { finding }) }
}

/** Reads the files of a list, in order; `finding` about the first that cannot be used. */
async function readFiles(
  { now }: Pick<AppContext, 'now'>,
  folder: ListFolder,
  found: FoundList,
): Promise<{ files: FoundFile[] } | { finding: ListFinding; file: string }> {
  // oxlint-disable-next-line no-restricted-properties -- a sandbox's clock may be moved; the times of files are the machine's.
  const latest = Math.max(now().getTime(), Date.now()) + dayMs
  const files: FoundFile[] = []
  for (const seen of found.files) {
    const { file, modifiedAt } = seen
    if (modifiedAt > latest) return { finding: { code: 'future', file, date: isoDay(new Date(modifiedAt)) }, file }
    const read = await folder.read(seen)
    if ('finding' in read) return { finding: read.finding, file }
    files.push(read)
  }
  return { files }
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

/** Reads the files in force only if one of the new ones is shorter. */
async function findCutFile(
  { db }: Pick<AppContext, 'db'>,
  files: readonly FoundFile[],
  before: KeptList | null,
): Promise<Suspicion | null> {
  if (!before || !isShorter(files, before.files)) return null
  const kept = (await listContents(db)).find(({ id }) => id === before.id)
  return kept ? cutFile(files, before.files, await unzip(kept.content)) : null
}

async function acceptance(
  context: Pick<AppContext, 'db'>,
  hash: string,
): Promise<{ by: string; comment: string | null } | null> {
  const fault = (await faultsOf(context.db)).find((one) => one.hash === hash && one.accepted_by !== null)
  return fault?.accepted_by ? { by: fault.accepted_by, comment: fault.comment } : null
}
