type InFile = { file: string }
type OnLine = InFile & { line: number }

/** The faults of list files, by code, with the values in their sentence. */
export type ReaderFindings = {
  empty: InFile
  noEntries: InFile
  notUtf8: OnLine
  notText: OnLine
  unclosedQuote: OnLine
  textAfterQuote: OnLine
  columnCount: OnLine & { found: number; expected: number }
  missingColumns: InFile & { columns: readonly string[] }
  duplicateColumn: InFile & { column: string }
  noName: OnLine
  noNumber: OnLine
  duplicateNumber: OnLine & { number: string }
  noReference: OnLine
  notADate: OnLine & { column: string }
  /** `detail` is the XML parser's own message. */
  notXml: OnLine & { detail: string }
  xmlDoctype: OnLine
  xmlTooDeep: OnLine
  wrongRoot: OnLine & { found: string; expected: string }
  foreignAliases: { aliases: number; entries: number; aliasFile: string; mainFile: string }
}

/** Contains only data: the caller words it for its readers. */
export type ReaderFinding = { [C in keyof ReaderFindings]: { code: C } & ReaderFindings[C] }[keyof ReaderFindings]
