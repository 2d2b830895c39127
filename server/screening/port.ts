import type { Countries, Outcome, ScreeningFacts } from '../../domain/screening/screening.ts'
import type { ListFinding } from '../../domain/screening/list-findings.ts'
import type { DeniedPartyList, Thresholds } from 'name-screening'

/** Lists that are there from the start. Throws when none can be had: a missing check is never a pass. */
export type ScreeningLists = { inForce(): Promise<readonly DeniedPartyList[]> }

/** Whom the product is screened against: which edition of a list, from which day (`YYYY-MM-DD`). */
export type ListVersion = { name: string; hash: string; date: string }

export type Screened = { outcome: Outcome; lists: ListVersion[] }

/** What an edition was read from: its files, one after the other and gzipped, with their names and sizes in that order. */
export type KeptFiles = ListVersion & { files: readonly { file: string; size: number }[]; content: Uint8Array }

/** Compares people with the lists in force. */
export type Screener = {
  /** `lists`: official ones; `sample`: fictional names; `off`: none at all, as the operator configured. */
  kind: 'lists' | 'sample' | 'off'
  rules: Rules
  /**
   * Compares people, in their order. Rejects while no list is in force or the comparer is down: no one passes unchecked.
   * `background` waits for people at a page, and is done in small portions. `now` rejects after `within` ms, 2 s
   * at the latest. A person whose check has ended the thread twice is not compared again: their outcome is `unfinished`.
   */
  screen(people: readonly ScreeningFacts[], priority?: 'now' | 'background', within?: number): Promise<Screened[]>
  /** Whether it can compare now. */
  isReady(): boolean
  /** What a result depends on beside the person: the lists, thresholds, countries and rules, as one text. */
  fingerprint(): Promise<string>
  /** The editions in force; none while there are none. */
  listVersions(): Promise<ListVersion[]>
}

/** One whose lists come and go while it works. */
export type ListScreener = Screener & {
  /** Switches to other lists, all together, once they have been read; until then the earlier ones are used. */
  use(lists: readonly (KeptFiles | DeniedPartyList)[]): Promise<void>
  /** Resolves when it can compare; rejects when it cannot be started. */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** What the operator decided about screening beside the lists. */
export type Rules = {
  countries: Countries
  thresholds: Thresholds
}

/** The findings about an address's domain: its kind, and whether an address can exist there. */
export type EmailDomains = (
  email: string,
) => Promise<Pick<ScreeningFacts, 'emailDomain' | 'emailDomainName' | 'personalEmail' | 'disposableEmail'>>

/** A file as it lies in the folder; `modifiedAt` in ms since 1970. */
export type FileThere = { file: string; size: number; modifiedAt: number; inode: number }
export type FoundFile = FileThere & { content: Uint8Array; hash: string }
/** A list all of whose files are there. */
export type FoundList = { name: string; files: FileThere[] }
export type FolderFault = {
  file: string
  hash: string
  kind: 'broken' | 'shrunk' | 'grown' | 'older' | 'cut' | 'gone'
  finding: ListFinding
}
/** `checked`: when the files of a list were last compared with its publisher's, by its name. */
export type FolderScan = {
  there: boolean
  lists: FoundList[]
  faults: FolderFault[]
  checked: ReadonlyMap<string, Date>
}

/** What a list was read as, or why it is rejected. */
export type ListSummary =
  | { rows: Record<string, number>; entries: number; note: ListFinding | null; version: string }
  | { finding: ListFinding }

/** The folder that an operator drops official files into. */
export type ListFolder = {
  scan(): Promise<FolderScan>
  /** Reads a file that was seen; a finding if it cannot be read. */
  read(seen: FileThere): Promise<FoundFile | { finding: ListFinding }>
  /** Reads what the files say, all of a list together, without holding up anything else. */
  understand(name: string, files: readonly Pick<FoundFile, 'file' | 'content'>[]): Promise<ListSummary>
}
