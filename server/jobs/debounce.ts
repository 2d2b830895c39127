import type { FolderFault, FoundList, FolderScan } from '../screening/port.ts'
import type { KeptList } from '../store/screening/screening-lists.ts'

/**
 * Detects files that are complete: a file that is still being copied is neither read nor reported. If only some files
 * of a list are new, the others are awaited for longer. Times in ms by the machine.
 */
export function createDebounce(debounceMs: number) {
  /** Since when each file has been unchanged. */
  const since = new Map<string, number>()

  return function selectStable(scan: FolderScan, inForce: readonly KeptList[], at: number) {
    const seen = new Set<string>()
    const isStable = (key: string, wait = debounceMs): boolean => {
      seen.add(key)
      const start = since.get(key) ?? at
      since.set(key, start)
      return at - start >= wait
    }
    const lists: FoundList[] = []
    const faults: FolderFault[] = []
    let isChanging = false
    for (const list of scan.lists) {
      const key = JSON.stringify([list.name, list.files])
      if (isStable(key, awaited(list, inForce) ? debounceMs * 5 : debounceMs)) lists.push(list)
      else isChanging = true
    }
    for (const fault of scan.faults) {
      if (isStable(JSON.stringify([fault.file, fault.finding]))) faults.push(fault)
      else isChanging = true
    }
    for (const key of since.keys()) if (!seen.has(key)) since.delete(key)
    return { lists, faults, isChanging }
  }
}

/** Whether more files of this list are expected. */
function awaited(list: FoundList, inForce: readonly KeptList[]): boolean {
  const before = inForce.find(({ name }) => name === list.name)
  if (!before) return false
  const same = list.files.filter(({ file, size, modifiedAt }) =>
    before.files.some((had) => had.file === file && had.size === size && had.modifiedAt === modifiedAt),
  )
  return same.length > 0 && same.length < list.files.length
}
