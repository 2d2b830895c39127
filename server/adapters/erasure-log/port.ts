import type { ErasureEntry } from '../../../domain/retention.ts'

/** The erased people, stored outside the database's backups: a restored backup must erase them again. */
export type ErasureLog = {
  /** On the disk once this resolves. Adding the same entry twice is harmless. */
  add(entry: ErasureEntry): Promise<void>
  /** The ids of all erased people. */
  all(): Promise<string[]>
}
