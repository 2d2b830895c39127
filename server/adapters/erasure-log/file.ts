import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ErasureLog } from './port.ts'

/**
 * An id and the time after it: a torn line may precede a complete one, which is found all the same. The torn entry is
 * written again.
 */
const entries = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?= \d{4}-\d\d-\d\dT)/g

/**
 * The erasure log in a file, one line each. The file is created if needed, but not its folder: a missing folder is a
 * disk that is not mounted. Opened again for each entry, because it may be moved or replaced meanwhile. Rejects if it
 * cannot be written.
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

/**
 * An erasure log in two places: an entry is stored once it is in both, and an entry in either counts. Entries missing
 * from the second, newer file are added there. Creates the second's folder.
 */
export async function openErasureLogs(file: string, copy: string): Promise<ErasureLog> {
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  const [first, second] = [await openErasureLog(file), await openErasureLog(copy)]
  const known = new Set(await second.all())
  const whole = /^([0-9a-f-]{36}) (\d{4}-\d\d-\d\dT\S+)$/gm
  for (const [, subscriber = '', at = ''] of (await readFile(file, 'utf8')).matchAll(whole))
    if (!known.has(subscriber)) await second.add({ subscriber, at })
  return {
    async add(entry) {
      await first.add(entry)
      await second.add(entry)
    },
    all: async () => [...new Set([...(await first.all()), ...(await second.all())])],
  }
}
