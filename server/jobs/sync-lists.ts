import { setTimeout as wait } from 'node:timers/promises'
import { retireKeptList, ingestList, type IngestResult } from '../actions/screening/ingest-list.ts'
import { editionTime } from '../../domain/screening/list-age.ts'
import type { ListFinding } from '../../domain/screening/list-findings.ts'
import type { FolderFault, FoundList, ListFolder, ListScreener } from '../screening/port.ts'
import type { AppContext } from '../context.ts'
import {
  confirmList,
  listContents,
  listsInForce,
  replaceFaults,
  type KeptList,
} from '../store/screening/screening-lists.ts'
import { createDebounce } from './debounce.ts'

export type ListSyncParts = {
  context: Pick<AppContext, 'db' | 'now'>
  folder: ListFolder
  screener: ListScreener
  /** Watches again for a folder that was missing. */
  watchAgain: () => Promise<void>
  /** How long, in ms, a file must be unchanged. */
  debounceMs: number
  /** Returns the English sentence of a finding, for the log. */
  describe: (finding: ListFinding) => string
  info: (entry: object, message: string) => void
  warn: (entry: object, message: string) => void
}

export type ListSync = {
  /** Checks the folder and the database once. Returns true while something is still changing. */
  run(): Promise<boolean>
  /** Makes the next run check rejected files again. */
  retryRejected(): void
}

/** Ingests files that an operator places in the folder, and applies those ingested by other instances. */
export function createListSync(parts: ListSyncParts): ListSync {
  const { context, folder, screener, info, warn } = parts
  const selectStable = createDebounce(parts.debounceMs)
  /** The results of files in the folder; an unchanged file is read once. */
  const results = new Map<string, FolderFault | null>()
  /** Null until the state of the folder is certain. */
  let reported: Set<string> | null = null
  let inUse = ''

  /** Applies a change of the folder, unless that was done before. Returns its fault, if any. */
  async function applyOnce(key: string, apply: () => Promise<IngestResult>): Promise<FolderFault[]> {
    const before = results.get(key)
    if (before !== undefined) return before ? [before] : []
    const result = await apply()
    if ('ingested' in result) {
      const { finding, ...list } = result.ingested
      info({ ...list, ...(finding && { note: parts.describe(finding) }) }, 'a screening list was read and is in force')
    }
    if ('retired' in result) info(result.retired, 'a screening list is no longer in force')
    const fault = 'fault' in result ? result.fault : null
    // An unreadable file is tried again: its permissions may change without a change of the file.
    if (fault?.hash !== '') results.set(key, fault)
    return fault ? [fault] : []
  }

  async function checkFolder(): Promise<boolean> {
    await parts.watchAgain()
    const scan = await folder.scan()
    const inForce = await listsInForce(context.db)
    const { lists, faults, isChanging } = selectStable(scan, inForce, performance.now())
    const keys = new Set<string>()
    const apply = (key: string, change: () => Promise<IngestResult>) => {
      keys.add(key)
      return applyOnce(key, change)
    }
    for (const list of lists)
      faults.push(...(await apply(JSON.stringify(list), () => ingestList(context, folder, list))))
    await confirm(lists, inForce, scan.checked)
    if (scan.there && !isChanging)
      for (const list of inForce.filter((one) => isGone(one, scan)))
        faults.push(...(await apply(`gone ${list.hash}`, () => retireKeptList(context, list))))
    for (const key of results.keys()) if (!keys.has(key) && !isChanging) results.delete(key)
    if (reported !== null || !isChanging) await report(faults)
    return isChanging
  }

  /** A list whose files are those in force is confirmed as current at their time. */
  async function confirm(
    found: readonly FoundList[],
    inForce: readonly KeptList[],
    checked: ReadonlyMap<string, Date>,
  ): Promise<void> {
    for (const list of found) {
      const kept = inForce.find(({ name }) => name === list.name)
      if (!kept || results.get(JSON.stringify(list)) !== null) continue
      // Another instance's folder may have put another edition in force meanwhile.
      if (list.files.some(({ size }, place) => size !== kept.files[place]?.size)) continue
      // The files are those in force: the edition is the same, but their own time may be later.
      const current = editionTime(list.files.map(({ modifiedAt }, place) => ({ ...kept.files[place], modifiedAt })))
      const fetched = checked.get(list.name)?.getTime() ?? 0
      const confirmed = Math.max(current, fetched, kept.confirmed_at.getTime())
      const fetchedAt = Math.max(fetched, kept.fetched_at?.getTime() ?? 0)
      const same = confirmed === kept.confirmed_at.getTime() && fetchedAt === (kept.fetched_at?.getTime() ?? 0)
      if (same) continue
      const at = { confirmed_at: new Date(confirmed), fetched_at: fetchedAt === 0 ? null : new Date(fetchedAt) }
      await confirmList(context.db, kept.id, at)
    }
  }

  /** Shows faults in the admin area and logs each once. */
  async function report(faults: readonly FolderFault[]): Promise<void> {
    const now = new Set(faults.map((fault) => JSON.stringify(fault)))
    const before = reported ?? new Set()
    if (reported !== null && now.size === before.size && now.isSubsetOf(before)) return
    await context.db.transaction().execute((db) => replaceFaults(db, faults, context.now()))
    for (const fault of faults) {
      if (before.has(JSON.stringify(fault))) continue
      const { file, hash, finding } = fault
      warn({ file, hash, code: finding.code, reason: parts.describe(finding) }, 'a screening list was refused')
    }
    reported = now
  }

  async function useListsInForce(): Promise<void> {
    const wanted = (await listsInForce(context.db)).map(({ name, hash }) => `${name} ${hash}`).join('\n')
    if (wanted === inUse) return
    await screener.use(await listContents(context.db))
    inUse = wanted
  }

  return {
    async run() {
      const isChanging = await checkFolder()
      await useListsInForce()
      return isChanging
    },
    retryRejected: () => results.clear(),
  }
}

function isGone(list: KeptList, scan: Awaited<ReturnType<ListFolder['scan']>>): boolean {
  const files = new Set(list.files.map(({ file }) => file))
  return (
    !scan.lists.some(({ name }) => name === list.name) &&
    !scan.faults.some(({ file }) => file === '' || files.has(file))
  )
}

/** Checks until a list is in force or all files in the folder have been read, so that a first start has its lists. */
export async function firstSync(sync: ListSync, debounceMs: number): Promise<void> {
  while (await sync.run()) await wait(debounceMs / 4)
}
