import type { ReaderFindings } from 'name-screening'

type InFile = { file: string }
type Rows = InFile & { before: number; now: number }

/** What can be reported about the files of a denied-party list, by code, with the values in its sentence. */
type Parameters = ReaderFindings & {
  symbolicLink: InFile
  notAFile: InFile
  /** `reason` is the operating system's error code, such as EACCES. */
  unreadable: InFile & { reason: string }
  changing: InFile
  tooLarge: InFile & { megabytes: number }
  missingFiles: { present: readonly string[]; missing: readonly string[] }
  sameList: InFile & { other: string }
  unknownFile: InFile
  shrunk: Rows
  grown: Rows
  older: InFile
  /** `date` as in 2030-12-31. */
  future: InFile & { date: string }
  truncated: InFile
  replaced: InFile
  gone: { files: readonly string[] }
  folderUnreadable: { reason: string }
  notAFolder: null
  readerFailed: InFile
  readerTimeout: InFile & { seconds: number }
}

export type ListFindingCode = keyof Parameters

/** The findings about the files of a list. Stored as data and worded for each reader. */
export type ListFinding = {
  [C in ListFindingCode]: Parameters[C] extends null ? { code: C } : { code: C } & Parameters[C]
}[ListFindingCode]

/** The sentence of each code, in one language. */
export type ListFindingMessages = {
  readonly [C in ListFindingCode]: Parameters[C] extends null ? string : (finding: Parameters[C]) => string
}

/** Returns the sentence that administrators read. */
export function sentenceOfFinding(finding: ListFinding, messages: ListFindingMessages): string {
  const message = messages[finding.code] as string | ((finding: ListFinding) => string)
  return typeof message === 'string' ? message : message(finding)
}

/** What is wrong with a file in the lists' folder. */
export type FileFault = 'broken' | 'shrunk' | 'grown' | 'older' | 'cut' | 'gone'
