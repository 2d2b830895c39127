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

export type KeepListsParts = {
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

export type ListKeeper = {
  /** Checks the folder and the database once. Returns true while something is still changing. */
  keep(): Promise<boolean>
  /** Checks rejected files again. */
  lookAgain(): void
}

/** Ingests files that an operator places in the folder, and applies those ingested by other instances. */
export function createListKeeper(parts: KeepListsParts): ListKeeper {
  const { context, folder, screener, info, warn } = parts
  const sort = createDebounce(parts.debounceMs)
  /** The results of files in the folder; an unchanged file is read once. */
  const known = new Map<string, FolderFault | null>()
  /** Null until the state of the folder is certain. */
  let said: Set<string> | null = null
  let inUse = ''

  async function settled(key: string, take: () => Promise<IngestResult>): Promise<FolderFault[]> {
    const before = known.get(key)
    if (before !== undefined) return before ? [before] : []
    const result = await take()
    if ('ingested' in result) {
      const { finding, ...list } = result.ingested
      info({ ...list, ...(finding && { note: parts.describe(finding) }) }, 'a screening list was read and is in force')
    }
    if ('retired' in result) info(result.retired, 'a screening list is no longer in force')
    const fault = 'fault' in result ? result.fault : null
    // An unreadable file is tried again: its permissions may change without a change of the file.
    if (fault?.hash !== '') known.set(key, fault)
    return fault ? [fault] : []
  }

  async function lookAround(): Promise<boolean> {
    await parts.watchAgain()
    const scan = await folder.scan()
    const inForce = await listsInForce(context.db)
    const { lists, faults, moves } = sort(scan, inForce, performance.now())
    const keys = new Set<string>()
    const ask = (key: string, take: () => Promise<IngestResult>) => {
      keys.add(key)
      return settled(key, take)
    }
    for (const list of lists) faults.push(...(await ask(JSON.stringify(list), () => ingestList(context, folder, list))))
    await confirm(lists, inForce, scan.checked)
    if (scan.there && !moves)
      for (const list of inForce.filter((one) => isGone(one, scan)))
        faults.push(...(await ask(`gone ${list.hash}`, () => retireKeptList(context, list))))
    for (const key of known.keys()) if (!keys.has(key) && !moves) known.delete(key)
    if (said !== null || !moves) await tell(faults)
    return moves
  }

  /** A list whose files are those in force is confirmed as current at their time. */
  async function confirm(
    found: readonly FoundList[],
    inForce: readonly KeptList[],
    checked: ReadonlyMap<string, Date>,
  ): Promise<void> {
    for (const list of found) {
      const kept = inForce.find(({ name }) => name === list.name)
      if (!kept || known.get(JSON.stringify(list)) !== null) continue
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
  async function tell(faults: readonly FolderFault[]): Promise<void> {
    const now = new Set(faults.map((fault) => JSON.stringify(fault)))
    const before = said ?? new Set()
    if (said !== null && now.size === before.size && now.isSubsetOf(before)) return
    await context.db.transaction().execute((db) => replaceFaults(db, faults, context.now()))
    for (const fault of faults) {
      if (before.has(JSON.stringify(fault))) continue
      const { file, hash, finding } = fault
      warn({ file, hash, code: finding.code, reason: parts.describe(finding) }, 'a screening list was refused')
    }
    said = now
  }

  async function follow(): Promise<void> {
    const wanted = (await listsInForce(context.db)).map(({ name, hash }) => `${name} ${hash}`).join('\n')
    if (wanted === inUse) return
    await screener.use(await listContents(context.db))
    inUse = wanted
  }

  return {
    async keep() {
      const moves = await lookAround()
      await follow()
      return moves
    },
    lookAgain: () => known.clear(),
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
export async function firstLook(keeper: ListKeeper, debounceMs: number): Promise<void> {
  while (await keeper.keep()) await wait(debounceMs / 4)
}
