import type { FileFault, ListFinding } from './list-findings.ts'

/**
 * A file of a list: its size in bytes, its own time in ms since 1970 and, if its publisher states one, its edition, a
 * day or a number that grows.
 */
export type ListFile = { file: string; rows: number; size: number; modifiedAt: number; edition?: string }

/** Why the files of a list wait for an administrator, who may accept them. */
export type Suspicion = { file: string; kind: Exclude<FileFault, 'broken' | 'gone'>; finding: ListFinding }

/** The time of the newest file, in ms since 1970; 0 without files. */
export function newestFile(files: readonly Pick<ListFile, 'modifiedAt'>[]): number {
  return Math.max(0, ...files.map(({ modifiedAt }) => modifiedAt))
}

/** Compares the files of a list with those in force, by their sizes and dates; null if nothing is suspicious. */
export function suspicionAbout(files: readonly ListFile[], before: readonly ListFile[]): Suspicion | null {
  return changedSize(files, before) ?? olderEdition(files, before)
}

/** A file that lost a third of its rows may have been cut; one of many times the length is another file. */
function changedSize(files: readonly ListFile[], before: readonly ListFile[]): Suspicion | null {
  for (const [place, { file, rows }] of files.entries()) {
    const had = before[place]?.rows
    if (had === undefined) continue
    if (rows * 3 <= had * 2) return { file, kind: 'shrunk', finding: { code: 'shrunk', file, before: had, now: rows } }
    if (rows > had * 5) return { file, kind: 'grown', finding: { code: 'grown', file, before: had, now: rows } }
  }
  return null
}

/** The edition decides, and the time of the newest file where neither states an edition. */
function olderEdition(files: readonly ListFile[], before: readonly ListFile[]): Suspicion | null {
  const [first] = before
  if (!first) return null
  const edition = files[0]?.edition
  const isOlder =
    first.edition && edition
      ? edition < first.edition
      : !first.edition && !edition && newestFile(files) < newestFile(before)
  return isOlder ? { file: first.file, kind: 'older', finding: { code: 'older', file: first.file } } : null
}

/** Whether a file of a list is shorter than the one in force, so that it may be its beginning. */
export function isShorter(files: readonly Pick<ListFile, 'size'>[], before: readonly Pick<ListFile, 'size'>[]) {
  return files.some(({ size }, place) => size < (before[place]?.size ?? 0))
}

/**
 * Finds a file that is the beginning of the one in force: the rest was cut off, even if it ends with a whole row.
 * `contents` has the files in force, one after the other.
 */
export function cutFile(
  files: readonly { file: string; content: Uint8Array }[],
  before: readonly Pick<ListFile, 'size'>[],
  contents: Uint8Array,
): Suspicion | null {
  let start = 0
  for (const [place, { size }] of before.entries()) {
    const had = contents.subarray(start, start + size)
    start += size
    const now = files[place]
    if (now && now.content.length < size && isBeginning(now.content, had))
      return { file: now.file, kind: 'cut', finding: { code: 'truncated', file: now.file } }
  }
  return null
}

/** A loop, because a list can have a hundred megabytes. */
function isBeginning(part: Uint8Array, whole: Uint8Array): boolean {
  for (let at = 0; at < part.length; at += 1) if (part[at] !== whole[at]) return false
  return true
}
