import type { ListFinding } from '../../../domain/screening/list-findings.ts'
import type { FoundFile, ListFolder } from '../port.ts'

/**
 * Looks for a list that a first start could use, and stores nothing. Returns null if there is one, otherwise what is
 * wrong with the files in the folder.
 */
export async function whyNoUsableList(folder: ListFolder): Promise<ListFinding[] | null> {
  const { lists, faults } = await folder.scan()
  const findings = faults.map(({ finding }) => finding)
  for (const { name, files } of lists) {
    const read = await Promise.all(files.map((file) => folder.read(file)))
    const broken = read.flatMap((file) => ('finding' in file ? [file.finding] : []))
    const found = read.filter((file): file is FoundFile => !('finding' in file))
    const summary = broken.length > 0 ? null : await folder.understand(name, found)
    if (summary !== null && !('finding' in summary)) return null
    findings.push(...broken, ...(summary === null ? [] : [summary.finding]))
  }
  return findings
}
