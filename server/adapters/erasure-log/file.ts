import { open, readFile } from 'node:fs/promises'
import type { ErasureLog } from './port.ts'

/**
 * An id and the moment that follow one another: a line that a crash tore may stand before a whole one, which is found all
 * the same. The torn one is written again.
 */
const entries = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?= \d{4}-\d\d-\d\dT)/g

/**
 * The erasure log in a file, one line each. It is made if need be, not so its folder: one that is missing is a disk that is not
 * mounted. Opened anew for each entry, as it may be moved or replaced meanwhile. Rejects when it cannot be written.
 */
export async function openErasureLog(file: string): Promise<ErasureLog> {
  const append = async (text: string) => {
    await using handle = await open(file, 'a', 0o600)
    await handle.appendFile(text)
    await handle.sync()
  }
  await append('')
  return {
    add: ({ subscriber, at }) => append(`${subscriber} ${at}\n`),
    all: async () => [...new Set((await readFile(file, 'utf8')).match(entries))],
  }
}
