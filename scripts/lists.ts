import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sentenceOfFinding } from '../domain/screening/list-findings.ts'
import { listFindingMessages } from '../i18n/en/admin/screening/list-findings.ts'
import { fetchLists } from '../server/screening/lists/fetch-lists.ts'
import { openListFolder } from '../server/screening/lists/open-folder.ts'
import { sourcesOf } from '../server/screening/lists/sources.ts'

/** `npm run lists` writes the product's own data files; `npm run lists -- fetch` downloads the screening lists. */
if (process.argv[2] === 'fetch') await fetchAll()
else await import('./write-lists.ts')

async function fetchAll(): Promise<void> {
  const { SCREENING_DIR, SCREENING_SOURCES } = process.env
  if (!SCREENING_DIR) {
    console.error('SCREENING_DIR must name the folder that the lists are downloaded into.')
    process.exitCode = 1
    return
  }
  const folder = resolve(SCREENING_DIR)
  await mkdir(folder, { recursive: true })
  for (const { list, outcome, reason, finding } of await fetchLists({
    folder,
    sources: sourcesOf(SCREENING_SOURCES ?? null),
    now: () => new Date(),
    understand: openListFolder(folder, (entry, message) => console.error(message, entry)).understand,
  })) {
    if (outcome === 'failed') process.exitCode = 1
    console.log(
      `${list}: ${outcome === 'failed' ? `failed. ${finding ? sentenceOfFinding(finding, listFindingMessages) : reason}` : outcome}`,
    )
  }
}
