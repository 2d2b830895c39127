import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeniedPartyList } from 'name-screening'
import { readList } from '../../../server/screening/lists/read-list.ts'
import { knownLists } from 'name-screening/lists'

/** Reads the official lists whose files are all in a folder, with the product's own reader. */
export async function readLists(folder: string): Promise<DeniedPartyList[]> {
  const there = new Map((existsSync(folder) ? await readdir(folder) : []).map((name) => [name.toLowerCase(), name]))
  const lists: DeniedPartyList[] = []
  for (const { name, files } of knownLists) {
    const found = files.map((called) => called.flatMap((one) => there.get(one) ?? [])[0])
    if (found.some((file) => file === undefined)) continue
    const contents = await Promise.all(
      found.map(async (file = '') => ({ file: file.toLowerCase(), content: await readFile(join(folder, file)) })),
    )
    lists.push({ name, hash: name, date: '2020-01-01', entries: readList(name, contents).entries })
  }
  return lists
}
