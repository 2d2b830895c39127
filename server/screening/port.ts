import type { Countries, ScreeningOutcome, ScreeningFacts } from '../../domain/screening/screening.ts'
import type { FileFault, ListFinding } from '../../domain/screening/list-findings.ts'
import type { DeniedPartyList, Thresholds } from 'name-screening'

/** Lists that are available from the start. Throws if there are none: a missing check is never a pass. */
export type ScreeningLists = { inForce(): Promise<readonly DeniedPartyList[]> }

/** The edition of a list used for screening, and its day (`YYYY-MM-DD`). */
export type ListVersion = { name: string; hash: string; date: string }

export type ScreeningResult = { outcome: ScreeningOutcome; lists: ListVersion[] }

/** The files of an edition, one after the other and gzipped, with their names and sizes in that order. */
export type KeptFiles = ListVersion & { files: readonly { file: string; size: number }[]; content: Uint8Array }

/** Compares people with the lists in force. */
export type Screener = {
  /** `lists`: official ones; `sample`: fictional names; `off`: none at all, as the operator configured. */
  kind: 'lists' | 'sample' | 'off'
  rules: Rules
  /**
   * Compares people, in order. Rejects while no list is in force or the comparer is down: no one passes unchecked.
   * `background` gives way to people at a page, and runs in small portions. `now` rejects after `within` ms, 2 s at the
   * latest. A person whose check has ended the thread twice is not compared again: their outcome is `unfinished`.
   */
  screen(
    people: readonly ScreeningFacts[],
    priority?: 'now' | 'background',
    within?: number,
  ): Promise<ScreeningResult[]>
  /** Whether it can compare now. */
  isReady(): boolean
  /**
   * Returns an identifier of everything besides the person on which a result depends: the lists, thresholds, countries
   * and rules.
   */
  fingerprint(): Promise<string>
  /** Returns the editions in force; none if there are none. */
  listVersions(): Promise<ListVersion[]>
}

/** A screener whose lists can change while it runs. */
export type ListScreener = Screener & {
  /** Switches to other lists, all together, once they have been read; until then the earlier ones are used. */
  use(lists: readonly (KeptFiles | DeniedPartyList)[]): Promise<void>
  /** Resolves when it can compare; rejects when it cannot be started. */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** The operator's decisions about screening other than the lists. */
export type Rules = {
  countries: Countries
  thresholds: Thresholds
}

/** Returns the findings about an address's domain: its kind, and whether an address can exist there. */
export type EmailDomains = (
  email: string,
) => Promise<Pick<ScreeningFacts, 'emailDomain' | 'emailDomainName' | 'personalEmail' | 'disposableEmail'>>

/** A file in the folder; `modifiedAt` in ms since 1970. */
export type FileThere = { file: string; size: number; modifiedAt: number; inode: number }
export type FoundFile = FileThere & { content: Uint8Array; hash: string }
/** A list whose files are complete. */
export type FoundList = { name: string; files: FileThere[] }
export type FolderFault = {
  file: string
  hash: string
  kind: FileFault
  finding: ListFinding
}
/** `checked`: when the files of a list were last compared with its publisher's, by its name. */
export type FolderScan = {
  there: boolean
  lists: FoundList[]
  faults: FolderFault[]
  checked: ReadonlyMap<string, Date>
}

/** The content of a list, or why it is rejected. */
export type ListSummary =
  | { rows: Record<string, number>; entries: number; note: ListFinding | null; version: string }
  | { finding: ListFinding }

/** The folder in which an operator places official files. */
export type ListFolder = {
  scan(): Promise<FolderScan>
  /** Reads a file that was found; returns a finding if it cannot be read. */
  read(seen: FileThere): Promise<FoundFile | { finding: ListFinding }>
  /** Reads the content of files, all of a list together, without delaying anything else. */
  understand(name: string, files: readonly Pick<FoundFile, 'file' | 'content'>[]): Promise<ListSummary>
}
