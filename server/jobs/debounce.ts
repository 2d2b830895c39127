import type { FolderFault, FoundList, FolderScan } from '../screening/port.ts'
import type { KeptList } from '../store/screening/screening-lists.ts'

/**
 * Detects files that are complete: a file that is still being copied is neither read nor reported. If only some files
 * of a list are new, the others are awaited for longer. Times in ms by the machine.
 */
export function createDebounce(debounceMs: number) {
  /** Since when each file has been unchanged. */
  const since = new Map<string, number>()

  return function sort(scan: FolderScan, inForce: readonly KeptList[], at: number) {
    const seen = new Set<string>()
    const rests = (key: string, wait = debounceMs): boolean => {
      seen.add(key)
      const begun = since.get(key) ?? at
      since.set(key, begun)
      return at - begun >= wait
    }
    const lists: FoundList[] = []
    const faults: FolderFault[] = []
    let moves = false
    for (const list of scan.lists) {
      const key = JSON.stringify([list.name, list.files])
      if (rests(key, awaited(list, inForce) ? debounceMs * 5 : debounceMs)) lists.push(list)
      else moves = true
    }
    for (const fault of scan.faults) {
      if (rests(JSON.stringify([fault.file, fault.finding]))) faults.push(fault)
      else moves = true
    }
    for (const key of since.keys()) if (!seen.has(key)) since.delete(key)
    return { lists, faults, moves }
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
