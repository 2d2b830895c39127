import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sentenceOfFinding } from '../domain/screening/list-findings.ts'
import { listFindingMessages } from '../i18n/en/admin/screening/list-findings.ts'
import { fetchLists } from '../server/screening/lists/fetch-lists.ts'
import { openListFolder } from '../server/screening/lists/open-folder.ts'
import { sourcesOf } from '../server/screening/lists/sources.ts'

/** `npm run lists` downloads the screening lists into SCREENING_DIR once; `npm run lists -- fetch` is the same. */
const { SCREENING_DIR, SCREENING_SOURCES } = process.env
const options = process.argv.slice(2).join(' ')
if (options !== '' && options !== 'fetch') fail('npm run lists has no options.')
else if (!SCREENING_DIR) fail('SCREENING_DIR must name the folder that the lists are downloaded into.')
else await fetchAll(resolve(SCREENING_DIR))

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

async function fetchAll(folder: string): Promise<void> {
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
